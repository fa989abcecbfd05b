#!/usr/bin/env bash
# Installs Debian's nginx, with which the real lane tries out what Balancer writes, where that is possible; does nothing when it is there.
# Installed as a package it would also be started, and listen for everybody: for that time the system is told to start nothing.
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
