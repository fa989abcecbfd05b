#!/usr/bin/env bash
# Runs a command beside a real Kubernetes node, in namespaces of their own: processes, mounts, network, control groups.
#
#   KUBEBUILDER_ASSETS=FOLDER run.sh COMMAND...
#
# So nothing listens where others reach it, no setting of the machine is changed, and nobody has to tidy up: when the command ends, or
# this script does, even by SIGKILL, the kernel ends every process, network link and mount. What is left is a folder and empty
# control groups, which this script removes unless it was killed so. The command finds the cluster by KUBECONFIG, and has no way to other machines.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
: "${KUBEBUILDER_ASSETS:?names the folder of the programs: tools/real/build.sh node prints it}"
export KUBEBUILDER_ASSETS

state=$(mktemp -d "${TMPDIR:-/tmp}/kubewright-node-XXXXXX")
chmod 755 "$state" # Containers look into it, as users that are not root.
groups=()
unshare=

end() {
  trap '' INT TERM
  [ -z "$unshare" ] || { kill -KILL "$unshare" && wait "$unshare"; } 2>/dev/null || true
  for group in "${groups[@]}"; do
    for _ in {1..100}; do # It is empty when the last process has been ended, which the kernel does not wait for.
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

# own_groups: the folders of the control groups that this process is in.
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

# What the node takes for the root of control groups is a child of the groups that this process is in.
while read -r parent; do
  group=${parent%/}/kubewright-node-$$
  mkdir "$group"
  groups+=("$group")
  for file in cpuset.cpus cpuset.mems; do # A new group of version 1 has none of them, and lets nobody in.
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
