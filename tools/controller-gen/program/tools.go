//go:build tools

// Package tools names the program that this module exists to build, so that `go mod tidy` keeps what it needs.
package tools

import _ "sigs.k8s.io/controller-tools/cmd/controller-gen"
