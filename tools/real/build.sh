#!/usr/bin/env bash
# Builds the reference control plane from Go modules, once, into a cache outside the checkout.
#
#   tools/real/build.sh              etcd, kube-apiserver, kubectl, and also kube-controller-manager,
#                                    kube-scheduler and kwok; prints their folder
#   tools/real/build.sh node         also kubelet and kube-proxy; prints the folder
#   tools/real/build.sh kubectl 30   kubectl 1.30, for the compatibility matrix; prints its path
#   tools/real/build.sh helm         helm; prints its path
#   tools/real/build.sh covered      a kube-apiserver that writes the coverage of its validation into the folder
#                                    GOCOVERDIR when it ends; prints its folder
#
# KUBEWRIGHT_CACHE   the folder of the cache (default ${XDG_CACHE_HOME:-~/.cache}/kubewright)
#
# Prints progress to stderr and the result to stdout. An existing program is not built again: the name of its folder
# contains the versions, and only complete programs are moved into it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${KUBEWRIGHT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kubewright}
export GOFLAGS="-buildvcs=false -trimpath"

command -v go >/dev/null || {
  echo "Cannot build the reference control plane: Go is not installed. Install Go 1.26 or newer, or set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver" >&2
  exit 1
}

# version_of MODULE FOLDER: the version that FOLDER's go.mod pins.
version_of() { awk -v m="$1" '{ sub(/^require /, "") } $1 == m { print $2; exit }' "$2/go.mod"; }

# ldflags KUBERNETES_VERSION: without them the server reports version v0.0.0, which kubectl rejects.
ldflags() {
  local version=$1 package=k8s.io/component-base/version
  local minor=${version#v1.}
  echo "-s -w -X $package.gitVersion=$version -X $package.gitMajor=1 -X $package.gitMinor=${minor%%.*} -X $package.gitTreeState=clean"
}

# build FOLDER NAME PACKAGE OUT [LDFLAGS] [FLAG...]
build() {
  [ -x "$4/$2" ] && return
  mkdir -p "$4"
  echo "building $2 (a few minutes the first time)" >&2
  (cd "$1" && nice -n 5 go build -mod=mod -ldflags "${5:--s -w}" "${@:6}" -o "$4/.$2.$$" "$3" >&2)
  mv "$4/.$2.$$" "$4/$2"
}

if [ "${1:-}" = kubectl ]; then
  minor=${2:?which minor version, for example 30}
  out=$cache/kubectl-1.$minor
  if [ ! -x "$out/kubectl" ]; then
    version=$(go list -m -versions k8s.io/kubectl | tr ' ' '\n' | { grep -E "^v0\.$minor\.[0-9]+$" || true; } | sort -V | tail -n 1)
    [ -n "$version" ] || { echo "Cannot build kubectl 1.$minor: no release of k8s.io/kubectl is v0.$minor.x" >&2; exit 1; }
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    cp "$here/kubectl.go.txt" "$work/main.go"
    (cd "$work" && printf 'module kubewright.dev/tools/real/kubectl\n\ngo 1.22\n' >go.mod && go get "k8s.io/kubectl@$version" >&2 && go mod tidy >&2)
    build "$work" kubectl . "$out" "$(ldflags "v1.$minor.${version##*.}")"
  fi
  echo "$out/kubectl"
  exit
fi

if [ "${1:-}" = helm ]; then
  out=$cache/helm-$(version_of helm.sh/helm/v3 "$here/helm")
  build "$here/helm" helm helm.sh/helm/v3/cmd/helm "$out"
  echo "$out/helm"
  exit
fi

kubernetes=$(version_of k8s.io/kubernetes "$here/kubernetes")
etcd=$(version_of go.etcd.io/etcd/server/v3 "$here/etcd")
if [ "${1:-}" = covered ]; then
  # Includes the main package: without it, Go's runtime writes no coverage.
  packages=k8s.io/kubernetes/cmd/kube-apiserver,k8s.io/kubernetes/pkg/apis/...,k8s.io/kubernetes/pkg/registry/...
  packages+=,k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,k8s.io/apiextensions-apiserver/pkg/apiserver/schema/...
  packages+=,k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition,k8s.io/apimachinery/pkg/apis/meta/v1/validation
  packages+=,k8s.io/apimachinery/pkg/api/validation/...,k8s.io/apimachinery/pkg/api/validate/...,k8s.io/apiserver/pkg/util/webhook
  out=$cache/covered-$kubernetes
  build "$here/kubernetes" kube-apiserver k8s.io/kubernetes/cmd/kube-apiserver "$out" "$(ldflags "$kubernetes")" \
    -cover -covermode=set "-coverpkg=$packages"
  echo "$out"
  exit
fi

out=$cache/real-$kubernetes-etcd-$etcd
build "$here/etcd" etcd go.etcd.io/etcd/server/v3 "$out"
programs=(kube-apiserver kubectl kube-controller-manager kube-scheduler)
[ "${1:-}" != node ] || programs+=(kubelet kube-proxy)
for program in "${programs[@]}"; do
  build "$here/kubernetes" "$program" "k8s.io/kubernetes/cmd/$program" "$out" "$(ldflags "$kubernetes")"
done
build "$here/kwok" kwok sigs.k8s.io/kwok/cmd/kwok "$out"
echo "$out"
