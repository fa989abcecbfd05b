#!/usr/bin/env bash
# Writes images of operators as their Dockerfiles describe the last stage, with Node and its libraries for the image that it begins with.
#
#   IMAGE_NODE=PROGRAM operator-image.sh FOLDER ARCHIVE NAME:TAG DOCKERFILE [NAME:TAG DOCKERFILE]...    FOLDER becomes /app
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1 archive=$2
shift 2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

# said DOCKERFILE INSTRUCTION DEFAULT: prints the value of an instruction of the last stage.
said() {
  awk -v instruction="$2" -v otherwise="$3" '/^FROM / { said = otherwise } $1 == instruction { sub($1 " ", ""); said = $0 } END { print said }' "$1"
}

images=()
while [ $# != 0 ]; do
  case $(said "$2" FROM '') in
  gcr.io/distroless/nodejs24-*) ;;
  *) echo "Cannot write the image $1: expected Node 24 in the last stage of $2" >&2 && exit 1 ;;
  esac
  images+=("$1" '{"User":"'"$(said "$2" USER 0)"'","WorkingDir":"'"$(said "$2" WORKDIR /home/nonroot)"'","Entrypoint":'"$(said "$2" ENTRYPOINT null)"'}')
  shift 2
done

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
"$here/image.sh" "$root" "$archive" "${images[@]}"
