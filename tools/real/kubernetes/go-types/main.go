// Prints the fields of the Go types behind the built-in kinds, in the order of their declaration: one line per OpenAPI definition, with its name and
// the JSON name of each field, after the Go names of the structs that embed it (ProbeHandler.exec). A type follows the name, after a colon, where no
// schema publishes it: a named string, number, list or map.
package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"sort"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

var stableVersion = regexp.MustCompile(`^v\d+$`)

func main() {
	for _, add := range []func() error{
		func() error { return apiextensions.AddToScheme(scheme.Scheme) },
		func() error { return apiregistration.AddToScheme(scheme.Scheme) },
	} {
		if err := add(); err != nil {
			panic(err)
		}
	}
	lines := map[string]string{}
	for kind, t := range scheme.Scheme.AllKnownTypes() {
		if stableVersion.MatchString(kind.Version) {
			visit(t, lines)
		}
	}
	names := make([]string, 0, len(lines))
	for name := range lines {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Println(name + lines[name])
	}
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// visit adds a line for every struct that t contains. A struct with its own decoder gets no line.
func visit(t reflect.Type, lines map[string]string) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		visit(t.Elem(), lines)
		return
	case reflect.Struct:
	default:
		return
	}
	if reflect.PointerTo(t).Implements(unmarshaler) {
		return
	}
	name := definitionName(t)
	if _, seen := lines[name]; seen || !strings.HasPrefix(t.PkgPath(), "k8s.io/") {
		return
	}
	lines[name] = ""
	fields := fieldsOf(t)
	if len(fields) == 0 {
		delete(lines, name)
		return
	}
	words := []string{}
	for _, field := range fields {
		visit(field.t, lines)
		word := field.embedding + field.name
		if isNamed(field.t) {
			word += ":" + strings.TrimLeft(field.t.String(), "*")
		}
		words = append(words, word)
	}
	lines[name] = " " + strings.Join(words, " ")
}

type field struct {
	name string
	// The Go names of the embedded structs that the field is in, each with a dot after it.
	embedding string
	t         reflect.Type
}

// fieldsOf flattens inlined structs, as JSON does.
func fieldsOf(t reflect.Type) []field {
	fields := []field{}
	for i := 0; i < t.NumField(); i++ {
		each := t.Field(i)
		name, _, _ := strings.Cut(each.Tag.Get("json"), ",")
		switch {
		case name == "-" || !each.IsExported():
		case name != "":
			fields = append(fields, field{name, "", each.Type})
		case each.Anonymous:
			embedded := each.Type
			if embedded.Kind() == reflect.Pointer {
				embedded = embedded.Elem()
			}
			for _, inner := range fieldsOf(embedded) {
				inner.embedding = each.Name + "." + inner.embedding
				fields = append(fields, inner)
			}
		}
	}
	return fields
}

// isNamed reports whether t is, or contains, a named type that is not a struct.
func isNamed(t reflect.Type) bool {
	if t.Kind() != reflect.Struct && t.PkgPath() != "" {
		return true
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return isNamed(t.Elem())
	case reflect.Map:
		return isNamed(t.Key()) || isNamed(t.Elem())
	}
	return false
}

// definitionName is the OpenAPI name of a type: io.k8s.api.core.v1.Pod.
func definitionName(t reflect.Type) string {
	return "io." + strings.NewReplacer("k8s.io", "k8s", "/", ".").Replace(t.PkgPath()) + "." + t.Name()
}
