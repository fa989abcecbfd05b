// Compares OpenAPI documents in protobuf with those that gnostic, the library of kube-apiserver and kubectl, generates from the same JSON.
//
//	openapi < documents
//
// Each line of the input is a version (v2 or v3), a document as JSON and the same document in protobuf, both in base64. For each the program
// prints "equal", or what differs.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	openapi_v2 "github.com/google/gnostic-models/openapiv2"
	openapi_v3 "github.com/google/gnostic-models/openapiv3"
	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return
		}
		if err != nil {
			log.Fatal(err)
		}
		difference, err := compare(strings.Fields(line))
		if err != nil {
			difference = err.Error()
		}
		if difference == "" {
			difference = "equal"
		}
		fmt.Println(strings.ReplaceAll(difference, "\n", " "))
	}
}

func compare(line []string) (string, error) {
	if len(line) != 3 {
		return "", fmt.Errorf("a line has %d fields, must be 3", len(line))
	}
	text, err := base64.StdEncoding.DecodeString(line[1])
	if err != nil {
		return "", err
	}
	encoded, err := base64.StdEncoding.DecodeString(line[2])
	if err != nil {
		return "", err
	}
	var expected, actual proto.Message
	if line[0] == "v2" {
		expected, err = openapi_v2.ParseDocument(text)
		actual = &openapi_v2.Document{}
	} else {
		expected, err = openapi_v3.ParseDocument(text)
		actual = &openapi_v3.Document{}
	}
	if err != nil {
		return "", fmt.Errorf("gnostic rejects the JSON: %w", err)
	}
	if err := proto.Unmarshal(encoded, actual); err != nil {
		return "", fmt.Errorf("gnostic rejects the protobuf: %w", err)
	}
	return difference("", expected.ProtoReflect(), actual.ProtoReflect()), nil
}

// difference is where two messages differ; "" if they are equal. YAML is compared by value.
func difference(path string, expected, actual protoreflect.Message) string {
	if len(actual.GetUnknown()) > 0 {
		return path + ": unknown fields"
	}
	fields := expected.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		at := path + "." + string(field.Name())
		if expected.Has(field) != actual.Has(field) {
			return fmt.Sprintf("%s: present is %t, must be %t", at, actual.Has(field), expected.Has(field))
		}
		if !expected.Has(field) {
			continue
		}
		if found := fieldDifference(at, field, expected.Get(field), actual.Get(field)); found != "" {
			return found
		}
	}
	return ""
}

func fieldDifference(at string, field protoreflect.FieldDescriptor, expected, actual protoreflect.Value) string {
	if !field.IsList() {
		return valueDifference(at, field, expected, actual)
	}
	if expected.List().Len() != actual.List().Len() {
		return fmt.Sprintf("%s: length is %d, must be %d", at, actual.List().Len(), expected.List().Len())
	}
	for i := range expected.List().Len() {
		found := valueDifference(fmt.Sprintf("%s[%d]", at, i), field, expected.List().Get(i), actual.List().Get(i))
		if found != "" {
			return found
		}
	}
	return ""
}

func valueDifference(at string, field protoreflect.FieldDescriptor, expected, actual protoreflect.Value) string {
	if field.Message() != nil {
		return difference(at, expected.Message(), actual.Message())
	}
	if field.Name() == "yaml" {
		expected, actual = yamlValue(expected), yamlValue(actual)
	}
	if !expected.Equal(actual) {
		return fmt.Sprintf("%s: %v, must be %v", at, actual, expected)
	}
	return ""
}

// yamlValue is the value of a string, in a canonical form.
func yamlValue(text protoreflect.Value) protoreflect.Value {
	var value any
	if err := yaml.Unmarshal([]byte(text.String()), &value); err != nil {
		return protoreflect.ValueOfString(err.Error())
	}
	canonical, err := json.Marshal(value)
	if err != nil {
		return protoreflect.ValueOfString(err.Error())
	}
	return protoreflect.ValueOfString(string(canonical))
}
