// +groupName=corpus.example.com
package v1

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// OverlapPolicy says what becomes of a run that is due while another goes on.
// +k8s:enum
type OverlapPolicy string

const (
	OverlapWait OverlapPolicy = "Wait"
	OverlapSkip OverlapPolicy = "Skip"
	OverlapStop OverlapPolicy = "Stop"
)

// ScheduleSpec says when what is run.
// +kubebuilder:validation:ExactlyOneOf=cron;interval
type ScheduleSpec struct {
	// When, in the form of cron.
	// +kubebuilder:validation:MinLength=9
	// +kubebuilder:validation:MaxLength=100
	Cron *string `json:"cron,omitempty"`
	// How often.
	Interval *metav1.Duration `json:"interval,omitempty"`
	// +kubebuilder:default=Wait
	Overlap OverlapPolicy `json:"overlap,omitempty"`
	// How late a run may begin.
	// +kubebuilder:validation:Minimum=0
	// +optional
	// +nullable
	DeadlineSeconds *int64 `json:"deadlineSeconds,omitempty"`
	// +kubebuilder:default=false
	Suspend *bool `json:"suspend,omitempty"`
	// What is run.
	Job batchv1.JobTemplateSpec `json:"job"`
	// +kubebuilder:default=3
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=100
	HistoryLimit *int32 `json:"historyLimit,omitempty"`
	// +k8s:immutable
	// +optional
	Account string `json:"account,omitempty"`
	// +listType=set
	// +kubebuilder:validation:MaxItems=8
	// +kubebuilder:validation:items:MaxLength=63
	Tags []string `json:"tags,omitempty"`
}

// ScheduleStatus says what has been run.
type ScheduleStatus struct {
	// +listType=atomic
	Active []corev1.ObjectReference `json:"active,omitempty"`
	// +optional
	LastRun *metav1.Time `json:"lastRun,omitempty"`
	// +patchMergeKey=type
	// +patchStrategy=merge
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
}

// Schedule runs a job again and again.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=sch,categories=all
// +kubebuilder:printcolumn:name="Cron",type=string,JSONPath=`.spec.cron`
// +kubebuilder:printcolumn:name="Suspended",type=boolean,JSONPath=`.spec.suspend`
// +kubebuilder:printcolumn:name="Last run",type=date,JSONPath=`.status.lastRun`
type Schedule struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +required
	Spec ScheduleSpec `json:"spec"`
	// +optional
	Status ScheduleStatus `json:"status,omitzero"`
}

// +kubebuilder:object:root=true
type ScheduleList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Schedule `json:"items"`
}
