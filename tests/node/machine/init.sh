#!/usr/bin/env bash
# The first process in the namespaces of run.sh: starts the node, then runs the command, and ends the node with it.
#
# The node has the address 10.231.0.1, Pods are in 10.232.0.0/24, Services in 10.233.0.0/24. There is no route to other networks.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
state=$1
shift
address=10.231.0.1 ready_within_s=180 started=0 started_at=$SECONDS

# Mounts the control groups of the node where it expects those of the machine.
if [ "$(stat -fc %T /sys/fs/cgroup)" = cgroup2fs ]; then
  mount -t cgroup2 cgroup2 /sys/fs/cgroup
  mkdir /sys/fs/cgroup/init # Only a group without processes may have children with controllers.
  while read -r process; do echo "$process" >/sys/fs/cgroup/init/cgroup.procs 2>/dev/null || true; done </sys/fs/cgroup/cgroup.procs
  for controller in $(cat /sys/fs/cgroup/cgroup.controllers); do echo "+$controller" >/sys/fs/cgroup/cgroup.subtree_control; done
else
  while read -r folder options; do
    umount "$folder" && mount -t cgroup -o "$options" cgroup "$folder"
  done < <(awk '{ for (i = 7; $i != "-"; i++); if ($(i + 1) == "cgroup") { sub(/^rw,/, "", $(i + 3)); print $5, $(i + 3) } }' /proc/self/mountinfo)
fi

# The folders outside its own that the node writes to: an empty /run, its logs, and an overlay of /var/lib.
mkdir -p "$state"/{lib,work,log,keys,network,etcd,containerd,kubelet,tmp}
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /run/node /run/settings /run/lock
mount --bind "$state" /run/node
mount --bind "$state/log" /var/log
mount -t overlay -o "lowerdir=/var/lib,upperdir=$state/lib,workdir=$state/work" overlay /var/lib
mount --make-rshared /
# The kubelet requires these settings of the kernel, and reads them from these files.
while read -r setting value; do
  [ -e "/proc/sys/$setting" ] || continue
  file=/run/settings/${setting//\//.}
  echo "$value" >"$file"
  mount --bind "$file" "/proc/sys/$setting"
done <<'END'
vm/overcommit_memory 1
vm/panic_on_oom 0
kernel/panic 10
kernel/panic_on_oops 1
kernel/keys/root_maxkeys 1000000
kernel/keys/root_maxbytes 25000000
END

ip link set lo up
ip link add node type bridge
ip address add "$address/24" dev node
ip link set node up
ip route add 10.233.0.0/24 dev node # Only for the routing decision: kube-proxy changes the destination.
echo 1 >/proc/sys/net/ipv4/ip_forward

# issue NAME SUBJECT EXTENSIONS: creates a key and a certificate, which the authority signs, or which is self-signed without extensions.
cd /run/node/keys
issue() {
  local new=(openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -keyout "$1.key" -out "$1.crt" -subj "$2" -x509)
  [ -z "${3:-}" ] || new+=(-CA ca.crt -CAkey ca.key -addext "$3" -addext basicConstraints=critical,CA:FALSE)
  "${new[@]}" 2>>/var/log/openssl.log
}
issue ca /CN=node-authority
issue server /CN=node1 "subjectAltName=DNS:node1,DNS:kubernetes.default.svc,IP:$address,IP:10.233.0.1,IP:127.0.0.1"
issue admin /O=system:masters/CN=admin extendedKeyUsage=clientAuth
cat >/run/node/kubeconfig <<END
apiVersion: v1
kind: Config
clusters: [{ name: node, cluster: { server: "https://$address:6443", certificate-authority-data: "$(base64 -w0 ca.crt)" } }]
users: [{ name: admin, user: { client-certificate-data: "$(base64 -w0 admin.crt)", client-key-data: "$(base64 -w0 admin.key)" } }]
contexts: [{ name: node, context: { cluster: node, user: admin } }]
current-context: node
END
chmod 600 /run/node/kubeconfig
export KUBECONFIG=/run/node/kubeconfig TMPDIR=/run/node/tmp
cp "$here/config/network.conflist" /run/node/network/

# One image for the Pods of tests, and for the process that holds a Pod's namespaces.
busybox=/run/node/busybox
mkdir -p "$busybox"/{bin,tmp}
chmod 1777 "$busybox/tmp"
cp "$(command -v busybox)" "$busybox/bin/busybox"
for name in sh sleep echo true false cat mkdir httpd stty tar; do ln -s busybox "$busybox/bin/$name"; done
# The second name replaces the image of a workspace: it serves a page at the same port, without an editor.
cat >"$busybox/bin/workspace" <<'END'
#!/bin/sh
trap 'exit 0' TERM
mkdir -p /tmp/www && echo workspace >/tmp/www/index.html && httpd -p 9999 -h /tmp/www
sleep 2147483647 &
wait
END
chmod 755 "$busybox/bin/workspace"
"$here/image.sh" "$busybox" /run/node/busybox.tar \
  kubewright.test/busybox:1 '{"Env":["PATH=/bin"],"Cmd":["sleep","2147483647"]}' \
  docker.io/library/code-server-go1.19:v0.1 '{"Env":["PATH=/bin"],"User":"1000:1000","Cmd":["workspace"]}'

# run NAME COMMAND...: runs a command in the background, with a log.
run() {
  local name=$1
  shift
  "$@" >"/var/log/$name.log" 2>&1 &
  started=$((started + 1))
}
# until_true COMMAND...
until_true() {
  until "$@" >/dev/null 2>&1; do
    if [ $((SECONDS - started_at)) -gt "$ready_within_s" ] || [ "$(jobs -pr | wc -l)" -lt "$started" ]; then
      tail -n 3 /var/log/*.log >&2
      echo "Cannot start the node: a program has ended, or $ready_within_s s have passed before this succeeded: $*" >&2
      exit 1
    fi
    sleep 0.1
  done
}
kubectl() { "$KUBEBUILDER_ASSETS/kubectl" "$@"; }

run etcd "$KUBEBUILDER_ASSETS/etcd" --data-dir /run/node/etcd --unsafe-no-fsync \
  --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
  --listen-peer-urls http://127.0.0.1:2380
run containerd containerd --config "$here/config/containerd.toml"
run kube-apiserver "$KUBEBUILDER_ASSETS/kube-apiserver" --etcd-servers http://127.0.0.1:2379 --advertise-address "$address" \
  --tls-cert-file server.crt --tls-private-key-file server.key --client-ca-file ca.crt \
  --kubelet-client-certificate admin.crt --kubelet-client-key admin.key --kubelet-certificate-authority ca.crt \
  --kubelet-preferred-address-types InternalIP --authorization-mode RBAC --service-cluster-ip-range 10.233.0.0/24 \
  --service-account-issuer https://kubernetes.default.svc --service-account-key-file server.crt \
  --service-account-signing-key-file server.key
until_true kubectl get --raw /readyz
# They have no replicas, so leader election is off.
common=(--kubeconfig "$KUBECONFIG" --authentication-kubeconfig "$KUBECONFIG" --authorization-kubeconfig "$KUBECONFIG"
  --bind-address 127.0.0.1 --leader-elect=false)
run kube-controller-manager "$KUBEBUILDER_ASSETS/kube-controller-manager" "${common[@]}" \
  --service-account-private-key-file server.key --root-ca-file ca.crt
run kube-scheduler "$KUBEBUILDER_ASSETS/kube-scheduler" "${common[@]}"
until_true ctr version
ctr --namespace k8s.io images import /run/node/busybox.tar >/var/log/images.log
run kubelet "$KUBEBUILDER_ASSETS/kubelet" --config "$here/config/kubelet.yaml" --kubeconfig "$KUBECONFIG" \
  --root-dir /run/node/kubelet --hostname-override node1 --node-ip "$address"
run kube-proxy "$KUBEBUILDER_ASSETS/kube-proxy" --config "$here/config/kube-proxy.yaml" --hostname-override node1
until_true kubectl wait --for=condition=Ready --timeout=1s node/node1
until_true kubectl get serviceaccount default
echo "The node is ready after $((SECONDS - started_at)) s"

cd "$OLDPWD"
status=0
"$@" || status=$?
exit "$status"
