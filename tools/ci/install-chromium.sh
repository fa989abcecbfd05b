#!/usr/bin/env bash
# Installs Debian's Chromium, in which the tests of the website open its pages. Does nothing if Chromium is installed.
set -euo pipefail
{ command -v chromium || command -v google-chrome; } >/dev/null && exit 0
command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || {
  echo "Chromium is not installed, and can be installed only as root on Debian: its tests are skipped" >&2
  exit 0
}
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } >/dev/null 2>&1; then
  echo "Chromium could not be installed: its tests are skipped" >&2
fi
