/** Descriptions of nodes. Format: `type-descriptions.ts`. */
export const node: string = `
package io.k8s.api.core.v1

kind Node: A machine that runs Pods.
  spec: The addresses of its Pods, its taints, and whether it accepts new Pods.
  status: What the kubelet has reported.
NodeSpec: The desired state of a node.
  configSource: Deprecated: the kubelet no longer reads its configuration from here.
  externalID: Deprecated: kubelets no longer set it.
  podCIDR: The address range of the Pods of the node.
  podCIDRs: The address ranges of the Pods, at most one for each IP family. The first is podCIDR.
  providerID: The ID of the machine at its cloud provider, as <provider>://<id>. It cannot be changed once it is set.
  taints: Taints that keep Pods without tolerations off the node.
  unschedulable: Whether the node accepts no new Pods (kubectl cordon). Default: false.
NodeConfigSource: Deprecated: a source of the configuration of the kubelet.
  configMap: A ConfigMap with the configuration.
ConfigMapNodeConfigSource: Deprecated: a ConfigMap with the configuration of the kubelet.
  kubeletConfigKey: The key of the configuration.
  name: The ConfigMap.
  namespace: The namespace of the ConfigMap.
  resourceVersion: The version of the ConfigMap. Only in the status.
  uid: The uid of the ConfigMap. Only in the status.
Taint: A property of a node that Pods must tolerate.
  effect: What happens to Pods without a toleration: NoSchedule, PreferNoSchedule, or NoExecute, which also evicts running Pods.
  key: The key of the taint.
  timeAdded: When the taint was added.
  value: The value of the taint.
NodeStatus: The observed state of a node.
  addresses: The addresses and names of the node.
  allocatable: What Pods can use, by resource: capacity without what the system reserves.
  capacity: All that the node has, by resource.
  conditions: The conditions Ready, MemoryPressure, DiskPressure, PIDPressure and NetworkUnavailable.
  config: Deprecated: the state of the configuration of the kubelet.
  daemonEndpoints: The port of the kubelet.
  declaredFeatures: Features of the kubelet that depend on feature gates. The scheduler compares them with what Pods need.
  features: Features of the container runtime interface.
  images: Images on the node, the largest first. The kubelet reports 50 by default.
  nodeInfo: The versions and IDs of the machine and its software.
  phase: Deprecated: no component sets it.
  runtimeHandlers: The handlers of the container runtime, to which RuntimeClasses refer.
  volumesAttached: Volumes that are attached to the node.
  volumesInUse: Attachable volumes that the node mounts, so that they are not detached.
NodeAddress: An address or a name of a node.
  address: The address or name.
  type: Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS.
NodeCondition < Condition: One aspect of the state of a node.
  lastHeartbeatTime: When the kubelet last reported the condition.
  type: The name of the condition, for example Ready.
NodeConfigStatus: Deprecated: which configuration the kubelet uses.
  active: The configuration in use.
  assigned: The configuration that will be tried.
  error: Why the assigned configuration is not in use.
  lastKnownGood: The configuration to which the kubelet returns after an error.
NodeDaemonEndpoints: The ports of daemons on the node.
  kubeletEndpoint: The port of the kubelet.
DaemonEndpoint: A port of a daemon.
  Port: The port number.
NodeFeatures: What the container runtime supports on each of its handlers.
  supplementalGroupsPolicy: Whether the runtime supports supplementalGroupsPolicy of Pods.
ContainerImage: An image on the node.
  names: The names of the image, with tags and digests.
  sizeBytes: The size of the image, in bytes.
NodeSystemInfo: The versions and IDs of a node.
  architecture: The architecture, for example amd64.
  bootID: An ID that changes with each start of the machine.
  containerRuntimeVersion: The container runtime, for example containerd://2.1.0.
  kernelVersion: The version of the kernel, as uname -r prints it.
  kubeProxyVersion: Deprecated: the version of kube-proxy, if it is set.
  kubeletVersion: The version of the kubelet.
  machineID: The ID of the machine in /etc/machine-id.
  operatingSystem: The operating system, for example linux.
  osImage: The name of the operating system in /etc/os-release.
  swap: The swap space.
  systemUUID: The UUID of the machine in its firmware.
NodeSwapStatus: The swap space of a node.
  capacity: The size of the swap space, in bytes.
NodeRuntimeHandler: A handler of the container runtime.
  features: What the handler supports.
  name: The name of the handler. Empty for the default handler.
NodeRuntimeHandlerFeatures: What a handler supports.
  recursiveReadOnlyMounts: Whether recursiveReadOnly of mounts is supported.
  userNamespaces: Whether hostUsers false is supported.
AttachedVolume: A volume that is attached to a node.
  devicePath: The path of the device on the node.
  name: The name of the volume, with its plugin.
`;
