// +groupName=corpus.example.com
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type Settings struct {
	// +kubebuilder:default=info
	Level string `json:"level,omitempty"`
	// +kubebuilder:default=3
	Depth int32 `json:"depth,omitempty"`
}

// +kubebuilder:validation:Enum=blue;green
type Colour string

type PresetSpec struct {
	// +kubebuilder:default=text
	Bare string `json:"bare,omitempty"`
	// +kubebuilder:default="quoted, with; signs: {}"
	Quoted string `json:"quoted,omitempty"`
	// +kubebuilder:default=`back\slash "and" quotes`
	Raw string `json:"raw,omitempty"`
	// +kubebuilder:default=""
	Empty string `json:"empty,omitempty"`
	// +kubebuilder:default="1"
	Digit string `json:"digit,omitempty"`
	// +kubebuilder:default="true"
	Word string `json:"word,omitempty"`
	// +kubebuilder:default=two words
	Words string `json:"words,omitempty"`
	// +kubebuilder:default=1
	Int int32 `json:"int,omitempty"`
	// +kubebuilder:default=-7
	Negative int64 `json:"negative,omitempty"`
	// +kubebuilder:default=0
	Zero int32 `json:"zero,omitempty"`
	// +kubebuilder:default=true
	Yes bool `json:"yes,omitempty"`
	// +kubebuilder:default=false
	No bool `json:"no,omitempty"`
	// +kubebuilder:default={a,b}
	List []string `json:"list,omitempty"`
	// +kubebuilder:default={"a b","c,d"}
	QuotedList []string `json:"quotedList,omitempty"`
	// +kubebuilder:default={1,2,3}
	Numbers []int32 `json:"numbers,omitempty"`
	// +kubebuilder:default={}
	EmptyList []string `json:"emptyList,omitempty"`
	// +kubebuilder:default={}
	EmptyMap map[string]string `json:"emptyMap,omitempty"`
	// +kubebuilder:default={a: b, c: "1"}
	Map map[string]string `json:"map,omitempty"`
	// +kubebuilder:default={level: debug, depth: 5}
	Settings Settings `json:"settings,omitempty"`
	// +kubebuilder:default={}
	EmptySettings Settings `json:"emptySettings,omitempty"`
	// +kubebuilder:default={{level: a},{level: b, depth: 1}}
	SettingsList []Settings `json:"settingsList,omitempty"`
	// +kubebuilder:default={a: {x: y}, b: {}}
	Nested map[string]map[string]string `json:"nested,omitempty"`
	// +kubebuilder:default={{a},{b,c}}
	Lists [][]string `json:"lists,omitempty"`
	// +kubebuilder:default=blue
	Colour Colour `json:"colour,omitempty"`
	// +kubebuilder:default="100Mi"
	Size resource.Quantity `json:"size,omitempty"`
	// +kubebuilder:default="25%"
	Much intstr.IntOrString `json:"much,omitempty"`
	// +kubebuilder:default=3
	Many intstr.IntOrString `json:"many,omitempty"`
	// +default="json"
	Json string `json:"json,omitempty"`
	// +default={"level": "warn", "depth": 2}
	JsonObject Settings `json:"jsonObject,omitempty"`
	// +default=["a", "b"]
	JsonList []string `json:"jsonList,omitempty"`
	// +default=5
	// +kubebuilder:default=6
	Both int32 `json:"both,omitempty"`
	// +default="first"
	// +kubebuilder:example="an example"
	Example string `json:"example,omitempty"`
	// +kubebuilder:example={level: debug}
	ExampleObject Settings `json:"exampleObject,omitempty"`
	// +kubebuilder:example={a,b}
	ExampleList []string `json:"exampleList,omitempty"`
	// +kubebuilder:example=7
	ExampleNumber int32 `json:"exampleNumber,omitempty"`
	// +kubebuilder:default=a
	Required string `json:"required"`
}

// Preset has defaults and examples.
// +kubebuilder:object:root=true
type Preset struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +kubebuilder:default={bare: "from above", required: r}
	Spec PresetSpec `json:"spec,omitempty"`
}
