// Package v1 is the API of workloads.
// +groupName=shop.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type WorkloadSpec struct {
	// +kubebuilder:validation:MaxItems=3
	EnvFrom []corev1.EnvFromSource `json:"envFrom,omitempty"`
	// +kubebuilder:default={name: "defaults"}
	Defaults  *corev1.LocalObjectReference           `json:"defaults,omitempty"`
	Disk      *corev1.AzureDiskVolumeSource          `json:"disk,omitempty"`
	Selector  metav1.LabelSelector                   `json:"selector"`
	Claims    []corev1.PersistentVolumeClaimTemplate `json:"claims"`
	Resources map[string]corev1.ResourceRequirements `json:"resources,omitempty"`
	Ports     []networkingv1.IngressPortStatus       `json:"ports,omitempty"`
	Probe     *corev1.Probe                          `json:"probe,omitempty"`
}

type WorkloadStatus struct {
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Workload struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   WorkloadSpec   `json:"spec"`
	Status WorkloadStatus `json:"status,omitempty"`
}
