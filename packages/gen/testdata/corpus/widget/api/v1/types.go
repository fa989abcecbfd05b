// Package v1 is the API of widgets.
// +kubebuilder:object:generate=true
// +groupName=shop.example.com
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Colour of a widget.
// +kubebuilder:validation:Enum=red;green;"yes"
type Colour string

// Name is a DNS label.
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=63
// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
type Name string

// Part is one of the things a widget is made of: it has a name, and it says how often it is there, with a line that is rather long.
// +structType=atomic
type Part struct {
	Name Name `json:"name"`
	// How many of it: 1 unless it says otherwise.
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:ExclusiveMinimum=false
	// +optional
	Count int32 `json:"count,omitempty"`
	// +optional
	Note *string `json:"note,omitempty"`
}

// Size in both directions.
// +kubebuilder:validation:AtMostOneOf=width;height
// +kubebuilder:validation:XValidation:rule="!has(self.width) || self.width > 0",message="width, if any, is positive"
type Size struct {
	// +optional
	Width *int64 `json:"width,omitempty"`
	// +optional
	Height *int64 `json:"height,omitempty"`
}

// WidgetSpec says what is wanted.
//
// It has a second paragraph,
// of two lines.
// TODO: and this line is not for readers
type WidgetSpec struct {
	// It's the colour: "red" is #1.
	// +kubebuilder:default=red
	Colour Colour `json:"colour,omitempty"`
	// - begins with a dash
	Parts []Part `json:"parts"`
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=10
	Keyed []Part `json:"keyed,omitempty"`
	// +listType=set
	// +kubebuilder:validation:items:MinLength=2
	// +kubebuilder:validation:items:Enum=aa;bb
	// +kubebuilder:default={aa,bb}
	Tags []string `json:"tags,omitempty"`
	// yes
	// +mapType=atomic
	// +kubebuilder:default={a: "1", b: "on", "c d": x}
	Labels map[string]string `json:"labels,omitempty"`
	// ---
	// not shown
	Sizes map[string]Size `json:"sizes,omitempty"`
	// A port, as a number or a name.
	// +kubebuilder:default=80
	Port intstr.IntOrString `json:"port,omitempty"`
	// null
	// +kubebuilder:default="100Mi"
	Memory *resource.Quantity `json:"memory,omitempty"`
	// 12
	// +nullable
	Until *metav1.Time `json:"until,omitempty"`
	// true
	// +kubebuilder:default=false
	On *bool `json:"on,omitempty"`
	// A longer text that is folded where it becomes longer than eighty columns, which is here, and once more a good deal later on.
	// +kubebuilder:validation:MaxLength=10
	// +kubebuilder:validation:Pattern="^[a-z]: 'x'$"
	Longer Name `json:"longer,omitempty"`
	// A text with a colon at its end:
	// +kubebuilder:validation:Format=date
	// +kubebuilder:example="2026-01-01"
	Day string `json:"day,omitempty"`
	// Ends with a space and has a tab	within.
	// +kubebuilder:validation:Enum=1;2;4
	Level int32 `json:"level,omitempty"`
	// 'single'
	// +kubebuilder:pruning:PreserveUnknownFields
	Any runtime.RawExtension `json:"any,omitempty"`
	// The metadata of what is made.
	Metadata metav1.ObjectMeta `json:"metadata,omitempty"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	Open string `json:"open,omitempty"`
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Format=uuid
	// +kubebuilder:title="A title, quoted"
	// +kubebuilder:externalDocs:url="https://example.com/docs",description="More of it"
	Typed int64 `json:"typed,omitempty"`
	// +k8s:immutable
	// +optional
	Once string `json:"once,omitempty"`
	// +optional
	Maybe string `json:"maybe"`
	// +required
	Must string `json:"must,omitempty"`
	// +listType=atomic
	Matrix [][]int32 `json:"matrix,omitempty"`
	// {braces}
	V1 string `json:"v1,omitempty"`
	// `@at`
	V10 string `json:"v10,omitempty"`
	// ~
	V2 string `json:"v2,omitempty"`
	// 2026-01-01
	Bytes []byte `json:"bytes,omitempty"`
}

// WidgetStatus says what is.
type WidgetStatus struct {
	// +optional
	Replicas int32 `json:"replicas,omitempty"`
	// +optional
	Selector string `json:"selector,omitempty"`
}

// Widget is a thing.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:resource:path=widgets,singular=widget,shortName=wg;wgt,categories=all;shop,scope=Cluster
// +kubebuilder:printcolumn:name="Colour",type=string,JSONPath=`.spec.colour`,description="The colour, of course",priority=1
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=.status.conditions[?(@.type=="Ready")].status
// +kubebuilder:printcolumn:JSONPath=".metadata.creationTimestamp",name="Age",type="date"
// +kubebuilder:metadata:annotations="example.com/a=b,c";"example.com/d=e=f",labels="app=widgets"
// +kubebuilder:selectablefield:JSONPath=`.spec.colour`
// +kubebuilder:deprecatedversion:warning="shop.example.com/v1 Widget is old: use v2"
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   WidgetSpec   `json:"spec"`
	Status WidgetStatus `json:"status,omitempty"`
}

// +kubebuilder:object:root=true
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Widget `json:"items"`
}

// +kubebuilder:rbac:groups=shop.example.com,resources=widgets,verbs=get;list;watch
// +kubebuilder:rbac:groups=shop.example.com,resources=widgets/status;widgets/scale,verbs=update;patch;update
// +kubebuilder:rbac:groups=core,resources=pods;services,verbs=list;get;watch
// +kubebuilder:rbac:groups="",resources=secrets,resourceNames=tls;ca,verbs=get
// +kubebuilder:rbac:groups=apps;extensions,resources=deployments,verbs=get
// +kubebuilder:rbac:groups=batch,resources=deployments,verbs=get
// +kubebuilder:rbac:urls=/metrics;/healthz,verbs=get
// +kubebuilder:rbac:urls=/version,verbs=get
// +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=create;get;update,namespace=system
// +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=list,namespace=system,roleName=reader
