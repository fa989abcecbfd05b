// +groupName=corpus.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Phase is one of its constants.
// +k8s:enum
type Phase string

const (
	PhaseRunning Phase = "Running"
	PhasePending Phase = "Pending"
	PhaseFailed  Phase = "Failed"
)

// Level is a list of values.
// +kubebuilder:validation:Enum=low;high;""
type Level string

type EnumSpec struct {
	Phase Phase `json:"phase"`
	// Where it was before.
	Before *Phase  `json:"before,omitempty"`
	Phases []Phase `json:"phases"`
	Level  Level   `json:"level"`
	// +kubebuilder:validation:Enum=1;2;3
	Number int `json:"number"`
	// +kubebuilder:validation:Enum={true}
	Truth bool `json:"truth"`
	// +kubebuilder:validation:items:Enum=x;y
	Items []string `json:"items"`
	// +kubebuilder:default=Pending
	Preset Phase `json:"preset,omitempty"`
	// +kubebuilder:validation:Enum=Running;Pending
	Fewer Phase `json:"fewer"`
	ByPhase map[string]Phase `json:"byPhase"`
}

// Enum lists values.
// +kubebuilder:object:root=true
type Enum struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec EnumSpec `json:"spec"`
}
