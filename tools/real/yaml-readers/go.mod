// The YAML readers for Go that Kubernetes tools use, in the versions that the reference control plane is built from.
module kubewright.dev/tools/real/yaml-readers

go 1.26.0

require (
	go.yaml.in/yaml/v2 v2.4.3
	go.yaml.in/yaml/v3 v3.0.4
	gopkg.in/yaml.v2 v2.4.0
	gopkg.in/yaml.v3 v3.0.1
	sigs.k8s.io/yaml v1.6.0
)
