// +groupName=corpus.example.com
package v1

import (
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type CoreSpec struct {
	// Pods like this.
	Template corev1.PodTemplateSpec `json:"template"`
	// +kubebuilder:validation:MaxItems=8
	// +listType=map
	// +listMapKey=name
	Containers []corev1.Container `json:"containers,omitempty"`
	// +listType=atomic
	Env []corev1.EnvVar `json:"env,omitempty"`
	// Where.
	// +structType=granular
	Reference *corev1.ObjectReference `json:"reference,omitempty"`
	Secret    corev1.SecretKeySelector `json:"secret"`
	Resources corev1.ResourceRequirements `json:"resources,omitempty"`
	// +kubebuilder:default=IfNotPresent
	// +kubebuilder:validation:Enum=Always;IfNotPresent
	Pull      corev1.PullPolicy `json:"pull,omitempty"`
	Affinity  *corev1.Affinity  `json:"affinity,omitempty"`
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
	Claim     corev1.PersistentVolumeClaimSpec `json:"claim"`
	Ports     []corev1.ServicePort `json:"ports,omitempty"`
	Selector  *metav1.LabelSelector `json:"selector,omitempty"`
	Job       batchv1.JobSpec `json:"job"`
	Strategy  appsv1.DeploymentStrategy `json:"strategy,omitempty"`
	Rules     []rbacv1.PolicyRule `json:"rules,omitempty"`
	Ingress   networkingv1.IngressSpec `json:"ingress"`
	Limits    corev1.ResourceList `json:"limits,omitempty"`
	Owner     metav1.OwnerReference `json:"owner"`
}

// Core has fields of the types that come with Kubernetes.
// +kubebuilder:object:root=true
type Core struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CoreSpec `json:"spec"`
}
