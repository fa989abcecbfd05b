// Package v1 is the API of shops.
// +groupName=shop.corpus.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"kubewright.dev/tools/controller-gen/types/api/shared"
)

type ShopSpec struct {
	Address shared.Address `json:"address"`
	// Where else.
	Branches []shared.Address `json:"branches,omitempty"`
	Rent   shared.Amount `json:"rent"`
	Prices map[string]shared.Amount `json:"prices,omitempty"`
}

// Shop sells.
// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=sh
// +kubebuilder:externalDocs:url="https://example.com/shop",description="About shops"
// +kubebuilder:title="A shop"
type Shop struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ShopSpec `json:"spec"`
}

// NotAKind has no metadata and is only used by others.
type NotAKind struct {
	A string `json:"a"`
}
