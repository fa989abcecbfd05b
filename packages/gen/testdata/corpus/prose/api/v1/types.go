// +groupName=corpus.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ProseSpec has fields with comments
// of several lines,
//
// and paragraphs.
//
//
// With two empty lines between.
// TODO: not this.
type ProseSpec struct {
	// One line.
	One string `json:"one"`
	// Two lines
	// joined.
	Two string `json:"two"`
	// A list:
	//   - first
	//   - second
	//
	// and after it.
	List string `json:"list"`
	// Code:
	// ```yaml
	// a: 1
	//   b: 2
	//
	// TODO: kept in code
	// ```
	// done.
	Code string `json:"code"`
	// Before the marker.
	// +optional
	// After the marker.
	Around string `json:"around,omitempty"`

	// Not of this field: an empty line is between.

	// Of this field.
	Apart string `json:"apart"`

	// +kubebuilder:validation:MaxLength=3

	// The marker above is apart.
	ApartMarker string `json:"apartMarker"`
	// Above the rule.
	// ---
	// Below the rule.
	Rule string `json:"rule"`
	None string `json:"none"`
	// Unicode: äöü, 日本語, 🚀 and "quotes", 'single', \ backslash, `ticks`.
	Unicode string `json:"unicode"`
	// A very long line that has to be folded by the writer of YAML because it is longer than eighty characters: it goes on and on, and on.
	Long string `json:"long"`
	// key: value
	Colon string `json:"colon"`
	// # no comment
	Hash string `json:"hash"`
	// * star
	Star string `json:"star"`
	// > greater
	Greater string `json:"greater"`
	// | pipe
	Pipe string `json:"pipe"`
	// % percent
	Percent string `json:"percent"`
	// [bracket]
	Bracket string `json:"bracket"`
	// - dash
	Dash string `json:"dash"`
	// ? question
	Question string `json:"question"`
	// no
	No string `json:"no"`
	// 0x1F
	Hex string `json:"hex"`
	// 1e3
	Exponent string `json:"exponent"`
	// .inf
	Infinite string `json:"infinite"`
	// 12:30:45
	Clock string `json:"clock"`
	// Deprecated: use two.
	Deprecated string `json:"deprecated"`
	// Ends with colon:
	EndColon string `json:"endColon"`
	// a #b
	InnerHash string `json:"innerHash"`
	/* In a block. */
	Block string `json:"block"`
	Inner Inner `json:"inner"`
	// Of the field.
	Outer Inner `json:"outer"`
}

// Inner has its own.
type Inner struct {
	A string `json:"a,omitempty"`
}

// Prose is about comments.
//
// +kubebuilder:object:root=true
//
// This stands after a marker.
type Prose struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What is wanted.
	Spec ProseSpec `json:"spec"`
}
