// +groupName=corpus.example.com
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Base is a text.
// +kubebuilder:validation:MaxLength=63
type Base string

// Middle is a shorter one.
// +kubebuilder:validation:MaxLength=40
// +kubebuilder:validation:MinLength=1
type Middle Base

// Top is of letters.
// +kubebuilder:validation:Pattern=`^[a-z]*$`
type Top Middle

// +kubebuilder:validation:Enum=a;b
type Letter string

// +kubebuilder:validation:Minimum=1
type Port int32

// +kubebuilder:validation:MaxItems=10
// +listType=set
type Names []Top

// +kubebuilder:validation:MaxItems=5
type FewNames Names

// +kubebuilder:validation:MaxProperties=3
// +mapType=granular
type Labels map[string]Base

// Part is a piece.
// +kubebuilder:validation:MinProperties=1
// +structType=atomic
type Part struct {
	// Its name.
	Name Top `json:"name"`
	// +optional
	Port Port `json:"port,omitempty"`
}

// Piece is a part.
type Piece Part

type AliasSpec struct {
	Plain Top `json:"plain"`
	// Of at most 20.
	// +kubebuilder:validation:MaxLength=20
	Shorter Top `json:"shorter"`
	// The same again.
	// +kubebuilder:validation:MaxLength=63
	Same Base `json:"same"`
	// +kubebuilder:validation:Pattern=`^a`
	// +kubebuilder:validation:MinLength=3
	Both Top `json:"both"`
	// +kubebuilder:validation:Enum=a;b;c
	Letter Letter `json:"letter"`
	// +kubebuilder:default=a
	Preset Letter `json:"preset,omitempty"`
	// +kubebuilder:validation:Maximum=65535
	// +kubebuilder:validation:Minimum=1024
	Port Port `json:"port"`
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=4
	Names Names `json:"names"`
	// +listType=atomic
	FewNames FewNames `json:"fewNames"`
	// +kubebuilder:validation:MinProperties=1
	// +kubebuilder:validation:MaxProperties=2
	// +mapType=atomic
	Labels Labels `json:"labels"`
	Part   Part   `json:"part"`
	// Another.
	// +structType=granular
	Other *Part `json:"other,omitempty"`
	Piece Piece `json:"piece"`
	// +nullable
	Null *Piece `json:"null,omitempty"`
	Parts []Part `json:"parts"`
	ByName map[string]Piece `json:"byName"`
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:Enum=1;"50%"
	Much intstr.IntOrString `json:"much"`
	// +kubebuilder:default="1Gi"
	Size resource.Quantity `json:"size,omitempty"`
	// +kubebuilder:validation:Format=date
	Day metav1.Time `json:"day"`
	// +kubebuilder:title=titled
	// +kubebuilder:example=abc
	Titled Top `json:"titled"`
	// +kubebuilder:validation:XValidation:rule="self != 'x'"
	Ruled Ruled `json:"ruled"`
	// +k8s:required
	Needed Base `json:"needed"`
	// +k8s:required
	NeededPart Loose `json:"neededPart"`
}

// +kubebuilder:validation:XValidation:rule="self != 'y'",message="not y"
type Ruled string

type Loose struct {
	A string `json:"a,omitempty"`
}

// Alias is a kind.
// +kubebuilder:object:root=true
type Alias struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec AliasSpec `json:"spec"`
}
