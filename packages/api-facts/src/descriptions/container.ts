/** Descriptions of containers: their environment, probes, hooks and status. Format: `type-descriptions.ts`. */
export const container: string = `
package io.k8s.api.core.v1

Container: A container of a Pod: an image with its command, environment, resources and probes.
  args: Arguments of the entrypoint. Default: CMD of the image. $(NAME) is replaced by the environment variable.
  command: The entrypoint, not run in a shell. Default: ENTRYPOINT of the image. $(NAME) is replaced by the environment variable.
  env: Environment variables. They take precedence over envFrom.
  envFrom: ConfigMaps and Secrets whose entries become environment variables. If a name occurs twice, the last source wins.
  image: The image, with a tag or a digest.
  imagePullPolicy: When the image is pulled: Always (default for the tag latest), IfNotPresent (default otherwise), or Never.
  lifecycle: Actions after the start and before the end of the container.
  livenessProbe: A periodic check; the kubelet restarts the container after it has failed.
  name: The name, unique in the Pod and at most 63 characters. It cannot be changed.
  ports: Ports that the container serves. A port that is not in the list is reachable, too.
  readinessProbe: A periodic check; Services send no requests to the Pod while it fails.
  resizePolicy: Which resources can be resized without a restart of the container.
  resources: How much CPU, memory and other resources the container requests and may use.
  restartPolicy: When the kubelet restarts the container: Always, OnFailure or Never. Default: that of the Pod. Always makes an init container a sidecar.
  restartPolicyRules: Rules by exit code that precede restartPolicy, at most 20. The first rule that matches applies.
  securityContext: The security settings of the container. They take precedence over those of the Pod.
  startupProbe: A check at the start; the other probes begin once it has succeeded. The kubelet restarts the container after it has failed.
  stdin: Whether standard input stays open for a client to attach. Otherwise reads return the end of the file. Default: false.
  stdinOnce: Whether standard input is closed after the first client has detached. Default: false.
  terminationMessagePath: The file with which the container explains its end, at most 4096 bytes. Default: /dev/termination-log.
  terminationMessagePolicy: File (default), or FallbackToLogsOnError: the end of the log if the file is empty and the container failed.
  tty: Whether the container gets a terminal. Needs stdin. Default: false.
  volumeDevices: Block devices that the container uses.
  volumeMounts: Volumes that the container mounts.
  workingDir: The working directory. Default: that of the image.
EphemeralContainer < Container: A container for debugging in a running Pod. It is never restarted and has no guaranteed resources.
  lifecycle: Must not be set for ephemeral containers.
  livenessProbe: Must not be set for ephemeral containers.
  name: The name, unique among all containers of the Pod.
  ports: Must not be set for ephemeral containers.
  readinessProbe: Must not be set for ephemeral containers.
  resizePolicy: Must not be set for ephemeral containers.
  resources: Must not be set for ephemeral containers: they use what the Pod has.
  restartPolicy: Must not be set for ephemeral containers.
  restartPolicyRules: Must not be set for ephemeral containers.
  startupProbe: Must not be set for ephemeral containers.
  targetContainerName: The container whose process namespace is used. Default: a namespace only for this container.
  volumeMounts: Volumes that the container mounts. subPath is not allowed.
ContainerPort: A port of a container.
  containerPort: The port number, 1 to 65535.
  hostIP: The address of the node for hostPort. Default: all addresses.
  hostPort: The port of the node, 1 to 65535. With hostNetwork it equals containerPort. Most containers need none.
  name: The name of the port, unique in the Pod; Services can use it as targetPort.
  protocol: TCP (default), UDP or SCTP.
ContainerResizePolicy: What happens when a resource of a running container is resized.
  resourceName: cpu or memory.
  restartPolicy: NotRequired (default) or RestartContainer.
ResourceRequirements: The resources that are requested and the limits of their use.
  claims: The entries of resourceClaims of the Pod that the container uses.
  limits: The maximum by resource: above it CPU is throttled, and a process that needs more memory is killed.
  requests: What the scheduler reserves by resource. Default: the limits, if they are set.
ResourceClaim: A reference to an entry of resourceClaims of the Pod.
  name: The name of the entry.
  request: One request of the claim. Default: all of them.
ContainerRestartRule: A rule for the restart of an ended container.
  action: Restart, or RestartAllContainers of the Pod.
  exitCodes: The exit codes to which the rule applies.
ContainerRestartRuleOnExitCodes: A comparison of the exit code.
  operator: In or NotIn.
  values: The exit codes, at most 255.
EnvVar: An environment variable.
  name: The name of the variable.
  value: The value. $(NAME) is replaced by a variable that is defined before; $$(NAME) is not. Default: empty.
  valueFrom: A source of the value, in place of value.
EnvVarSource: A source of the value of an environment variable. Exactly one must be set.
  configMapKeyRef: A key of a ConfigMap.
  fieldRef: A field of the Pod: metadata.name, metadata.namespace, metadata.uid, a label, an annotation, spec.nodeName, spec.serviceAccountName or an address.
  fileKeyRef: A key of a file in a volume of the Pod.
  resourceFieldRef: A request or limit of a container.
  secretKeyRef: A key of a Secret.
ConfigMapKeySelector: A reference to a key of a ConfigMap.
  key: The key.
  name: The ConfigMap, in the namespace of the Pod.
  optional: Whether the ConfigMap or the key may be missing. Otherwise the container does not start. Default: false.
SecretKeySelector: A reference to a key of a Secret.
  key: The key.
  name: The Secret, in the namespace of the Pod.
  optional: Whether the Secret or the key may be missing. Otherwise the container does not start. Default: false.
ObjectFieldSelector: A field of the Pod.
  apiVersion: The version of the API in which fieldPath is written. Default: v1.
  fieldPath: The path of the field, for example metadata.labels['app'].
FileKeySelector: A key of a file with lines KEY=VALUE.
  key: The key, at most 128 characters.
  optional: Whether the file or the key may be missing; the variable is not set then. Default: false.
  path: The path of the file in the volume, relative and without "..".
  volumeName: The volume of the Pod that has the file.
ResourceFieldSelector: A reference to a resource of a container, whose value is a number.
  containerName: The container. Required in volumes; in an environment the default is the container itself.
  divisor: The unit of the value, for example 1Mi or 1m. Default: 1.
  resource: The resource, for example limits.cpu or requests.memory.
EnvFromSource: A source of many environment variables. Exactly one must be set.
  configMapRef: The ConfigMap whose entries become variables.
  prefix: A prefix of all names. Default: empty.
  secretRef: The Secret whose entries become variables.
ConfigMapEnvSource: A ConfigMap as source of environment variables.
  name: The ConfigMap, in the namespace of the Pod.
  optional: Whether the ConfigMap may be missing. Default: false.
SecretEnvSource: A Secret as source of environment variables.
  name: The Secret, in the namespace of the Pod.
  optional: Whether the Secret may be missing. Default: false.
Lifecycle: Actions at the start and the end of a container.
  postStart: Runs right after the start, in parallel with the entrypoint. If it fails, the container is ended.
  preStop: Runs before the container is ended by the kubelet, and uses a part of the grace period. It does not run if the container ends itself.
  stopSignal: The signal that ends the container. Default: that of the image or runtime, usually SIGTERM. Needs spec.os.name and the feature gate ContainerStopSignals.
LifecycleHandler: One action. Exactly one must be set.
  exec: Runs a command in the container.
  httpGet: Sends an HTTP GET request.
  sleep: Waits.
  tcpSocket: Deprecated: hooks with it fail at run time.
ExecAction: A command in the container.
  command: The command and its arguments, without a shell. Exit code 0 is success.
HTTPGetAction: An HTTP GET request. A status from 200 to 399 is success.
  host: The host to connect to. Default: the address of the Pod. Set the header Host to change the virtual host.
  httpHeaders: Headers of the request. Names may occur more than once.
  path: The path of the request. Default: /.
  port: The number or the name of a port of the container.
  scheme: HTTP (default) or HTTPS. Certificates are not verified.
HTTPHeader: A header of a request.
  name: The name of the header.
  value: The value of the header.
SleepAction: A delay.
  seconds: The number of seconds.
TCPSocketAction: A TCP connection. It is successful once it is open.
  host: The host to connect to. Default: the address of the Pod.
  port: The number or the name of a port of the container.
GRPCAction: A request to the gRPC health service.
  port: The port number, 1 to 65535.
  service: The service in the health request. Default: empty, the whole server.
Probe: A periodic check of a container. Exactly one of exec, grpc, httpGet and tcpSocket must be set.
  exec: Runs a command in the container.
  failureThreshold: How many failures in a row make the probe fail. Default: 3, minimum: 1.
  grpc: Requests the state from the gRPC health service.
  httpGet: Sends an HTTP GET request.
  initialDelaySeconds: Seconds between the start of the container and the first check. Default: 0.
  periodSeconds: Seconds between two checks. Default: 10, minimum: 1.
  successThreshold: How many successes in a row end a failure. Default: 1, which liveness and startup probes require.
  tcpSocket: Opens a TCP connection.
  terminationGracePeriodSeconds: The grace period after a failure, in place of that of the Pod. Minimum: 1. Not for readiness probes.
  timeoutSeconds: Seconds after which a check has failed. Default: 1, minimum: 1.
SecurityContext: Users, rights and profiles of the processes of a container.
  allowPrivilegeEscalation: Whether a process can gain more rights than its parent. Always true for privileged containers. Not for Windows.
  appArmorProfile: The AppArmor profile of the container. Not for Windows.
  capabilities: Linux capabilities to add and drop. Default: those of the runtime.
  privileged: Whether the processes have about the same rights as root on the node. Default: false.
  procMount: Default, or Unmasked: /proc without hidden and read-only paths, which requires hostUsers false.
  readOnlyRootFilesystem: Whether the root file system is read-only. Default: false.
  runAsGroup: The ID of the primary group of the processes.
  runAsNonRoot: Whether the kubelet refuses to start the container if it would run as UID 0.
  runAsUser: The user ID of the processes. Default: that of the Pod or the image.
  seLinuxOptions: The SELinux label of the container.
  seccompProfile: Which system calls the container may use.
  windowsOptions: Settings for Windows. Only if os.name of the Pod is windows.
Capabilities: Changes to the capabilities of a container.
  add: Capabilities to add, without the prefix CAP_.
  drop: Capabilities to remove; ALL removes all.
VolumeDevice: A block device in a container.
  devicePath: The path of the device in the container.
  name: A volume of the Pod that is a claim with volumeMode Block.
VolumeMount: A mount of a volume in a container.
  mountPath: The path in the container. It must not contain a colon.
  mountPropagation: Whether later mounts are visible across the boundary: None (default), HostToContainer or Bidirectional.
  name: The volume of the Pod.
  readOnly: Whether the mount is read-only. Default: false.
  recursiveReadOnly: Whether mounts below it are read-only, too: Disabled (default), IfPossible or Enabled. Needs readOnly.
  subPath: The path in the volume that is mounted. Default: its root.
  subPathExpr: As subPath, with $(NAME) for environment variables. Excludes subPath.
ContainerStatus: The observed state of a container.
  allocatedResources: The requests that the node has reserved for the container.
  allocatedResourcesStatus: The health of devices that are allocated to the container.
  containerID: The ID of the container, as <runtime>://<id>.
  image: The image that runs. Runtimes may report another name than the specification has.
  imageID: The ID of the image, usually with its digest.
  lastState: The state before the last restart. Empty if the container was not restarted.
  name: The name of the container.
  ready: Whether the readiness probe succeeds; without a probe, whether the container has started.
  resources: The requests and limits that are in effect for the container.
  restartCount: How often the container was restarted. It can decrease when the kubelet removes ended containers.
  started: Whether the container runs and its postStart hook and startup probe have succeeded.
  state: The present state.
  stopSignal: The signal that ends the container.
  user: The user and groups of the first process.
  volumeMounts: The mounts of the container and their state.
ContainerState: The state of a container. At most one is set; without one the container is waiting.
  running: Set while the container runs.
  terminated: Set once the container has ended.
  waiting: Set while the container is not started yet, for example while its image is pulled.
ContainerStateRunning: A container that runs.
  startedAt: When the container was started.
ContainerStateTerminated: A container that has ended.
  containerID: The ID of the container, as <runtime>://<id>.
  exitCode: The exit code of its first process.
  finishedAt: When the container ended.
  message: The content of the termination message.
  reason: Why the container ended: one word, for example Completed, Error or OOMKilled.
  signal: The signal that ended the container, if one did.
  startedAt: When the container was started.
ContainerStateWaiting: A container that is not started yet.
  message: An explanation for people.
  reason: Why the container waits: one word, for example ContainerCreating, ImagePullBackOff or CrashLoopBackOff.
ContainerUser: The user of the first process of a container.
  linux: The user on Linux.
LinuxContainerUser: A user and groups on Linux.
  gid: The ID of the primary group.
  supplementalGroups: IDs of further groups.
  uid: The user ID.
ResourceStatus: The health of a resource of a container.
  name: The resource: the name of a device plugin's resource, or claim:<claim>/<request>.
  resources: The health of each device.
ResourceHealth: The health of a device.
  health: Healthy, Unhealthy or Unknown.
  message: An explanation for people, if the driver has one.
  resourceID: The ID of the device.
VolumeMountStatus: The state of a mount.
  mountPath: The path in the container.
  name: The volume.
  readOnly: Whether the mount is read-only.
  recursiveReadOnly: Whether mounts below it are read-only, too: Disabled or Enabled.
  volumeStatus: The state of the volume, for types of volumes that have one.
VolumeStatus: The state of a volume.
  image: The state of an image volume.
ImageVolumeStatus: The image that was mounted.
  imageRef: The image with its digest, as it was pulled; at most 256 characters.
`;
