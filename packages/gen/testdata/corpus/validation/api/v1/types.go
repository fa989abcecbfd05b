// +groupName=corpus.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Every marker on a type.

// +kubebuilder:validation:Minimum=-5
// +kubebuilder:validation:Maximum=1e3
// +kubebuilder:validation:ExclusiveMinimum=true
// +kubebuilder:validation:ExclusiveMaximum=false
// +kubebuilder:validation:MultipleOf=5
type Bounded int32

// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=10
// +kubebuilder:validation:Pattern=`^[a-z"'\\]+$`
// +kubebuilder:validation:Format=hostname
type Text string

// +kubebuilder:validation:Enum=a;"b c";`d;e`
type Choice string

// +kubebuilder:validation:Enum={1,2,4}
type NumberChoice int

// +kubebuilder:validation:MinItems=1
// +kubebuilder:validation:MaxItems=3
// +kubebuilder:validation:UniqueItems=false
// +kubebuilder:validation:items:MinLength=2
// +kubebuilder:validation:items:MaxLength=4
// +kubebuilder:validation:items:Pattern="^x"
// +kubebuilder:validation:items:Format=uuid
// +kubebuilder:validation:items:Enum=xx;xy
type Texts []string

// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=5
type Limits map[string]int32

// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:XPreserveUnknownFields
// +kubebuilder:title="Loose"
// +kubebuilder:externalDocs:url="https://example.com/loose"
type Loose struct {
	A string `json:"a,omitempty"`
}

// +kubebuilder:pruning:PreserveUnknownFields
type Open struct{}

// +kubebuilder:validation:XEmbeddedResource
// +kubebuilder:validation:XPreserveUnknownFields
type Embedded struct{}

// +kubebuilder:validation:XIntOrString
// +kubebuilder:validation:MaxLength=5
// +kubebuilder:validation:Pattern="^[0-9]+%?$"
type Percent string

// +kubebuilder:validation:Type=integer
// +kubebuilder:validation:Minimum=1
type Overridden string

type MarkedSpec struct {
	Bounded      Bounded      `json:"bounded"`
	Text         Text         `json:"text"`
	Choice       Choice       `json:"choice"`
	NumberChoice NumberChoice `json:"numberChoice"`
	Texts        Texts        `json:"texts"`
	Limits       Limits       `json:"limits"`
	Loose        Loose        `json:"loose"`
	Open         Open         `json:"open"`
	Embedded     Embedded     `json:"embedded"`
	Percent      Percent      `json:"percent"`
	Overridden   Overridden   `json:"overridden"`
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	// +kubebuilder:validation:ExclusiveMinimum=false
	// +kubebuilder:validation:ExclusiveMaximum=true
	// +kubebuilder:validation:MultipleOf=2
	FieldNumber int64 `json:"fieldNumber"`
	// +kubebuilder:validation:MinLength=0
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern=`^([a-z]+,)*$`
	// +kubebuilder:validation:Format="date-time"
	FieldText string `json:"fieldText"`
	// +kubebuilder:validation:Enum=Always;Never;"";"1";"true"
	FieldChoice string `json:"fieldChoice"`
	// +kubebuilder:validation:MinItems=0
	// +kubebuilder:validation:MaxItems=16
	// +kubebuilder:validation:items:Minimum=1
	// +kubebuilder:validation:items:Maximum=9
	// +kubebuilder:validation:items:ExclusiveMinimum=true
	// +kubebuilder:validation:items:ExclusiveMaximum=true
	// +kubebuilder:validation:items:MultipleOf=3
	FieldNumbers []int32 `json:"fieldNumbers"`
	// +kubebuilder:validation:items:MinItems=1
	// +kubebuilder:validation:items:MaxItems=2
	FieldLists [][]string `json:"fieldLists"`
	// +kubebuilder:validation:items:MinProperties=1
	// +kubebuilder:validation:items:MaxProperties=2
	FieldMaps []map[string]string `json:"fieldMaps"`
	// +kubebuilder:validation:items:XIntOrString
	FieldPercents []string `json:"fieldPercents"`
	// +kubebuilder:validation:items:Type=integer
	// +kubebuilder:validation:items:Minimum=1
	FieldRetyped []string `json:"fieldRetyped"`
	// +kubebuilder:validation:MaxProperties=7
	// +kubebuilder:validation:MinProperties=0
	FieldMap map[string]string `json:"fieldMap"`
	// +kubebuilder:validation:Type=object
	// +kubebuilder:validation:XPreserveUnknownFields
	FieldOpen string `json:"fieldOpen"`
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Format=uuid
	FieldTyped int64 `json:"fieldTyped"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=object
	// +kubebuilder:pruning:PreserveUnknownFields
	FieldSchemaless string `json:"fieldSchemaless"`
	// +kubebuilder:validation:EmbeddedResource
	// +kubebuilder:pruning:PreserveUnknownFields
	FieldResource Open `json:"fieldResource"`
	// +kubebuilder:validation:XEmbeddedResource
	// +kubebuilder:validation:XPreserveUnknownFields
	FieldOther Open `json:"fieldOther"`
	// +kubebuilder:title="With a title: \"quoted\""
	// +kubebuilder:externalDocs:url=https://example.com/a,description=what it is
	FieldTitle string `json:"fieldTitle"`
	// +nullable
	FieldNull string `json:"fieldNull"`
	// +nullable
	// +optional
	FieldNullList []string `json:"fieldNullList"`
	// +k8s:minimum=2
	// +k8s:maximum=20
	FieldK8sNumber int32 `json:"fieldK8sNumber"`
	// +k8s:maxItems=4
	FieldK8sList []string `json:"fieldK8sList"`
}

// Marked carries every marker about values.
// +kubebuilder:object:root=true
type Marked struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MarkedSpec `json:"spec"`
}
