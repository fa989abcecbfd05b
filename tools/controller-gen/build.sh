#!/usr/bin/env bash
# Builds controller-gen from its Go module, and the module of the Go sources of the corpus, once, into a cache outside the
# checkout. Prints their folder: `controller-gen`, and `types` with its vendored core types.
#
# The core types are vendored without descriptions, as in the output of @kubewright/gen, so that both can be compared byte by
# byte. Markers and build constraints stay.
#
# KUBEWRIGHT_CACHE   the folder of the cache (default ${XDG_CACHE_HOME:-~/.cache}/kubewright)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${KUBEWRIGHT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kubewright}
export GOFLAGS="-buildvcs=false -trimpath"

command -v go >/dev/null || {
  echo "Cannot build controller-gen: Go is not installed. Install Go 1.26 or newer" >&2
  exit 1
}

# The name of the folder contains the hash of the source.
out=$cache/controller-gen-$(cat "$here"/build.sh "$here"/*/*.go "$here"/*/go.mod "$here"/*/go.sum | sha256sum | cut -c 1-16)
if [ ! -d "$out" ]; then
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/.controller-gen.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  echo "building controller-gen (a minute the first time)" >&2
  (cd "$here/program" && nice -n 5 go build -mod=readonly -ldflags "-s -w" -o "$work/controller-gen" \
    sigs.k8s.io/controller-tools/cmd/controller-gen >&2)
  cp -r "$here/types" "$work/types"
  (cd "$work/types" && go mod vendor >&2)
  find "$work/types/vendor/k8s.io" -name '*.go' -exec sed -i -E '\#^[[:space:]]*//([^+g]|[[:space:]]*$)#{\#^[[:space:]]*//[[:space:]]*\+#!d}' {} +
  mv "$work" "$out"
  trap - EXIT
fi
echo "$out"
