package shared

// Address is where something is.
// +structType=atomic
// +kubebuilder:validation:XValidation:rule="self.street != '' || self.box != ''",message="a street or a box"
type Address struct {
	// +kubebuilder:default=""
	Street string `json:"street,omitempty"`
	// +kubebuilder:default=""
	Box string `json:"box,omitempty"`
	// +kubebuilder:validation:Pattern=`^[0-9]{5}$`
	Code string `json:"code"`
}

// Amount is money.
// +kubebuilder:validation:Minimum=0
type Amount int64

// +kubebuilder:validation:Enum=EUR;USD
type Currency string
