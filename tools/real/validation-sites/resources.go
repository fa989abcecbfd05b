package main

import (
	"regexp"
	"sort"
	"strings"
)

// Packages below these folders are named after a resource, or have the strategies of one below them.
var registries = []string{"k8s.io/kubernetes/pkg/registry/", "k8s.io/apiextensions-apiserver/pkg/registry/"}

// resources returns the resources that lead to each function, sorted.
func (p *program) resources() map[*function][]string {
	led := map[*function]map[string]bool{}
	for _, functions := range p.functions {
		for _, function := range functions {
			if resource, ok := resourceOf(function.pkg); ok {
				p.follow(function, resource, led)
			} else if resource, ok := declaredFor(function); ok {
				p.follow(function, resource, led)
			}
		}
	}
	sorted := map[*function][]string{}
	for function, resources := range led {
		for resource := range resources {
			sorted[function] = append(sorted[function], resource)
		}
		sort.Strings(sorted[function])
	}
	return sorted
}

func (p *program) follow(from *function, resource string, led map[*function]map[string]bool) {
	if led[from] == nil {
		led[from] = map[string]bool{}
	}
	if led[from][resource] {
		return
	}
	led[from][resource] = true
	for name := range from.mentions {
		for _, function := range p.functions[name] {
			// The strategy of another resource is named where both are installed, or one uses the other's store.
			if _, isRegistry := resourceOf(function.pkg); !isRegistry {
				p.follow(function, resource, led)
			}
		}
	}
}

// resourceOf is core/pod for k8s.io/kubernetes/pkg/registry/core/pod/storage.
func resourceOf(pkg string) (string, bool) {
	for _, registry := range registries {
		if rest, ok := strings.CutPrefix(pkg, registry); ok {
			parts := strings.Split(rest, "/")
			if len(parts) > 2 {
				parts = parts[:2]
			}
			return strings.Join(parts, "/"), true
		}
	}
	return "", false
}

// Generated validation is installed in the scheme, where strategies find it by the kind: Validate_Role of rbac/v1.
var declared = regexp.MustCompile(`^k8s\.io/kubernetes/pkg/apis/(\w+)/v\d+\.Validate_(\w+)$`)

func declaredFor(function *function) (string, bool) {
	match := declared.FindStringSubmatch(function.pkg + "." + function.name)
	if match == nil {
		return "", false
	}
	return match[1] + "/" + strings.ToLower(match[2]), true
}
