// +groupName=corpus.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:validation:XValidation:rule="self.startsWith('a')",message="must begin with a",reason=FieldValueForbidden
type Ruled string

// +kubebuilder:validation:XValidation:rule="self.min <= self.max",messageExpression="'min %d is above max %d'.format([self.min, self.max])",fieldPath=".min",reason="FieldValueInvalid"
// +kubebuilder:validation:XValidation:rule="!oldSelf.hasValue() || oldSelf.value().min == self.min",optionalOldSelf=true
// +kubebuilder:validation:XValidation:rule=`self.max < 100 || self.min > 10`
type Range struct {
	Min int32 `json:"min"`
	Max int32 `json:"max"`
}

// +kubebuilder:validation:ExactlyOneOf=a;b;c
type Exactly struct {
	A *string `json:"a,omitempty"`
	B *string `json:"b,omitempty"`
	C *string `json:"c,omitempty"`
	D *string `json:"d,omitempty"`
}

// +kubebuilder:validation:AtMostOneOf=a;b
// +kubebuilder:validation:AtLeastOneOf=a;b;c
// +kubebuilder:validation:XValidation:rule="true"
// +kubebuilder:validation:ExactlyOneOf=c;d
// +kubebuilder:validation:AtMostOneOf=a;d
type Several struct {
	A *string `json:"a,omitempty"`
	B *string `json:"b,omitempty"`
	C *string `json:"c,omitempty"`
	// +optional
	D string `json:"d"`
}

// +kubebuilder:validation:XValidation:rule="self.min < 1000"
type Span struct {
	Min int32 `json:"min"`
}

type RuleSpec struct {
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="cannot change",reason=FieldValueDuplicate
	// +kubebuilder:validation:MaxLength=10
	Fixed string `json:"fixed"`
	Ruled Ruled  `json:"ruled"`
	// +kubebuilder:validation:XValidation:rule="self.size() < 9"
	RuledTwice Ruled `json:"ruledTwice"`
	Range      Range `json:"range"`
	// +kubebuilder:validation:items:XValidation:rule="self > 0",message="positive"
	// +kubebuilder:validation:XValidation:rule="self.size() > 0",message="some"
	Numbers []int32 `json:"numbers"`
	// +kubebuilder:validation:items:XValidation:rule="self.min > 0"
	Ranges  []Span   `json:"ranges"`
	Exactly Exactly  `json:"exactly"`
	Several *Several `json:"several,omitempty"`
	// +k8s:immutable
	Once string `json:"once,omitempty"`
	// +k8s:immutable
	Always string `json:"always"`
	// +k8s:immutable
	OnceRange *Range `json:"onceRange,omitempty"`
}

// Rule has rules in CEL.
// +kubebuilder:object:root=true
// +kubebuilder:validation:XValidation:rule="self.metadata.name.size() < 20",message="short names"
type Rule struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RuleSpec `json:"spec"`
}
