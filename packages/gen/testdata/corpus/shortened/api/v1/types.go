// +groupName=corpus.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type LongSpec struct {
	// Short enough.
	A string `json:"a"`
	// The first sentence. The second sentence is too long to be kept whole.
	B string `json:"b"`
	// One sentence without an end that is much longer than what is allowed
	C string `json:"c"`
	// Averyveryverylongwordthatcannotbecutatanyspacewhatsoever
	D string `json:"d"`
	// Is it? Yes, it is, and this goes on for long.
	E string `json:"e"`
	// Two lines
	// of text that together are too long for it.
	F string `json:"f"`
	// Exactly forty characters are in this one
	G string `json:"g"`
	// Ümläuts ünd Sönderzeichen zählen als Bytes, nicht als Zeichen.
	H string `json:"h"`
	// Ends! Here and then more words that follow on.
	I []string `json:"i"`
}

// Long has descriptions that are cut. This is one of them.
// +kubebuilder:object:root=true
type Long struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LongSpec `json:"spec"`
}
