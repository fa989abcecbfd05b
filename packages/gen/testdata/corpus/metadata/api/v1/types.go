// +groupName=corpus.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type MetaSpec struct {
	// What is made is called so.
	Metadata metav1.ObjectMeta `json:"metadata,omitempty"`
	// +kubebuilder:validation:MinItems=1
	Many    []metav1.ObjectMeta          `json:"many"`
	ByName  map[string]metav1.ObjectMeta `json:"byName,omitempty"`
	Claim   corev1.PersistentVolumeClaimTemplate `json:"claim"`
	Wrapped Wrapped `json:"wrapped"`
}

type Wrapped struct {
	metav1.ObjectMeta `json:"metadata"`
	Kind              string `json:"kind"`
}

// Meta has metadata within.
// +kubebuilder:object:root=true
type Meta struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MetaSpec `json:"spec"`
}
