// The group and the version are said by markers, whatever the folder is called.

// +groupName=corpus.example.com
// +versionName=v1
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ShipSpec struct {
	// How many.
	Replicas *int32 `json:"replicas,omitempty"`
	Port     string `json:"port,omitempty"`
	Size     struct{} `json:"-"`
}

type ShipStatus struct {
	Replicas int32  `json:"replicas"`
	Selector string `json:"selector,omitempty"`
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// Ship is what is stored.
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:resource:path=ships,singular=ship,shortName=sp;spp,categories={all,fleet},scope=Cluster
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:printcolumn:JSONPath=.spec.replicas,name=Replicas,type=integer,format=int32
// +kubebuilder:printcolumn:JSONPath=.status.replicas,description="How many there are",name="Current Replicas",priority=1,type=integer
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name=Big,type=boolean,JSONPath=.spec.big
// +kubebuilder:printcolumn:name=Ratio,type=number,JSONPath=.spec.ratio,format=double
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
// +kubebuilder:selectablefield:JSONPath=.spec.port
// +kubebuilder:selectablefield:JSONPath=`.spec.replicas`
// +kubebuilder:metadata:annotations="api-approved.kubernetes.io=https://example.com/1";"b=c=d",labels={"app=fleet","team=sea"}
// +kubebuilder:metadata:labels="third=1"
type Ship struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   ShipSpec   `json:"spec,omitempty"`
	Status ShipStatus `json:"status,omitempty"`
}
