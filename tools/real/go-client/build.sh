#!/usr/bin/env bash
# Builds the Go client of the protobuf tests, once, into a cache outside the checkout, and prints its path.
#
# KUBEWRIGHT_CACHE   where the cache is (default ${XDG_CACHE_HOME:-~/.cache}/kubewright)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${KUBEWRIGHT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kubewright}

command -v go >/dev/null || {
  echo "Cannot build the Go client: Go is not installed. Install Go 1.26 or newer" >&2
  exit 1
}

# Another source is another program: the folder's name is its hash.
out=$cache/go-client-$(cat "$here"/*.go "$here"/go.mod "$here"/go.sum | sha256sum | cut -c 1-16)
if [ ! -x "$out/go-client" ]; then
  mkdir -p "$out"
  echo "building the Go client (a few minutes the first time)" >&2
  (cd "$here" && GOFLAGS="-buildvcs=false -trimpath" nice -n 5 go build -mod=readonly -ldflags "-s -w" -o "$out/.go-client.$$" . >&2)
  mv "$out/.go-client.$$" "$out/go-client"
fi
echo "$out/go-client"
