package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
)

var varying = []struct {
	pattern *regexp.Regexp
	shown   string
}{
	{regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`), "<uid>"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`), "<time>"},
	{regexp.MustCompile(`"resourceVersion":"\d+"`), `"resourceVersion":"<version>"`},
	{regexp.MustCompile(`"clusterIPs?":(\["[\d.]+"\]|"[\d.]+")`), `"clusterIP":"<address>"`},
	{regexp.MustCompile(`\.[0-9a-f]{16}`), ".<suffix>"},
}

// show prints an object as JSON, without managedFields.
func show(what string, object runtime.Object) {
	if accessor, err := meta.Accessor(object); err == nil {
		accessor.SetManagedFields(nil)
	}
	text, err := json.Marshal(object)
	if err != nil {
		text = []byte(err.Error())
	}
	fmt.Printf("%s: %s\n", what, masked(string(text)))
}

// showError prints the error of a rejected request, and which predicates of the library match it.
func showError(what string, err error) {
	fmt.Printf("%s: %s: %v\n", what, apierrors.ReasonForError(err), masked(fmt.Sprint(err)))
}

func masked(text string) string {
	for _, each := range varying {
		text = each.pattern.ReplaceAllString(text, each.shown)
	}
	return strings.ReplaceAll(text, "\n", " ")
}
