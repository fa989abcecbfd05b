#!/usr/bin/env bash
# Builds one of the Go programs that tests run, once, into a cache outside the checkout, and prints its path.
#
#   tools/real/build-program.sh go-client    the program in tools/real/go-client
#
# KUBEWRIGHT_CACHE   the folder of the cache (default ${XDG_CACHE_HOME:-~/.cache}/kubewright)
set -euo pipefail
name=${1:?the folder of the program, for example go-client}
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/$name" && pwd)
cache=${KUBEWRIGHT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kubewright}

command -v go >/dev/null || {
  echo "Cannot build $name: Go is not installed. Install Go 1.26 or newer" >&2
  exit 1
}

# The name of the folder contains the hash of the source.
out=$cache/$name-$(cat "$source"/*.go "$source"/go.mod "$source"/go.sum | sha256sum | cut -c 1-16)
if [ ! -x "$out/$name" ]; then
  mkdir -p "$out"
  echo "building $name (a few minutes the first time)" >&2
  (cd "$source" && GOFLAGS="-buildvcs=false -trimpath" nice -n 5 go build -mod=readonly -ldflags "-s -w" -o "$out/.$name.$$" . >&2)
  mv "$out/.$name.$$" "$out/$name"
fi
echo "$out/$name"
