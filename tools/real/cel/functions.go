package main

import (
	"fmt"
	"sort"
	"strings"

	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/google/cel-go/cel"
)

type functionsAnswer struct {
	// Functions are signatures with their identifiers: "list_index_of_int: list(A).indexOf(A) -> int".
	Functions []string `json:"functions"`
	// Macros are names with the number of arguments, and whether they have a target: "has:1:false".
	Macros []string `json:"macros"`
}

// answerFunctions lists what expressions can call, those of mutating policies included.
func answerFunctions(base *environment.EnvSet) functionsAnswer {
	env, err := base.NewExpressionsEnv().Extend(library.JSONPatch())
	must(err)
	var answer functionsAnswer
	for name, function := range env.Functions() {
		if function.IsDeclarationDisabled() {
			continue
		}
		for _, overload := range function.OverloadDecls() {
			args := make([]string, 0, len(overload.ArgTypes()))
			for _, arg := range overload.ArgTypes() {
				args = append(args, cel.FormatCELType(arg))
			}
			call := name + "(" + strings.Join(args, ", ") + ")"
			if overload.IsMemberFunction() {
				call = args[0] + "." + name + "(" + strings.Join(args[1:], ", ") + ")"
			}
			result := cel.FormatCELType(overload.ResultType())
			answer.Functions = append(answer.Functions, fmt.Sprintf("%s: %s -> %s", overload.ID(), call, result))
		}
	}
	for _, macro := range env.Macros() {
		answer.Macros = append(answer.Macros, macro.MacroKey())
	}
	sort.Strings(answer.Functions)
	sort.Strings(answer.Macros)
	return answer
}
