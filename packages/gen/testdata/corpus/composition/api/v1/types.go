// +groupName=corpus.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Common is in every spec.
// +kubebuilder:validation:XValidation:rule="self.replicas < 10"
// +kubebuilder:validation:MinProperties=1
type Common struct {
	// Whether it rests.
	Paused bool `json:"paused,omitempty"`
	// +kubebuilder:validation:Minimum=0
	Replicas int32 `json:"replicas"`
}

// +kubebuilder:validation:XValidation:rule="!has(self.labels) || self.labels.size() < 5"
// +structType=atomic
type Labelled struct {
	Common `json:",inline"`
	// Labels to put on.
	Labels map[string]string `json:"labels,omitempty"`
}

// Template is metadata and a spec.
type Template struct {
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              Common `json:"spec"`
}

// +kubebuilder:validation:MaxProperties=7
// +kubebuilder:validation:XValidation:rule="self.o != ''"
type Other struct {
	O string `json:"o,omitempty"`
}

type Both struct {
	Other    `json:",inline"`
	Labelled `json:",inline"`
}

// +kubebuilder:validation:MinProperties=1
type Reference struct {
	corev1.LocalObjectReference `json:",inline"`
	Key                         string `json:"key"`
}

// +kubebuilder:validation:XValidation:rule="self.own.size() < 100"
// +kubebuilder:validation:MinProperties=2
type ComposedSpec struct {
	Labelled `json:",inline"`
	Both Both `json:"both"`
	// Its own.
	Own      string   `json:"own"`
	Template Template `json:"template"`
	// +optional
	Reference Reference `json:"reference"`
	// +kubebuilder:validation:EmbeddedResource
	// +kubebuilder:validation:XPreserveUnknownFields
	Manifest runtime.RawExtension `json:"manifest"`
	// +kubebuilder:validation:EmbeddedResource
	Manifests []runtime.RawExtension `json:"-"`
	Any *runtime.RawExtension `json:"any,omitempty"`
	Page      Page                   `json:"page"`
}

// Page is one of a generic type in TypeScript.
type Page struct {
	Items []Common `json:"items"`
	Next  *string  `json:"next,omitempty"`
}

// Composed is put together from other types.
// +kubebuilder:object:root=true
type Composed struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ComposedSpec `json:"spec"`
}
