#!/usr/bin/env bash
# Installs Debian's nginx, which the real lane runs with the configurations of Balancer. Does nothing if nginx is installed.
# policy-rc.d prevents the package from starting the service, which would listen on all addresses.
set -euo pipefail
[ ! -e /usr/lib/nginx/modules/ngx_stream_module.so ] || exit 0
command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || {
  echo "nginx is not installed, and can be only as root on Debian: its tests are skipped" >&2
  exit 0
}
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod +x "$policy"
  trap 'rm -f "$policy"' EXIT
fi
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends nginx libnginx-mod-stream; } >/dev/null 2>&1; then
  echo "nginx could not be installed: its tests are skipped" >&2
fi
