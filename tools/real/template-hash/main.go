// Computes Pod template hashes with the library that kube-controller-manager uses, and prints the Go types that the hash depends on.
//
//	template-hash types   prints the type of a Pod template and every type it contains, one per line
//	template-hash         reads JSON lines {template, collisionCount}, and prints a JSON line with the hash for each
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"reflect"
	"sort"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/rand"
	"k8s.io/utils/dump"
)

type question struct {
	Template       corev1.PodTemplateSpec `json:"template"`
	CollisionCount *int32                 `json:"collisionCount"`
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "types" {
		printTypes(reflect.TypeOf(corev1.PodTemplateSpec{}))
		return
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var q question
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		fmt.Printf("%q\n", computeHash(throughProtobuf(q.Template), q.CollisionCount))
	}
}

// throughProtobuf is the template as kube-controller-manager receives it: empty lists and maps are nil.
func throughProtobuf(template corev1.PodTemplateSpec) corev1.PodTemplateSpec {
	data, err := template.Marshal()
	if err != nil {
		panic(err)
	}
	received := corev1.PodTemplateSpec{}
	if err := received.Unmarshal(data); err != nil {
		panic(err)
	}
	return received
}

func computeHash(template corev1.PodTemplateSpec, collisionCount *int32) string {
	hasher := fnv.New32a()
	fmt.Fprintf(hasher, "%v", dump.ForHash(template))
	if collisionCount != nil {
		bytes := make([]byte, 8)
		binary.LittleEndian.PutUint32(bytes, uint32(*collisionCount))
		hasher.Write(bytes)
	}
	return rand.SafeEncodeString(fmt.Sprint(hasher.Sum32()))
}

// opaque types have a custom JSON form, or are not part of a printed type.
var opaque = map[string]bool{"resource.Quantity": true, "v1.Time": true, "v1.FieldsV1": true, "intstr.IntOrString": true}

// printTypes prints a struct as its name and each field as GoName:jsonName:type (no JSON name: the fields are inlined), any other named type as
// its name, "=", and its underlying type.
func printTypes(root reflect.Type) {
	seen := map[string]reflect.Type{}
	lines := []string{}
	var visit func(t reflect.Type)
	visit = func(t reflect.Type) {
		switch {
		case t.PkgPath() == "":
			if t.Kind() == reflect.Map {
				visit(t.Key())
			}
			if t.Kind() == reflect.Map || t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
				visit(t.Elem())
			}
			return
		case opaque[t.String()]:
			return
		case seen[t.String()] == t:
			return
		case seen[t.String()] != nil:
			panic("two types are called " + t.String())
		}
		seen[t.String()] = t
		if t.Kind() != reflect.Struct {
			lines = append(lines, t.String()+" = "+underlying(t))
			if t.Kind() == reflect.Map || t.Kind() == reflect.Slice {
				visit(t.Elem())
			}
			return
		}
		words := []string{t.String()}
		for i := 0; i < t.NumField(); i++ {
			field := t.Field(i)
			name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			if (name == "") != (field.Anonymous && strings.Contains(options, "inline")) && !field.Anonymous {
				panic("no JSON name: " + t.String() + "." + field.Name)
			}
			words = append(words, field.Name+":"+name+":"+field.Type.String())
			visit(field.Type)
		}
		lines = append(lines, strings.Join(words, " "))
	}
	visit(root)
	sort.Strings(lines)
	fmt.Println(strings.Join(lines, "\n"))
}

func underlying(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Map:
		return "map[" + t.Key().String() + "]" + t.Elem().String()
	case reflect.Slice:
		return "[]" + t.Elem().String()
	}
	return t.Kind().String()
}
