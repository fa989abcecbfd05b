#!/usr/bin/env bash
# Builds the program that compares OpenAPI documents in protobuf, once, into a cache outside the checkout, and prints its path.
#
# KUBEWRIGHT_CACHE   where the cache is (default ${XDG_CACHE_HOME:-~/.cache}/kubewright)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${KUBEWRIGHT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kubewright}

command -v go >/dev/null || {
  echo "Cannot build the OpenAPI comparison: Go is not installed. Install Go 1.26 or newer" >&2
  exit 1
}

# Another source is another program: the folder's name is its hash.
out=$cache/openapi-check-$(cat "$here"/*.go "$here"/go.mod "$here"/go.sum | sha256sum | cut -c 1-16)
if [ ! -x "$out/openapi-check" ]; then
  mkdir -p "$out"
  echo "building the OpenAPI comparison (a few minutes the first time)" >&2
  (cd "$here" && GOFLAGS="-buildvcs=false -trimpath" nice -n 5 go build -mod=readonly -ldflags "-s -w" -o "$out/.openapi-check.$$" . >&2)
  mv "$out/.openapi-check.$$" "$out/openapi-check"
fi
echo "$out/openapi-check"
