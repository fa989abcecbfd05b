package main

import (
	"context"
	"encoding/json"

	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/common"
)

// object is a value that all rules of a schema are evaluated on, as in a create or, with an old value, in an update.
type object struct {
	Object    json.RawMessage `json:"object,omitempty"`
	OldObject json.RawMessage `json:"oldObject,omitempty"`
}

type objectAnswer struct {
	Errors []string `json:"errors"`
	Budget int64    `json:"budget"`
}

func answerObject(raw json.RawMessage, asked object) objectAnswer {
	structural := structuralOf(raw)
	answer := objectAnswer{Errors: []string{}, Budget: cel.RuntimeCELCostBudget}
	validator := schemacel.NewValidator(structural, true, cel.PerCallLimit)
	if validator == nil {
		return answer
	}
	now := decode(asked.Object)
	var old any
	var options []schemacel.Option
	if asked.OldObject != nil {
		old = decode(asked.OldObject)
		options = append(options, schemacel.WithRatcheting(common.NewCorrelatedObject(now, old, &model.Structural{Structural: structural})))
	}
	errs, budget := validator.Validate(context.Background(), nil, structural, now, old, cel.RuntimeCELCostBudget, options...)
	for _, err := range errs {
		answer.Errors = append(answer.Errors, err.Error())
	}
	answer.Budget = budget
	return answer
}
