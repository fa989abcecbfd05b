// Follows JSONPaths with k8s.io/client-go/util/jsonpath, as the printer columns of kube-apiserver do: reads a question and writes an answer as a JSON
// line each.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/client-go/util/jsonpath"
)

type question struct {
	Path  string          `json:"path"`
	Value json.RawMessage `json:"value"`
}

// answer has the printed results of the first action, or one of the errors.
type answer struct {
	ParseError string   `json:"parseError,omitempty"`
	Error      string   `json:"error,omitempty"`
	Results    []string `json:"results,omitempty"`
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for in.Scan() {
		var asked question
		if err := json.Unmarshal(in.Bytes(), &asked); err != nil {
			panic(err)
		}
		if err := out.Encode(answerTo(asked)); err != nil {
			panic(err)
		}
	}
}

func answerTo(asked question) answer {
	var value any
	if err := utiljson.Unmarshal(asked.Value, &value); err != nil {
		panic(err)
	}
	path := jsonpath.New("column").AllowMissingKeys(true)
	if err := path.Parse(fmt.Sprintf("{%s}", asked.Path)); err != nil {
		return answer{ParseError: err.Error()}
	}
	results, err := path.FindResults(value)
	if err != nil {
		return answer{Error: err.Error()}
	}
	var found answer
	if len(results) == 0 {
		return found
	}
	for _, result := range results[0] {
		var printed bytes.Buffer
		if err := path.PrintResults(&printed, []reflect.Value{reflect.ValueOf(result.Interface())}); err != nil {
			return answer{Error: err.Error()}
		}
		found.Results = append(found.Results, printed.String())
	}
	return found
}
