// +groupName=corpus.example.com
package v2

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Ship is not ready for the world.
// +kubebuilder:object:root=true
// +kubebuilder:skipversion
type Ship struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Draft string `json:"draft"`
}

// Boat has no columns and no subresources.
// +kubebuilder:object:root=true
type Boat struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Length int32 `json:"length"`
}
