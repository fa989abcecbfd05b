// +groupName=corpus.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Port struct {
	Name string `json:"name"`
	// +kubebuilder:default=TCP
	Protocol string `json:"protocol,omitempty"`
	Port     int32  `json:"port"`
}

// +listType=map
// +listMapKey=name
type Ports []Port

// +k8s:listType=set
type Set []string

// +mapType=atomic
type Whole map[string]string

// +structType=atomic
type Pair struct {
	A string `json:"a,omitempty"`
	B string `json:"b,omitempty"`
}

type ListSpec struct {
	// +listType=atomic
	Atomic []string `json:"atomic"`
	// +listType=set
	Set []string `json:"set"`
	// +listType=map
	// +listMapKey=port
	// +listMapKey=protocol
	Map []Port `json:"map"`
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +listMapKey=name
	Both []Port `json:"both"`
	// +listMapKey=name
	// +listType=map
	Order []Port `json:"order"`
	Ports    Ports `json:"ports"`
	NamedSet Set   `json:"namedSet"`
	Lists     [][]string            `json:"lists"`
	Deep      [][][]int32           `json:"deep"`
	Maps      map[string][]string   `json:"maps"`
	MapOfMaps map[string]map[string]int64 `json:"mapOfMaps"`
	Structs   map[string]Port       `json:"structs"`
	// +mapType=atomic
	MapAtomic map[string]string `json:"mapAtomic"`
	// +mapType=granular
	MapGranular map[string]string `json:"mapGranular"`
	Whole       Whole             `json:"whole"`
	Pair        Pair              `json:"pair"`
	// +structType=granular
	PairGranular Pair `json:"pairGranular"`
	// +mapType=granular
	WholeGranular Whole `json:"wholeGranular"`
	Array [3]string `json:"array"`
	OptionalItems []*string `json:"optionalItems"`
}

// Thing has lists and maps.
// +kubebuilder:object:root=true
type Thing struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ListSpec `json:"spec"`
}
