// Evaluates CEL with the code of kube-apiserver: reads a request and writes a response as a JSON line each.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"regexp"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

// question is one line of input. An operation reads the fields that it needs.
type question struct {
	Op string `json:"op"`
	group
	object
}

func main() {
	base := environment.MustBaseEnvSet(version.MajorMinor(1, 36))
	input := bufio.NewReader(os.Stdin)
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked question
		must(json.Unmarshal(line, &asked))
		write(answerTo(asked, base))
	}
}

func answerTo(asked question, base *environment.EnvSet) any {
	switch asked.Op {
	case "rules":
		return answerRules(asked.group, base)
	case "object":
		return answerObject(asked.group.Schema, asked.object)
	case "functions":
		return answerFunctions(base)
	}
	panic("unknown operation " + asked.Op)
}

// The names of types end with a number from the clock.
var typeNumber = regexp.MustCompile(`selfType\d+`)

func write(answer any) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	must(encoder.Encode(answer))
	_, err := os.Stdout.Write(typeNumber.ReplaceAll(line.Bytes(), []byte("selfType")))
	must(err)
}

func decode(raw json.RawMessage) any {
	var out any
	must(utiljson.Unmarshal(raw, &out))
	return out
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
