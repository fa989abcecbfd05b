#!/usr/bin/env bash
# Writes an image of Debian's nginx with its stream module, under the name that the Balancer's Deployment has.
#
#   nginx-image.sh ARCHIVE NAME:TAG
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=/usr/sbin/nginx module=/usr/lib/nginx/modules/ngx_stream_module.so
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

mkdir -p "$root"/{etc/nginx,run,tmp,usr/share/nginx,var/log/nginx,var/lib/nginx}
for file in $program $module $(ldd $program $module | grep -o '/[^ ]*\.so[^ :]* ' | sort -u); do
  mkdir -p "$root$(dirname "$file")"
  cp -L "$file" "$root$file"
done
echo 'www-data:x:33:33::/:/sbin/nologin' >"$root/etc/passwd"
echo 'www-data:x:33:' >"$root/etc/group"
chmod -R a+rX "$root"
chmod 1777 "$root/tmp"
# The image of the nginx project has the stream module in its program; Debian's program loads it.
directives="load_module $module; user www-data www-data; daemon off; error_log stderr; pid /run/nginx.pid;"
"$here/image.sh" "$root" "$1" "$2" '{"Entrypoint":["'$program'","-g","'"$directives"'"]}'
