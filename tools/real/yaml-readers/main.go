// Reads YAML documents with every YAML reader for Go that Kubernetes tools use: reads JSON lines {document, value}, and writes
// JSON lines {readers, printed}. `readers` names the readers whose result is not the value or that return an error. `printed` is the value as
// sigs.k8s.io/yaml prints it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	yamlv2 "go.yaml.in/yaml/v2"
	yamlv3 "go.yaml.in/yaml/v3"
	oldv2 "gopkg.in/yaml.v2"
	oldv3 "gopkg.in/yaml.v3"
	sigs "sigs.k8s.io/yaml"
)

type question struct {
	Document string `json:"document"`
	Value    any    `json:"value"`
}

type answer struct {
	Readers []string `json:"readers"`
	Printed string   `json:"printed"`
}

var readers = []struct {
	name string
	read func([]byte, any) error
}{
	{"go.yaml.in/yaml/v2", yamlv2.Unmarshal},
	{"go.yaml.in/yaml/v3", yamlv3.Unmarshal},
	{"gopkg.in/yaml.v2", oldv2.Unmarshal},
	{"gopkg.in/yaml.v3", oldv3.Unmarshal},
	{"sigs.k8s.io/yaml", func(text []byte, into any) error { return sigs.Unmarshal(text, into) }},
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for in.Scan() {
		var q question
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		a := answer{Readers: []string{}}
		for _, reader := range readers {
			var found any
			if err := safely(func() error { return reader.read([]byte(q.Document), &found) }); err != nil || !reflect.DeepEqual(plain(found), q.Value) {
				a.Readers = append(a.Readers, reader.name)
			}
		}
		// Empty for a value that sigs.k8s.io/yaml cannot print, such as one with control characters.
		if printed, err := sigs.Marshal(q.Value); err == nil {
			a.Printed = string(printed)
		}
		if err := encoder.Encode(a); err != nil {
			panic(err)
		}
	}
	if err := in.Err(); err != nil {
		panic(err)
	}
}

// safely returns a panic as an error: some readers panic where others return an error.
func safely(read func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	return read()
}

// plain is the value with the types that encoding/json uses. A key that is not a string stays one and makes the value different.
func plain(value any) any {
	switch value := value.(type) {
	case map[any]any:
		fields := map[string]any{}
		for key, field := range value {
			name, ok := key.(string)
			if !ok {
				return value
			}
			fields[name] = plain(field)
		}
		return fields
	case map[string]any:
		fields := map[string]any{}
		for key, field := range value {
			fields[key] = plain(field)
		}
		return fields
	case []any:
		items := []any{}
		for _, item := range value {
			items = append(items, plain(item))
		}
		return items
	case int:
		return float64(value)
	case int64:
		return float64(value)
	case uint64:
		return float64(value)
	}
	return value
}
