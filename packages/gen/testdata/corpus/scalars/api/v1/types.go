// +groupName=corpus.example.com
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type ScalarSpec struct {
	Bool    bool    `json:"bool"`
	Text    string  `json:"text"`
	Int     int     `json:"int"`
	Int8    int8    `json:"int8"`
	Int16   int16   `json:"int16"`
	Int32   int32   `json:"int32"`
	Int64   int64   `json:"int64"`
	Uint32  uint32  `json:"uint32"`
	Uint64  uint64  `json:"uint64"`
	Float32 float32 `json:"float32"`
	Float64 float64 `json:"float64"`
	Bytes   []byte  `json:"bytes"`
	// A date.
	Time      metav1.Time          `json:"time"`
	MicroTime metav1.MicroTime     `json:"microTime"`
	Duration  metav1.Duration      `json:"duration"`
	Quantity  resource.Quantity    `json:"quantity"`
	Or        intstr.IntOrString   `json:"or"`
	JSON      apiextensionsv1.JSON `json:"json"`
	// +kubebuilder:pruning:PreserveUnknownFields
	Raw runtime.RawExtension `json:"raw"`
	// +kubebuilder:validation:EmbeddedResource
	// +kubebuilder:pruning:PreserveUnknownFields
	Object runtime.RawExtension `json:"object"`
	Meta   metav1.ObjectMeta    `json:"meta"`

	BoolPointer *bool              `json:"boolPointer,omitempty"`
	IntPointer  *int32             `json:"intPointer,omitempty"`
	TimePointer *metav1.Time       `json:"timePointer,omitempty"`
	OrPointer   *intstr.IntOrString `json:"orPointer,omitempty"`
	// +nullable
	TimeNull *metav1.Time `json:"timeNull,omitempty"`

	Times      []metav1.Time                `json:"times"`
	Quantities map[string]resource.Quantity `json:"quantities"`
	Ors        []intstr.IntOrString         `json:"ors"`
	JSONs      map[string]apiextensionsv1.JSON `json:"jsons"`
	Metas      []metav1.ObjectMeta          `json:"metas"`
	ByteLists  [][]byte                     `json:"byteLists"`
}

// Scalar has a field of each scalar type.
// +kubebuilder:object:root=true
type Scalar struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ScalarSpec `json:"spec"`
}
