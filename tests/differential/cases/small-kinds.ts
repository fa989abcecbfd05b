/** Kinds that users rarely create: ControllerRevisions, RuntimeClasses, kinds of storage drivers. */
import { cases, patch, post } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { creates, tried, updates } from "../variations.ts";
import type { Variation } from "../variations.ts";

const revisions = "/apis/apps/v1/namespaces/{{namespace}}/controllerrevisions";
const goodRevision = {
  apiVersion: "apps/v1",
  kind: "ControllerRevision",
  metadata: { name: "a" },
  data: { a: 1 },
  revision: 1,
};

const runtimes = "/apis/node.k8s.io/v1/runtimeclasses";
const goodRuntime = {
  apiVersion: "node.k8s.io/v1",
  kind: "RuntimeClass",
  metadata: { name: "{{namespace}}" },
  handler: "runc",
};
const toleration = { key: "a", operator: "Exists", effect: "NoSchedule" };

const csiNodes = "/apis/storage.k8s.io/v1/csinodes";
const goodCsiNode = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSINode",
  metadata: { name: "{{namespace}}" },
  spec: { drivers: [{ name: "example.com", nodeID: "n" }] },
};

function drivers(...list: readonly object[]): readonly Variation[] {
  return [{ spec: { drivers: list } }];
}

const csiDrivers = "/apis/storage.k8s.io/v1/csidrivers";
const goodCsiDriver = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSIDriver",
  metadata: { name: "{{namespace}}" },
  spec: {},
};

function specs(...list: readonly object[]): readonly Variation[] {
  return list.map((spec) => ({ spec }));
}

const attributes = "/apis/storage.k8s.io/v1/volumeattributesclasses";
const goodAttributes = {
  apiVersion: "storage.k8s.io/v1",
  kind: "VolumeAttributesClass",
  metadata: { name: "{{namespace}}" },
  driverName: "example.com",
  parameters: { speed: "high" },
};
const many = Object.fromEntries(Array.from({ length: 513 }, (_, index) => [`p${index}`, "x"]));
const token = { audience: "a" };

export const smallKindCases: readonly DifferentialCase[] = cases("small-kind", {
  revision: creates(revisions, goodRevision, [
    { data: null },
    { data: "text" },
    { data: [1] },
    { data: 5 },
    { data: { deep: { apiVersion: "v1" } } },
    { revision: -1 },
    { revision: null },
    { metadata: { name: "Not_A_Name" } },
  ]),
  "revision-update": updates(revisions, goodRevision, [
    { revision: 2 },
    { revision: -1 },
    { data: { a: 2 } },
    { data: null },
    { metadata: { labels: { a: "b" } } },
  ]),
  runtime: creates(runtimes, goodRuntime, [
    { handler: "" },
    { handler: null },
    { handler: "Not_A_Label" },
    { handler: "a".repeat(64) },
    { overhead: {} },
    { overhead: { podFixed: { cpu: "1" } } },
    { overhead: { podFixed: { other: "1" } } },
    { overhead: { podFixed: { cpu: "-1" } } },
    { scheduling: {} },
    { scheduling: { nodeSelector: { "a b": "c" } } },
    { scheduling: { nodeSelector: { a: "b c" } } },
    { scheduling: { nodeSelector: { "beta.kubernetes.io/os": "linux" } } },
    { scheduling: { tolerations: [{ key: "a b" }] } },
    { scheduling: { tolerations: [{ operator: "Other", key: "a" }] } },
    { scheduling: { tolerations: [toleration, { ...toleration, tolerationSeconds: null }] } },
    { scheduling: { tolerations: [{ key: "a", effect: "NoExecute", operator: "Exists", tolerationSeconds: 5 }] } },
  ]),
  "runtime-update": [
    post(runtimes, goodRuntime),
    ...[
      { handler: "other" },
      { handler: "" },
      { handler: "Not_A_Label" },
      { scheduling: { nodeSelector: { a: "b c" } } },
      { overhead: { podFixed: { cpu: "1" } } },
    ].map((change) => patch("merge", `${runtimes}/{{namespace}}?dryRun=All`, change)),
  ],
  "csi-node": creates(csiNodes, goodCsiNode, [
    { spec: null },
    ...drivers(),
    ...drivers({}),
    ...drivers({ name: "Not_A_Name", nodeID: "n" }),
    ...drivers({ name: "a".repeat(64), nodeID: "n" }),
    ...drivers({ name: "example.com", nodeID: "n".repeat(257) }),
    ...drivers({ name: "a", nodeID: "n" }, { name: "a", nodeID: "n" }),
    ...drivers({ name: "a", nodeID: "n", topologyKeys: [""] }),
    ...drivers({ name: "a", nodeID: "n", topologyKeys: ["a", "a", "not a name"] }),
    ...drivers({ name: "a", nodeID: "n", allocatable: {} }),
    ...drivers({ name: "a", nodeID: "n", allocatable: { count: -1 } }),
  ]),
  "csi-node-update": [
    post(csiNodes, goodCsiNode),
    ...[
      drivers({ name: "example.com", nodeID: "m" }),
      drivers({ name: "example.com", nodeID: "n", allocatable: { count: 5 } }),
      drivers({ name: "example.com", nodeID: "n", topologyKeys: ["zone"] }),
      drivers({ name: "example.com", nodeID: "n" }, { name: "other.com", nodeID: "n" }),
      drivers(),
    ].flatMap((list) => list.map((change) => patch("merge", `${csiNodes}/{{namespace}}?dryRun=All`, change))),
  ],
  "csi-driver": creates(
    csiDrivers,
    goodCsiDriver,
    specs(
      {},
      { attachRequired: false, podInfoOnMount: true, storageCapacity: true, seLinuxMount: true },
      { fsGroupPolicy: "Other" },
      { fsGroupPolicy: "None" },
      { volumeLifecycleModes: ["Other"] },
      { volumeLifecycleModes: ["Ephemeral", "Persistent"] },
      { tokenRequests: [token, token] },
      { tokenRequests: [{ audience: "" }, { audience: "" }] },
      { tokenRequests: [{ ...token, expirationSeconds: 599 }] },
      { tokenRequests: [{ ...token, expirationSeconds: 4_294_967_297 }] },
      { tokenRequests: [token] },
      { tokenRequests: [token], serviceAccountTokenInSecrets: true },
      { serviceAccountTokenInSecrets: false },
      { nodeAllocatableUpdatePeriodSeconds: 9 },
      { nodeAllocatableUpdatePeriodSeconds: 10 },
      { preventPodSchedulingIfMissing: true },
      { requiresRepublish: true },
    ),
  ),
  "csi-driver-update": [
    post(csiDrivers, goodCsiDriver),
    ...specs(
      { attachRequired: false },
      { volumeLifecycleModes: ["Ephemeral"] },
      { volumeLifecycleModes: ["Other"] },
      { podInfoOnMount: true },
      { tokenRequests: [token] },
      { fsGroupPolicy: "File" },
      { fsGroupPolicy: "Other" },
    ).map((change) => patch("merge", `${csiDrivers}/{{namespace}}?dryRun=All`, change)),
  ],
  attributes: creates(attributes, goodAttributes, [
    { driverName: "" },
    { driverName: "not a name" },
    { driverName: "Example.com" },
    { parameters: null },
    { parameters: { "": "x" } },
    { parameters: many },
    { parameters: { a: "x".repeat(256 * 1024) } },
  ]),
  "attributes-update": [
    post(attributes, goodAttributes),
    ...tried(`${attributes}/{{namespace}}`, goodAttributes, [
      { driverName: "other.com" },
      { driverName: "" },
      { parameters: { speed: "low" } },
      { parameters: null },
      { metadata: { labels: { a: "b" } } },
    ]),
  ],
  "storage-parameters": creates(
    "/apis/storage.k8s.io/v1/storageclasses",
    {
      apiVersion: "storage.k8s.io/v1",
      kind: "StorageClass",
      metadata: { name: "{{namespace}}" },
      provisioner: "example.com/p",
    },
    [{ parameters: many }, { parameters: {} }],
  ),
  autoscaler: creates(
    "/apis/autoscaling/v2/namespaces/{{namespace}}/horizontalpodautoscalers",
    {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "a" },
      spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d" } },
    },
    [
      { spec: { behavior: { scaleUp: { policies: [] } } } },
      { spec: { behavior: { scaleDown: { policies: [], selectPolicy: "Disabled" } } } },
      { spec: { behavior: { scaleDown: { policies: null } } } },
      { spec: { metrics: [] } },
      ...["cpu", "", "not a name", "other", "pods", "example.com/gpu", "requests.example.com/x", "hugepages-2Mi"].map(
        (name) => ({
          spec: {
            metrics: [
              {
                type: "ContainerResource",
                containerResource: { name, container: "c", target: { type: "Utilization", averageUtilization: 5 } },
              },
            ],
          },
        }),
      ),
    ],
  ),
});
