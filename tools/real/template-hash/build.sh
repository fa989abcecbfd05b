#!/usr/bin/env bash
# Builds the program that computes Pod template hashes, once, into a cache outside the checkout,
# and prints its path.
#
# KUBEWRIGHT_CACHE   the folder of the cache (default ${XDG_CACHE_HOME:-~/.cache}/kubewright)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${KUBEWRIGHT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kubewright}

command -v go >/dev/null || {
  echo "Cannot build the program for template hashes: Go is not installed. Install Go 1.26 or newer" >&2
  exit 1
}

# The name of the folder contains the hash of the source.
out=$cache/template-hash-$(cat "$here"/*.go "$here"/go.mod "$here"/go.sum | sha256sum | cut -c 1-16)
if [ ! -x "$out/template-hash" ]; then
  mkdir -p "$out"
  (cd "$here" && GOFLAGS="-buildvcs=false -trimpath" nice -n 5 go build -mod=readonly -ldflags "-s -w" -o "$out/.template-hash.$$" . >&2)
  mv "$out/.template-hash.$$" "$out/template-hash"
fi
echo "$out/template-hash"
