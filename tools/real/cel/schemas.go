package main

import (
	"encoding/json"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
)

func structuralOf(raw json.RawMessage) *schema.Structural {
	var external v1.JSONSchemaProps
	must(json.Unmarshal(raw, &external))
	var internal apiextensions.JSONSchemaProps
	must(v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&external, &internal, nil))
	structural, err := schema.NewStructural(&internal)
	must(err)
	return structural
}
