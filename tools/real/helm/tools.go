//go:build tools

// Package tools names the program that this module exists to build, so that `go mod tidy` keeps what it needs.
package tools

import _ "helm.sh/helm/v3/cmd/helm"
