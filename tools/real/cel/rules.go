package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	celapi "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// group is a schema with rules, each of which is compiled and evaluated on each value.
type group struct {
	Schema json.RawMessage `json:"schema"`
	Root   bool            `json:"root,omitempty"`
	Values []value         `json:"values"`
	Rules  []rule          `json:"rules"`
}

type value struct {
	Value json.RawMessage `json:"value"`
	Old   json.RawMessage `json:"old,omitempty"`
}

type rule struct {
	Rule     string   `json:"rule"`
	Message  string   `json:"messageExpression,omitempty"`
	Optional bool     `json:"optionalOldSelf,omitempty"`
	Compiled compiled `json:"compiled"`
	Results  []result `json:"results,omitempty"`
}

type compiled struct {
	Error        string `json:"error,omitempty"`
	MessageError string `json:"messageError,omitempty"`
	UsesOldSelf  bool   `json:"usesOldSelf,omitempty"`
	MaxCost      string `json:"maxCost,omitempty"`
	Cardinality  uint64 `json:"maxCardinality,omitempty"`
	MessageCost  string `json:"messageMaxCost,omitempty"`
}

type result struct {
	Verdict     string `json:"verdict"`
	Cost        uint64 `json:"cost"`
	Message     string `json:"message,omitempty"`
	MessageCost uint64 `json:"messageCost,omitempty"`
}

type activation map[string]any

// answerRules answers every rule of a group, in order.
func answerRules(g group, base *environment.EnvSet) []rule {
	structural := structuralOf(g.Schema)
	declType := model.SchemaDeclType(structural, g.Root)
	values := structural
	if g.Root {
		values = model.WithTypeAndObjectMeta(structural)
	}
	for i := range g.Rules {
		answerRule(&g.Rules[i], g.Values, structural, values, declType, base)
	}
	return g.Rules
}

// answerRule compiles and evaluates a rule. If the code panics, the response has only the panic.
func answerRule(r *rule, values []value, structural, valueSchema *schema.Structural, declType *celapi.DeclType, base *environment.EnvSet) {
	defer func() {
		if reason := recover(); reason != nil {
			r.Compiled, r.Results = compiled{Error: fmt.Sprintf("panic: %v", reason)}, nil
		}
	}()
	optional := r.Optional
	structural.XValidations = v1.ValidationRules{{Rule: r.Rule, MessageExpression: r.Message, OptionalOldSelf: &optional}}
	results, err := schemacel.Compile(structural, declType, 1000000, base, schemacel.NewExpressionsEnvLoader())
	if err != nil {
		r.Compiled = compiled{Error: err.Error()}
		return
	}
	c := results[0]
	if c.Error != nil {
		r.Compiled = compiled{Error: c.Error.Error()}
		return
	}
	r.Compiled = compiled{UsesOldSelf: c.UsesOldSelf, MaxCost: fmt.Sprint(c.MaxCost), Cardinality: c.MaxCardinality}
	if c.MessageExpressionError != nil {
		r.Compiled.MessageError = c.MessageExpressionError.Error()
	}
	if c.MessageExpression != nil {
		r.Compiled.MessageCost = fmt.Sprint(c.MessageExpressionMaxCost)
	}
	r.Results = nil
	for _, v := range values {
		r.Results = append(r.Results, evaluate(c, r.Optional, v, valueSchema))
	}
}

func evaluate(c schemacel.CompilationResult, optional bool, v value, s *schema.Structural) result {
	self := schemacel.UnstructuredToVal(decode(v.Value), s)
	plain := activation{"self": self}
	vars := activation{"self": self, "oldSelf": types.OptionalNone}
	if v.Old != nil {
		old := schemacel.UnstructuredToVal(decode(v.Old), s)
		plain["oldSelf"] = old
		vars["oldSelf"] = types.OptionalOf(old)
	}
	if !optional {
		vars = plain
	}
	verdict, cost := run(c.Program, vars)
	r := result{Verdict: verdict, Cost: cost}
	if c.MessageExpression != nil {
		// As the validator does, also for an optional oldSelf.
		r.Message, r.MessageCost = run(c.MessageExpression, plain)
	}
	return r
}

func run(p cel.Program, vars activation) (string, uint64) {
	out, details, err := p.ContextEval(context.Background(), map[string]any(vars))
	cost := uint64(0)
	if details != nil && details.ActualCost() != nil {
		cost = *details.ActualCost()
	}
	if err != nil {
		return "error: " + err.Error(), cost
	}
	if out == types.NullValue {
		return "null", cost
	}
	return fmt.Sprintf("%v", out.Value()), cost
}
