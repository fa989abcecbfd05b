package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
)

// encode reads objects of built-in kinds as JSON, one per line, and writes each in protobuf, as base64. A line is empty for a kind that the
// library does not know.
func encode(in io.Reader, out io.Writer) error {
	if err := apiextensionsv1.AddToScheme(scheme.Scheme); err != nil {
		return err
	}
	serializer := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		var kind metav1.TypeMeta
		if err := json.Unmarshal(line, &kind); err != nil {
			return err
		}
		object, err := scheme.Scheme.New(schema.FromAPIVersionAndKind(kind.APIVersion, kind.Kind))
		if runtime.IsNotRegisteredError(err) {
			fmt.Fprintln(out)
			continue
		}
		if err != nil {
			return err
		}
		if err := json.Unmarshal(line, object); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		var encoded bytes.Buffer
		if err := serializer.Encode(object, &encoded); err != nil {
			return err
		}
		fmt.Fprintln(out, base64.StdEncoding.EncodeToString(encoded.Bytes()))
	}
}
