#!/usr/bin/env bash
# Writes the image of an operator as its Dockerfile describes the last stage, with Node and its libraries for the image that it begins with.
#
#   IMAGE_NODE=PROGRAM operator-image.sh NAME:TAG FOLDER DOCKERFILE ARCHIVE    FOLDER becomes /app
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
name=$1 folder=$2 dockerfile=$3 archive=$4
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

# said INSTRUCTION DEFAULT: what the last stage says.
said() {
  awk -v instruction="$1" -v found="$2" '/^FROM / { stage = NR } $1 == instruction { sub($1 " ", ""); found = $0 } END { print found }' "$dockerfile"
}
grep -q '^FROM gcr.io/distroless/nodejs24-' "$dockerfile" || { echo "$dockerfile: expected Node 24 in the last stage" >&2; exit 1; }

mkdir -p "$root"/{nodejs/bin,app,etc,tmp,home/nonroot}
cp "$IMAGE_NODE" "$root/nodejs/bin/node"
for library in $(ldd "$IMAGE_NODE" | grep -o '/[^ ]*'); do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
cp -r "$folder/." "$root/app"
echo 'nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin' >"$root/etc/passwd"
chmod -R a+rX "$root"
chmod 1777 "$root/tmp"
"$here/image.sh" "$name" "$root" "$archive" \
  '{"User":"'"$(said USER 0)"'","WorkingDir":"'"$(said WORKDIR /home/nonroot)"'","Entrypoint":'"$(said ENTRYPOINT null)"'}'
