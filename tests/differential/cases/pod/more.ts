/** Errors that the other groups do not reach, defaults, and warnings. */
import { cases, patch, post } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { container, podOf, pods, tryContainers, trySpecs, tryVolumes } from "./requests.ts";

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1500m" } } };

export const podMoreCases: readonly DifferentialCase[] = cases("pod-more", {
  volumes: [
    ...tryVolumes(
      { emptyDir: {}, vsphereVolume: { volumePath: "v" }, flexVolume: { driver: "d" }, azureDisk: {} },
      { ephemeral: { volumeClaimTemplate: { spec: { ...claim, dataSourceRef: { name: "a", kind: "Odd" } } } } },
      { ephemeral: { volumeClaimTemplate: { spec: claim } } },
    ),
    post(
      `${pods}?dryRun=All`,
      podOf(
        {
          containers: [container],
          volumes: [{ name: "v".repeat(63), ephemeral: { volumeClaimTemplate: { spec: claim } } }],
        },
        { name: "p".repeat(200) },
      ),
    ),
  ],
  "label-keys": [{ a: "b" }, {}].map((labels) =>
    post(
      `${pods}?dryRun=All`,
      podOf(
        {
          containers: [container],
          affinity: {
            podAffinity: {
              [required]: [
                { topologyKey: "k", labelSelector: { matchLabels: { a: "x" } }, matchLabelKeys: ["a"] },
                { topologyKey: "k", labelSelector: { matchLabels: { c: "x" } }, mismatchLabelKeys: ["a"] },
              ],
            },
          },
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: "k",
              whenUnsatisfiable: "DoNotSchedule",
              labelSelector: { matchLabels: { c: "d" } },
              matchLabelKeys: ["a"],
            },
          ],
        },
        { labels },
      ),
    ),
  ),
  "resize-pod-requests": [
    post(pods, podOf({ containers: [container], resources: { requests: { cpu: "1" } } })),
    patch("merge", `${pods}/p/resize?dryRun=All`, { spec: { resources: { requests: { cpu: null, memory: "1Gi" } } } }),
  ],
  "resize-restarting-init": [
    post(
      pods,
      podOf({
        containers: [
          {
            ...container,
            resources: { requests: { cpu: "1" } },
            resizePolicy: [{ resourceName: "cpu", restartPolicy: "RestartContainer" }],
          },
        ],
      }),
    ),
    patch("strategic", `${pods}/p/resize?dryRun=All`, {
      spec: {
        containers: [
          {
            name: "c",
            resources: { requests: { cpu: "2" } },
            resizePolicy: [{ resourceName: "cpu", restartPolicy: "NotRequired" }],
          },
        ],
      },
    }),
    patch("strategic", `${pods}/p/resize?dryRun=All`, {
      spec: { containers: [{ name: "c", resources: { requests: { cpu: "2" } } }] },
    }),
  ],
  "pod-level-defaults": trySpecs(
    { resources: { limits: { cpu: "2", memory: "1Gi" } } },
    {
      resources: { limits: { cpu: "2" } },
      containers: [{ ...container, resources: { requests: { cpu: "1", memory: "1Gi", "ephemeral-storage": "1Gi" } } }],
      initContainers: [
        { ...container, name: "i", restartPolicy: "Always", resources: { requests: { cpu: "500m" } } },
        { ...container, name: "j", resources: { requests: { cpu: "3" } } },
      ],
    },
    {
      resources: { requests: { cpu: "2" } },
      containers: [{ ...container, resources: { limits: { "hugepages-2Mi": "4Mi", cpu: "1" } } }],
    },
  ),
  "warnings-volumes": tryVolumes(
    { photonPersistentDisk: { pdID: "a" } },
    { gitRepo: { repository: "a" } },
    { scaleIO: { gateway: "a", system: "b", volumeName: "c", secretRef: { name: "d" } } },
    { flocker: { datasetName: "a" } },
    { storageos: { volumeName: "a" } },
    { quobyte: { registry: "a:1", volume: "v" } },
    { glusterfs: { endpoints: "a", path: "b" } },
    { cephfs: { monitors: ["a"] } },
    { rbd: { monitors: ["a"], image: "b" } },
    {
      configMap: {
        name: "c",
        items: [
          { key: "a", path: "p" },
          { key: "b", path: "p/" },
        ],
      },
    },
    {
      secret: {
        secretName: "s",
        items: [
          { key: "a", path: "p" },
          { key: "b", path: "p/q" },
        ],
      },
    },
    {
      downwardAPI: {
        items: [
          { path: "p", fieldRef: { fieldPath: "metadata.name" } },
          { path: "p", fieldRef: { fieldPath: "metadata.uid" } },
        ],
      },
    },
    {
      projected: {
        sources: [
          { secret: { name: "s", items: [{ key: "a", path: "p/q" }] } },
          { configMap: { name: "c", items: [{ key: "a", path: "p" }] } },
          { downwardAPI: { items: [{ path: "p/q/r", fieldRef: { fieldPath: "metadata.name" } }] } },
        ],
      },
    },
  ),
  "warnings-containers": [
    ...tryContainers(
      {
        env: [
          { name: "A", value: "1" },
          { name: "A", value: "2" },
        ],
      },
      {
        env: [
          { name: "A", value: "1" },
          { name: "A", value: "$(A)2" },
          { name: "A", value: "$(A)" },
        ],
      },
      { resources: { limits: { memory: "1500m", "ephemeral-storage": "2500m" } } },
      { ports: [{ containerPort: 1 }, { containerPort: 1 }] },
      { ports: [{ containerPort: 1, hostPort: 5 }, { containerPort: 1 }] },
      {
        ports: [
          { containerPort: 1, hostPort: 5 },
          { containerPort: 1, hostPort: 5, hostIP: "1.2.3.4" },
        ],
      },
      { ports: [{ containerPort: 1, hostIP: "1.2.3.4", name: "x" }] },
    ),
    ...trySpecs({
      containers: [{ ...container, ports: [{ containerPort: 1, name: "x" }] }],
      initContainers: [{ ...container, name: "i", restartPolicy: "Always", ports: [{ containerPort: 2, name: "x" }] }],
    }),
  ],
  "warnings-placement": trySpecs(
    { nodeSelector: { "beta.kubernetes.io/os": "linux" } },
    {
      affinity: {
        nodeAffinity: {
          [required]: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: "beta.kubernetes.io/arch", operator: "Exists" }] }],
          },
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, preference: { matchExpressions: [{ key: "k", operator: "In", values: ["a b"] }] } },
          ],
        },
        podAffinity: { [required]: [{ topologyKey: "k" }] },
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: "k" } }],
        },
      },
    },
    {
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: "failure-domain.beta.kubernetes.io/zone", whenUnsatisfiable: "ScheduleAnyway" },
      ],
    },
    { hostAliases: [{ ip: "1.2.3.4" }, { ip: "1.2.3.4" }, { ip: "2001:DB8::1" }] },
    { dnsConfig: { nameservers: ["2001:db8:0::1"] } },
    { imagePullSecrets: [{ name: "a" }, { name: "a" }, { name: "" }] },
  ),
  "warnings-annotations": [
    {
      "scheduler.alpha.kubernetes.io/critical-pod": "",
      "security.alpha.kubernetes.io/sysctls": "a=b",
    },
    { "seccomp.security.alpha.kubernetes.io/pod": "unconfined" },
    { "container.seccomp.security.alpha.kubernetes.io/c": "runtime/default" },
    { "container.apparmor.security.beta.kubernetes.io/c": "localhost/a" },
    { "container.apparmor.security.beta.kubernetes.io/c": "runtime/default" },
  ].map((annotations) => post(`${pods}?dryRun=All`, podOf({ containers: [container] }, { annotations }))),
  "runtime-class": [
    post("/apis/node.k8s.io/v1/runtimeclasses", {
      metadata: { name: "{{namespace}}" },
      handler: "h",
      overhead: { podFixed: { cpu: "250m" } },
      scheduling: { nodeSelector: { a: "b" }, tolerations: [{ key: "t", operator: "Exists" }] },
    }),
    ...trySpecs(
      { runtimeClassName: "{{namespace}}" },
      { runtimeClassName: "{{namespace}}", overhead: { cpu: "1" } },
      { runtimeClassName: "{{namespace}}", nodeSelector: { a: "c" } },
      { overhead: { cpu: "1" } },
    ),
  ],
  "eviction-options": [
    post(pods, podOf({ containers: [container] })),
    post(`${pods}/p/eviction`, {
      metadata: { name: "p" },
      deleteOptions: { preconditions: { resourceVersion: "1" } },
    }),
    post(`${pods}/p/eviction`, {
      metadata: { name: "p" },
      deleteOptions: { ignoreStoreReadErrorWithClusterBreakingPotential: true },
    }),
    post(`${pods}/p/eviction`, { metadata: { name: "p" }, deleteOptions: { dryRun: ["All"] } }),
    post(`${pods}/p/eviction?dryRun=All`, { metadata: { name: "p" } }),
    post(`${pods}/p/eviction`, { metadata: { name: "q" } }),
  ],
});
