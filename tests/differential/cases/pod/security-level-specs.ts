/** Specs of Pods that violate single checks of PodSecurity, in each form of its messages. */

export const image = "example.com/c:1";

/** One and two containers with this security context. */
function inContainers(...contexts: readonly object[]): readonly object[] {
  return contexts.flatMap((securityContext) => [
    { containers: [{ name: "c", image, securityContext }] },
    {
      initContainers: [{ name: "i", image, securityContext }],
      containers: [
        { name: "c", image },
        { name: "d", image, securityContext },
      ],
    },
  ]);
}

/** One and two security contexts of the Pod and its containers. */
function inPodAndContainers(context: object, other: object): readonly object[] {
  return [
    { securityContext: context },
    { containers: [{ name: "c", image, securityContext: context }] },
    {
      securityContext: other,
      initContainers: [{ name: "i", image, securityContext: context }],
      containers: [{ name: "c", image, securityContext: other }],
    },
  ];
}

const securityContext = { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } };
const restrictedContext = { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } };
/** A spec that the level `restricted` admits. */
export const restricted = { securityContext: restrictedContext, containers: [{ name: "c", image, securityContext }] };

const ports = (...numbers: readonly number[]): object[] =>
  numbers.map((hostPort) => ({ containerPort: hostPort, hostPort }));

export const baselineSpecs: readonly object[] = [
  {},
  { hostNetwork: true, hostPID: true, hostIPC: true },
  { hostPID: true },
  ...inContainers({ privileged: true }, { capabilities: { add: ["SYS_ADMIN", "NET_RAW", "CHOWN"] } }),
  ...["c", "d"].map((last) => ({
    hostNetwork: true,
    containers: [...new Set(["c", last])].map((name) => ({
      name,
      image,
      securityContext: { windowsOptions: { hostProcess: true } },
    })),
  })),
  { hostUsers: false, ...inContainers({ procMount: "Unmasked" })[0] },
  { hostUsers: false, ...inContainers({ procMount: "Unmasked" })[1] },
  { volumes: [{ name: "v", hostPath: { path: "/" } }] },
  {
    volumes: [
      { name: "v", hostPath: { path: "/" } },
      { name: "w", hostPath: { path: "/" } },
      { name: "x", nfs: { server: "s", path: "/" } },
    ],
  },
  { containers: [{ name: "c", image, ports: ports(80) }] },
  {
    containers: [
      { name: "c", image, ports: ports(9, 80, 443) },
      { name: "d", image, ports: ports(90) },
    ],
  },
  ...inPodAndContainers({ appArmorProfile: { type: "Unconfined" } }, { appArmorProfile: { type: "RuntimeDefault" } }),
  ...inPodAndContainers({ seccompProfile: { type: "Unconfined" } }, { seccompProfile: { type: "Unconfined" } }),
  ...inPodAndContainers(
    { seLinuxOptions: { type: "spc_t", user: "u" } },
    { seLinuxOptions: { type: "unconfined_t", role: "r", level: "s0" } },
  ),
  ...inPodAndContainers({ seLinuxOptions: { role: "r" } }, { seLinuxOptions: { user: "u", role: "r" } }),
  { securityContext: { sysctls: [{ name: "kernel.msgmax", value: "1" }] } },
  {
    securityContext: {
      sysctls: ["net.core.somaxconn", "net.ipv4.tcp_rmem", "kernel.msgmax"].map((name) => ({ name, value: "1" })),
    },
  },
  { containers: [{ name: "c", image, livenessProbe: { httpGet: { port: 80, host: "a" }, timeoutSeconds: 1 } }] },
  {
    containers: [
      { name: "c", image, lifecycle: { postStart: { httpGet: { port: 80, host: "b" } } } },
      { name: "d", image, readinessProbe: { tcpSocket: { port: 80, host: "a" } } },
    ],
  },
  {
    hostNetwork: true,
    containers: [{ name: "c", image, securityContext: { privileged: true }, ports: ports(80) }],
    volumes: [{ name: "v", hostPath: { path: "/" } }],
  },
];

export const restrictedSpecs: readonly object[] = [
  {},
  restricted,
  { ...restricted, ...inContainers(securityContext)[1] },
  ...inPodAndContainers({ runAsNonRoot: false }, { runAsNonRoot: false }).map((spec) => ({ ...restricted, ...spec })),
  ...inPodAndContainers({ runAsUser: 0 }, { runAsUser: 0 }).map((spec) => ({ ...restricted, ...spec })),
  ...inPodAndContainers({ seccompProfile: { type: "Unconfined" } }, restrictedContext),
  { ...restricted, securityContext: { seccompProfile: { type: "Unconfined" } } },
  { ...restricted, hostUsers: false, securityContext: { runAsUser: 0, seccompProfile: { type: "RuntimeDefault" } } },
  { ...restricted, hostUsers: false, ...inContainers({ procMount: "Unmasked" })[0] },
  {
    ...restricted,
    containers: [
      { name: "c", image, securityContext: { capabilities: { drop: ["ALL"], add: ["CHOWN", "NET_BIND_SERVICE"] } } },
      { name: "d", image, securityContext: { capabilities: { add: ["KILL"] } } },
    ],
  },
  { ...restricted, volumes: [{ name: "v", nfs: { server: "s", path: "/" } }] },
  {
    ...restricted,
    volumes: [
      { name: "v", nfs: { server: "s", path: "/" } },
      { name: "w", hostPath: { path: "/" } },
      { name: "x", emptyDir: {} },
      { name: "y", image: { reference: "r" } },
    ],
  },
  { os: { name: "windows" }, securityContext: { runAsNonRoot: true } },
  { os: { name: "windows" }, securityContext: { windowsOptions: { hostProcess: true } }, hostNetwork: true },
];

/** Specs with checks that differ between versions. */
export const versionedSpecs: readonly object[] = [
  {},
  { os: { name: "windows" } },
  { hostUsers: false, securityContext: { runAsUser: 0, seLinuxOptions: { type: "container_engine_t" } } },
  {
    securityContext: {
      sysctls: ["net.ipv4.ip_local_reserved_ports", "net.ipv4.tcp_fin_timeout", "net.ipv4.tcp_wmem"].map((name) => ({
        name,
        value: "1",
      })),
    },
    containers: [
      { name: "c", image, startupProbe: { tcpSocket: { port: 1, host: "h" } }, securityContext: { runAsUser: 0 } },
    ],
  },
];
