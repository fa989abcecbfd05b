#!/usr/bin/env bash
# Writes an image with one layer as an archive, with nothing but tar and sha256sum.
#
#   image.sh NAME:TAG FOLDER ARCHIVE CONFIG    CONFIG is the object of the same name in the image: {"Entrypoint": ["/bin/sh"]}
set -euo pipefail
name=$1 folder=$2 archive=$3 config=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/blobs/sha256"

# put FILE: moves it among the blobs and sets `digest` and `size`.
put() {
  digest=$(sha256sum "$1" | cut -d' ' -f1) size=$(stat -c %s "$1")
  mv "$1" "$work/blobs/sha256/$digest"
}
media=application/vnd.oci.image

tar --numeric-owner --owner=0 --group=0 --sort=name -C "$folder" -cf "$work/blob" .
put "$work/blob"
layer='{"mediaType":"'$media'.layer.v1.tar","digest":"sha256:'$digest'","size":'$size'}'
architecture=$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')
echo '{"architecture":"'"$architecture"'","os":"linux","config":'"$config"',"rootfs":{"type":"layers","diff_ids":["sha256:'"$digest"'"]}}' >"$work/blob"
put "$work/blob"
echo '{"schemaVersion":2,"mediaType":"'$media'.manifest.v1+json","config":{"mediaType":"'$media'.config.v1+json","digest":"sha256:'"$digest"'","size":'"$size"'},"layers":['"$layer"']}' >"$work/blob"
put "$work/blob"
echo '{"schemaVersion":2,"manifests":[{"mediaType":"'$media'.manifest.v1+json","digest":"sha256:'"$digest"'","size":'"$size"',"annotations":{"io.containerd.image.name":"'"$name"'"}}]}' >"$work/index.json"
echo '{"imageLayoutVersion":"1.0.0"}' >"$work/oci-layout"
tar -C "$work" -cf "$archive" blobs index.json oci-layout
