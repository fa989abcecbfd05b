// validation-sites lists every place of the reference's validation that reports a bad field: each call of
// field.Invalid, field.Required and similar functions, with the calling function, the message, and the resources whose
// strategy calls that function.
//
//	cd tools/real/validation-sites && go run . >sites.jsonl
//
// The modules have the versions of ../kubernetes and are read from the module cache. Calls are resolved by name: a function
// that mentions another one, as a call or as a value, is assumed to call it. The result contains all calls and more;
// calls through interfaces would be missing, but validation has no such calls.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
)

// Site is one place that reports a bad field.
type Site struct {
	// ID is the function and the index of the call in it, so that it does not depend on line numbers.
	ID     string `json:"id"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	// Error is the constructor: Invalid, Required, NotSupported.
	Error string `json:"error"`
	// Text is the constant part of the message, with Go's verbs for values.
	Text string `json:"text,omitempty"`
	// Resources have a strategy that leads to this call; for example core/pod.
	Resources []string `json:"resources"`
}

// A tree of packages of a module: packages with validation, and packages with strategies.
type tree struct{ module, folder string }

var trees = []tree{
	{"k8s.io/kubernetes", "pkg/apis"},
	{"k8s.io/kubernetes", "pkg/registry"},
	{"k8s.io/apiextensions-apiserver", "pkg/apis/apiextensions"},
	{"k8s.io/apiextensions-apiserver", "pkg/apiserver/schema"},
	{"k8s.io/apiextensions-apiserver", "pkg/registry/customresourcedefinition"},
	{"k8s.io/apimachinery", "pkg/api/validation"},
	{"k8s.io/apimachinery", "pkg/api/validate"},
	{"k8s.io/apimachinery", "pkg/apis/meta/v1/validation"},
	{"k8s.io/apiserver", "pkg/util/webhook"},
}

func main() {
	program := newProgram()
	for _, tree := range trees {
		directory, err := directoryOf(tree.module)
		if err == nil {
			err = program.read(tree.module, directory, tree.folder)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "Cannot read %s of %s: %v\n", tree.folder, tree.module, err)
			os.Exit(1)
		}
	}
	sites := program.sites()
	sort.Slice(sites, func(a, b int) bool { return before(sites[a], sites[b]) })
	for _, site := range sites {
		if err := print(site); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// print writes a line of JSON. Strings are not escaped for HTML.
func print(site Site) error {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(site); err != nil {
		return err
	}
	_, err := os.Stdout.Write(line.Bytes())
	return err
}

func before(a, b Site) bool {
	if a.File != b.File {
		return a.File < b.File
	}
	if a.Line != b.Line {
		return a.Line < b.Line
	}
	return a.Column < b.Column
}

// directoryOf finds a module in the module cache, in the version of the reference.
func directoryOf(module string) (string, error) {
	list := exec.Command("go", "list", "-mod=mod", "-m", "-f", "{{.Dir}}", module)
	list.Dir = filepath.Join("..", "kubernetes")
	list.Stderr = os.Stderr
	output, err := list.Output()
	return strings.TrimSpace(string(output)), err
}
