#!/usr/bin/env bash
# Writes images with one shared layer as an archive, by tar and sha256sum.
#
#   image.sh FOLDER ARCHIVE NAME:TAG CONFIG [NAME:TAG CONFIG]...
#
# CONFIG is the object of the same name in the image: {"Entrypoint": ["/bin/sh"]}
set -euo pipefail
folder=$1 archive=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/blobs/sha256"
media=application/vnd.oci.image

# put TYPE: moves the file `blob` into the blobs, and sets `digest` and `descriptor` to its digest and descriptor.
put() {
  digest=sha256:$(sha256sum "$work/blob" | cut -d' ' -f1)
  descriptor='"mediaType":"'$media.$1'","digest":"'$digest'","size":'$(stat -c %s "$work/blob")
  mv "$work/blob" "$work/blobs/sha256/${digest#sha256:}"
}

tar --numeric-owner --owner=0 --group=0 --sort=name -C "$folder" -cf "$work/blob" .
put layer.v1.tar
layer=$descriptor differences='"rootfs":{"type":"layers","diff_ids":["'$digest'"]}'
architecture=$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')
manifests=()
while [ $# != 0 ]; do
  echo '{"architecture":"'"$architecture"'","os":"linux","config":'"$2,$differences"'}' >"$work/blob"
  put config.v1+json
  echo '{"schemaVersion":2,"mediaType":"'$media'.manifest.v1+json","config":{'"$descriptor"'},"layers":[{'"$layer"'}]}' >"$work/blob"
  put manifest.v1+json
  manifests+=('{'"$descriptor"',"annotations":{"io.containerd.image.name":"'"$1"'"}}')
  shift 2
done
echo '{"schemaVersion":2,"manifests":['"$(IFS=, && echo "${manifests[*]}")"']}' >"$work/index.json"
echo '{"imageLayoutVersion":"1.0.0"}' >"$work/oci-layout"
tar -C "$work" -cf "$archive" blobs index.json oci-layout
