// +groupName=corpus.example.com
package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ShipSpec struct {
	Size int32 `json:"size,omitempty"`
}

// Ship has a spec now.
// +kubebuilder:object:root=true
// +kubebuilder:deprecatedversion:warning="corpus.example.com/v1beta1 Ship is deprecated; use v1"
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Size",type=integer,JSONPath=`.spec.size`
type Ship struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ShipSpec `json:"spec,omitempty"`
}

// +kubebuilder:object:root=true
type ShipList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Ship `json:"items"`
}
