/** Pod specs with all fields in many variations: of the container `a`, and of the Pod. */
import type { PodSpec } from "@kubewright/api/core/v1";

type Container = PodSpec["containers"][number];

const containers: readonly Omit<Container, "name">[] = [
  { image: "a" },
  {
    image: "a:1@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    command: ["sh", "-c", "echo é\n"],
  },
  { image: "a", resources: { limits: { cpu: "1.5", memory: "10Pi" }, requests: { cpu: "100m", memory: "0.5Gi" } } },
  { image: "a", resources: { limits: { cpu: "1000", memory: "128Mi", "example.com/gpu": "2" } } },
  {
    image: "a",
    ports: [
      { containerPort: 80, name: "http" },
      { containerPort: 53, protocol: "UDP" },
    ],
  },
  {
    image: "a",
    env: [
      { name: "A", value: "" },
      { name: "B", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
    ],
  },
  { image: "a", envFrom: [{ configMapRef: { name: "c" } }, { prefix: "p", secretRef: { name: "s", optional: true } }] },
  { image: "a", livenessProbe: { httpGet: { port: 8080 } }, readinessProbe: { httpGet: { port: "http", path: "/x" } } },
  { image: "a", startupProbe: { exec: { command: ["true"] } }, lifecycle: { preStop: { sleep: { seconds: 3 } } } },
  { image: "a", securityContext: { capabilities: { drop: ["ALL"] }, runAsNonRoot: true, runAsUser: 0 } },
  { image: "a", securityContext: {}, volumeMounts: [] },
];

const pods: readonly Partial<PodSpec>[] = [
  {
    volumes: [
      { name: "a", emptyDir: {} },
      { name: "b", emptyDir: { sizeLimit: "1Gi" } },
      { name: "c", secret: { secretName: "s" } },
    ],
  },
  {
    volumes: [
      {
        name: "p",
        projected: { sources: [{ serviceAccountToken: { path: "t" } }, { configMap: { name: "c", items: [] } }] },
      },
    ],
  },
  {
    volumes: [
      {
        name: "e",
        ephemeral: {
          volumeClaimTemplate: { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "3G" } } } },
        },
      },
    ],
  },
  {
    nodeSelector: { b: "1", a: "2", "a.b/c": "" },
    tolerations: [{ key: "k", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 }],
  },
  {
    affinity: {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: "z", labelSelector: { matchLabels: { a: "b" } } },
        ],
      },
    },
  },
  { affinity: {}, securityContext: { fsGroup: 1, sysctls: [], seccompProfile: { type: "RuntimeDefault" } } },
  {
    topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "z", whenUnsatisfiable: "DoNotSchedule" }],
    hostAliases: [{ ip: "10.0.0.1", hostnames: ["h"] }],
  },
  {
    initContainers: [{ name: "i", image: "i", restartPolicy: "Always" }],
    terminationGracePeriodSeconds: 0,
    enableServiceLinks: false,
  },
  {
    dnsConfig: { nameservers: ["10.0.0.1"], options: [{ name: "ndots", value: "1" }, { name: "x" }] },
    imagePullSecrets: [{ name: "s" }],
  },
  {
    serviceAccountName: "a",
    automountServiceAccountToken: false,
    priority: 0,
    hostNetwork: true,
    dnsPolicy: "ClusterFirstWithHostNet",
  },
];

export const podSpecs: readonly PodSpec[] = [
  ...containers.map((container) => ({ containers: [{ name: "a", ...container }] })),
  ...pods.map((pod) => ({ containers: [{ name: "a", image: "a" }], ...pod })),
];
