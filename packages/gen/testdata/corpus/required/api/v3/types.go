// +kubebuilder:validation:Required
// +groupName=corpus.example.com
package v3

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Fields struct {
	Plain     string  `json:"plain"`
	OmitEmpty string  `json:"omitEmpty,omitempty"`
	OmitZero  string  `json:"omitZero,omitzero"`
	Pointer   *string `json:"pointer,omitempty"`
	// +optional
	Optional string `json:"optional"`
	// +k8s:optional
	K8sOptional string `json:"k8sOptional"`
	// +kubebuilder:validation:Optional
	OldOptional string `json:"oldOptional"`
	// +required
	Required string `json:"required,omitempty"`
	// +k8s:required
	K8sRequired string `json:"k8sRequired,omitempty"`
	// +k8s:required
	// +kubebuilder:validation:MinItems=3
	K8sRequiredList []string `json:"k8sRequiredList"`
	// +k8s:required
	K8sRequiredMap map[string]string `json:"k8sRequiredMap"`
	// +k8s:required
	K8sRequiredStruct Inner `json:"k8sRequiredStruct"`
	// +k8s:required
	K8sRequiredNumber int32 `json:"k8sRequiredNumber"`
	// +kubebuilder:validation:Required
	OldRequired string `json:"oldRequired,omitempty"`
	// +optional
	// +kubebuilder:validation:Required
	Both string `json:"both,omitempty"`
	// +kubebuilder:default=a
	Preset string `json:"preset"`
	Zebra  string `json:"zebra"`
	Apple  string `json:"apple"`
}

type Inner struct {
	A string `json:"a,omitempty"`
}

// Field says what must be there.
// +kubebuilder:object:root=true
type Field struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec Fields `json:"spec"`
}
