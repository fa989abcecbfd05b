#!/usr/bin/env bash
# Runs a command beside a real Kubernetes node, in separate namespaces: processes, mounts, network, control groups.
#
#   KUBEBUILDER_ASSETS=FOLDER run.sh COMMAND...
#
# Nothing listens on addresses of the machine, and no setting of the machine changes. When the command or this script ends, also by
# SIGKILL, the kernel ends every process, network link and mount. A folder and empty control groups remain, which this script removes
# unless SIGKILL ended it. KUBECONFIG names the cluster, and there is no route to other machines.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
: "${KUBEBUILDER_ASSETS:?names the folder of the programs: tools/real/build.sh node prints it}"
export KUBEBUILDER_ASSETS

state=$(mktemp -d "${TMPDIR:-/tmp}/kubewright-node-XXXXXX")
chmod 755 "$state" # Containers read it as users other than root.
groups=()
unshare=

end() {
  trap '' INT TERM
  [ -z "$unshare" ] || { kill -KILL "$unshare" && wait "$unshare"; } 2>/dev/null || true
  for group in "${groups[@]}"; do
    for _ in {1..100}; do # It is empty when the last process has ended; the kernel does not wait for that.
      find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || true
      [ -d "$group" ] || break
      sleep 0.1
    done
  done
  rm -rf --one-file-system "$state"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# own_groups: prints the folders of the control groups of this process.
own_groups() {
  while IFS=: read -r _ controllers group; do
    if [ -z "$controllers" ]; then
      [ "$(stat -fc %T /sys/fs/cgroup)" != cgroup2fs ] || echo "/sys/fs/cgroup$group"
    else
      folder=/sys/fs/cgroup/${controllers#name=}
      [ ! -d "$folder" ] || echo "$folder$group"
    fi
  done </proc/self/cgroup
}

# The root of the control groups of the node is a child of the groups of this process.
while read -r parent; do
  group=${parent%/}/kubewright-node-$$
  mkdir "$group"
  groups+=("$group")
  for file in cpuset.cpus cpuset.mems; do # These are empty in a new group of version 1, which then accepts no process.
    [ ! -e "$group/$file" ] || [ -n "$(cat "$group/$file")" ] || cat "$parent/$file" >"$group/$file"
  done
done < <(own_groups)

enter() {
  for group in "${groups[@]}"; do echo "$BASHPID" >"$group/cgroup.procs"; done
  exec setpriv --pdeathsig KILL unshare --fork --kill-child --pid --mount-proc --mount --net --ipc --cgroup "$here/init.sh" "$state" "$@"
}
enter "$@" &
unshare=$!
status=0
wait "$unshare" || status=$?
unshare=
exit "$status"
