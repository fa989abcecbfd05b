/** Descriptions of Pods: their specification, security context and status. Format: `type-descriptions.ts`. */
export const pod: string = `
package io.k8s.api.core.v1

kind Pod: A group of containers that run on one node and share its network address and volumes.
  spec: The containers, their volumes, and how they are scheduled and restarted. Most fields cannot be changed.
  status: What the kubelet and the scheduler have observed.
PodTemplateSpec: The Pods that a controller creates.
  metadata: The labels and annotations of the Pods. The labels must match the selector of the controller.
  spec: The specification of the Pods.
PodSpec: The desired state of a Pod.
  activeDeadlineSeconds: The maximum run time, in seconds from status.startTime. After it the Pod fails. Default: no limit.
  affinity: Rules for the choice of the node, by labels of nodes and by the Pods that run on them.
  automountServiceAccountToken: Whether containers get a token of the service account as files. Default: the service account decides, otherwise true.
  containers: The containers, at least one. They start in parallel after the init containers. The list cannot be extended later.
  dnsConfig: Settings that are added to the DNS configuration of dnsPolicy.
  dnsPolicy: The source of the DNS configuration: ClusterFirst (default), ClusterFirstWithHostNet, Default (of the node), or None (only dnsConfig).
  enableServiceLinks: Whether containers get environment variables for each Service of the namespace. Default: true.
  ephemeralContainers: Containers for debugging that were added to the running Pod. Only the subresource ephemeralcontainers adds them.
  hostAliases: Lines that the kubelet adds to /etc/hosts of the containers.
  hostIPC: Whether the Pod uses the IPC namespace of the node. Default: false.
  hostNetwork: Whether the Pod uses the network of the node. Its container ports are ports of the node then. Default: false.
  hostPID: Whether the Pod uses the process IDs of the node. Excludes shareProcessNamespace. Default: false.
  hostUsers: False gives the Pod a user namespace, in which root has no rights on the node. Default: true.
  hostname: The host name of the containers. Default: the name of the Pod.
  hostnameOverride: The host name in the containers, in place of hostname and subdomain; at most 64 characters. DNS records do not change.
  imagePullSecrets: Secrets of the namespace with credentials for the registries of the images.
  initContainers: Containers that run one after the other, each to its end, before the others. Those with restartPolicy Always continue as sidecars.
  nodeName: The node on which the Pod runs. The scheduler sets it; a value at creation skips the scheduler.
  nodeSelector: Labels that the node must have.
  os: The operating system of the containers. Fields that it does not support must not be set.
  overhead: What the Pod uses besides its containers. Admission copies it from the RuntimeClass.
  preemptionPolicy: Whether the Pod may evict Pods of lower priority: PreemptLowerPriority (default) or Never. Admission sets it from the priority class.
  priority: The priority as a number: a higher one is scheduled first. Admission sets it from priorityClassName.
  priorityClassName: The PriorityClass of the Pod. Default: the class that is marked as global default, otherwise priority 0.
  readinessGates: Conditions that must be True, besides ready containers, before the Pod counts as ready.
  resourceClaims: Claims for devices that must be allocated before the Pod starts. Containers refer to them by name.
  resources: Limits and requests of CPU, memory and huge pages for the whole Pod, which its containers share.
  restartPolicy: When the kubelet restarts ended containers: Always (default), OnFailure or Never.
  runtimeClassName: The RuntimeClass that runs the containers. Default: the default runtime of the node.
  schedulerName: The scheduler that chooses the node. Default: default-scheduler.
  schedulingGates: The scheduler ignores the Pod until this list is empty. It can be set only at creation, and only get shorter.
  schedulingGroup: The group of Pods with which this Pod is scheduled together. Needs the feature gate GenericWorkload.
  securityContext: Users, groups and other security settings of all containers. A container can override some of them.
  serviceAccount: Deprecated: has the value of serviceAccountName.
  serviceAccountName: The service account of the Pod, in its namespace. Default: default.
  setHostnameAsFQDN: Whether the host name of the kernel is the full domain name. Default: false.
  shareProcessNamespace: Whether the containers can see the processes of each other. Default: false.
  subdomain: The subdomain of the Pod: with hostname, its domain name is <hostname>.<subdomain>.<namespace>.svc.<cluster domain>.
  terminationGracePeriodSeconds: Seconds between the request to end and the forced end of the processes. 0 ends them at once. Default: 30.
  tolerations: Taints of nodes that the Pod accepts.
  topologySpreadConstraints: How Pods are distributed over zones, nodes or other domains. All constraints must hold.
  volumes: The volumes that containers can mount.
HostAlias: Host names for one address in /etc/hosts.
  hostnames: The host names.
  ip: The address.
LocalObjectReference: The name of an object in the same namespace.
  name: The name of the object.
PodDNSConfig: Additions to the DNS configuration of a Pod.
  nameservers: Addresses of DNS servers, added to those of dnsPolicy. At most 3.
  options: Options of the resolver. They replace options of dnsPolicy with the same name.
  searches: Domains in which short names are searched. At most 32.
PodDNSConfigOption: An option of the resolver, as in resolv.conf.
  name: The name of the option, for example ndots.
  value: The value of the option, if it has one.
PodOS: The operating system of a Pod.
  name: linux or windows.
PodReadinessGate: A condition on which the readiness of a Pod depends.
  conditionType: The type of a condition in the status of the Pod.
PodResourceClaim: A ResourceClaim of a Pod. Exactly one source must be set.
  name: The name by which containers refer to the claim.
  resourceClaimName: An existing ResourceClaim of the namespace.
  resourceClaimTemplateName: A ResourceClaimTemplate of the namespace, from which a claim for this Pod is created. It is deleted with the Pod.
PodSchedulingGate: A reason for which the scheduler waits.
  name: The name of the gate. The controller that has set it removes it.
PodSchedulingGroup: A group of Pods that are scheduled together.
  podGroupName: The PodGroup object of the group.
PodSecurityContext: The security settings of all containers of a Pod. Those of a container take precedence.
  appArmorProfile: The AppArmor profile of the containers. Not for Windows.
  fsGroup: A group that the kubelet gives to the files of volumes that support it, and to all processes. Not for Windows.
  fsGroupChangePolicy: When owners of files change: Always (default), or OnRootMismatch if the root of the volume differs.
  runAsGroup: The ID of the primary group of the processes. Default: that of the runtime.
  runAsNonRoot: Whether the kubelet refuses to start containers that would run as UID 0.
  runAsUser: The user ID of the processes. Default: that of the image.
  seLinuxChangePolicy: How volumes get the SELinux label: Recursive changes each file; MountOption needs the feature gate SELinuxMount. Default: Recursive, except for ReadWriteOncePod volumes.
  seLinuxOptions: The SELinux label of the containers. Default: the runtime chooses one for each container.
  seccompProfile: Which system calls the containers may use.
  supplementalGroups: IDs of further groups of the processes.
  supplementalGroupsPolicy: Merge (default) adds the groups that the image defines for the user; Strict does not.
  sysctls: Kernel parameters of the Pod. The kubelet rejects Pods with parameters that it does not allow.
  windowsOptions: Settings for Windows. Only if os.name is windows.
Sysctl: A kernel parameter.
  name: The name of the parameter.
  value: The value of the parameter.
AppArmorProfile: An AppArmor profile.
  localhostProfile: The name of a profile that is loaded on the node. Only for type Localhost.
  type: RuntimeDefault (of the container runtime), Localhost, or Unconfined.
SELinuxOptions: The parts of an SELinux label.
  level: The level, for example s0:c123,c456.
  role: The role.
  type: The type.
  user: The user.
SeccompProfile: A filter of system calls.
  localhostProfile: The path of a profile on the node, relative to the seccomp folder of the kubelet. Only for type Localhost.
  type: RuntimeDefault (of the container runtime), Localhost, or Unconfined.
WindowsSecurityContextOptions: Security settings of Windows containers.
  gmsaCredentialSpec: The content of the GMSA credential specification. An admission webhook sets it by its name.
  gmsaCredentialSpecName: The name of the GMSA credential specification.
  hostProcess: Whether the container runs as a process of the node. All containers of a Pod must agree, and hostNetwork must be true.
  runAsUserName: The Windows user of the process. Default: that of the image.
PodStatus: The observed state of a Pod.
  allocatedResources: The requests that the node has reserved for the whole Pod.
  conditions: Conditions of the Pod, for example PodScheduled, Initialized, ContainersReady and Ready.
  containerStatuses: The status of each container.
  ephemeralContainerStatuses: The status of each ephemeral container.
  extendedResourceClaimStatus: The claim that was created for extended resources that devices of a DRA driver provide.
  hostIP: The address of the node. Empty until the Pod is scheduled.
  hostIPs: The addresses of the node, at most one for each IP family. The first is hostIP.
  initContainerStatuses: The status of each init container.
  message: An explanation of the state for people.
  nodeAllocatableResourceClaimStatuses: CPU, memory and other resources of the node that claims have allocated.
  nominatedNodeName: The node on which the scheduler expects to place the Pod, for example after preemption. It may still choose another.
  observedGeneration: The metadata.generation that the kubelet has processed last.
  phase: Pending, Running, Succeeded (all containers ended with 0), Failed, or Unknown. Conditions and container states have the details.
  podIP: The address of the Pod. Empty until it is assigned.
  podIPs: The addresses of the Pod, at most one for each IP family. The first is podIP.
  qosClass: Guaranteed (limits equal requests), Burstable, or BestEffort (no requests and limits). It decides which Pods are evicted first.
  reason: Why the Pod has this state: one word in CamelCase, for example Evicted.
  resize: Deprecated: the conditions PodResizePending and PodResizeInProgress replace it.
  resourceClaimStatuses: The ResourceClaims that were created for the entries of spec.resourceClaims.
  resources: The requests and limits that are in effect for the whole Pod.
  startTime: When the kubelet accepted the Pod, before it pulled images.
PodCondition < Condition: One aspect of the state of a Pod.
  lastProbeTime: When the condition was last probed.
  observedGeneration: The metadata.generation to which the condition refers.
  type: The name of the condition, for example Ready.
HostIP: An address of the node.
  ip: The address.
PodIP: An address of the Pod.
  ip: The address.
PodExtendedResourceClaimStatus: The ResourceClaim for the extended resources of a Pod.
  requestMappings: Which request of the claim provides which extended resource of which container.
  resourceClaimName: The ResourceClaim in the namespace of the Pod.
ContainerExtendedResourceRequest: The request that provides an extended resource of a container.
  containerName: The container.
  requestName: The request in the ResourceClaim.
  resourceName: The extended resource in the requests of the container.
NodeAllocatableResourceClaimStatus: Resources of the node that a claim has allocated.
  containers: The containers that refer to the claim.
  resourceClaimName: The ResourceClaim.
  resources: The total of each resource that the claim has.
PodResourceClaimStatus: The ResourceClaim of an entry of spec.resourceClaims.
  name: The name of the entry.
  resourceClaimName: The ResourceClaim that was created. Absent if none was necessary.
`;
