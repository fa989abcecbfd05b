// +groupName=bank.corpus.example.com
// +kubebuilder:validation:Optional
package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"kubewright.dev/tools/controller-gen/types/api/shared"
	shopv1 "kubewright.dev/tools/controller-gen/types/api/shop/v1"
)

type AccountSpec struct {
	Owner    string                `json:"owner"`
	Currency shared.Currency       `json:"currency"`
	Balance  *shared.Amount        `json:"balance"`
	Shop     shopv1.NotAKind       `json:"shop"`
	// +required
	Needed   shared.Address        `json:"needed"`
	Selector *metav1.LabelSelector `json:"selector"`
}

// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster,path=accounts
// +kubebuilder:subresource:status
type Account struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   AccountSpec `json:"spec"`
	Status struct{}    `json:"-"`
}
