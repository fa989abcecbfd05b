/** Nodes: validation of spec and status, and immutable fields. */
import { cases, get, patch, post, remove } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { creates, tried } from "../variations.ts";
import type { Variation } from "../variations.ts";

const nodes = "/api/v1/nodes";
const own = `${nodes}/{{namespace}}`;
const good = { apiVersion: "v1", kind: "Node", metadata: { name: "{{namespace}}" } };

function specs(...list: readonly object[]): readonly Variation[] {
  return list.map((spec) => ({ spec }));
}

function statuses(...list: readonly object[]): readonly Variation[] {
  return list.map((status) => ({ status }));
}

const taint = { key: "a", value: "b", effect: "NoSchedule" };
const taints = [
  [{ ...taint, key: "" }],
  [{ ...taint, key: "not a key" }],
  [{ ...taint, value: "not a value" }],
  [{ ...taint, effect: "" }],
  [{ ...taint, effect: "Other" }],
  [taint, taint],
  [taint, { ...taint, value: "c" }],
  [taint, { ...taint, effect: "NoExecute" }],
];
const configMap = { name: "c", namespace: "n", kubeletConfigKey: "k" };

export const nodeCases: readonly DifferentialCase[] = cases("node", {
  taints: creates(nodes, good, specs(...taints.map((list) => ({ taints: list })))),
  cidrs: creates(
    nodes,
    good,
    specs(
      { podCIDR: "10.1.0.0/24" },
      { podCIDRs: ["10.1.0.0/24"] },
      { podCIDR: "10.1.0.0/24", podCIDRs: ["10.1.0.0/24", "2001:db8::/64"] },
      { podCIDR: "10.1.0.0/24", podCIDRs: ["10.2.0.0/24"] },
      { podCIDR: "x" },
      { podCIDR: "10.1.0.1/24" },
      { podCIDR: "010.1.0.0/24" },
      { podCIDR: "2001:DB8::/64" },
      { podCIDR: "10.1.0.0/24", podCIDRs: ["10.1.0.0/24", "10.2.0.0/24"] },
      { podCIDR: "10.1.0.0/24", podCIDRs: ["10.1.0.0/24", "2001:db8::/64", "10.2.0.0/24"] },
      { podCIDR: "10.1.0.0/24", podCIDRs: ["10.1.0.0/24", "x"] },
    ),
  ),
  status: creates(
    nodes,
    good,
    statuses(
      { capacity: { cpu: "-1" } },
      { capacity: { pods: "1500m" } },
      { capacity: { cpu: "1", memory: "1Gi" } },
      { allocatable: { cpu: "-1" } },
      { allocatable: { "example.com/gpu": "500m" } },
      { capacity: { cpu: "1" }, allocatable: { memory: "1Gi" } },
      { nodeInfo: { swap: { capacity: -1 } } },
      { nodeInfo: { swap: { capacity: 0 } } },
      { nodeInfo: { swap: { capacity: 1 } } },
      { declaredFeatures: ["MyFeature", "Other/sub"] },
      { declaredFeatures: ["myFeature"] },
      { declaredFeatures: ["B", "A", "A"] },
      { runtimeHandlers: [{ name: "" }], features: { supplementalGroupsPolicy: true } },
      { config: { assigned: { configMap } } },
    ),
  ),
  annotations: creates(nodes, good, [
    { metadata: { annotations: { "scheduler.alpha.kubernetes.io/taints": "x" } } },
    { metadata: { annotations: { "scheduler.alpha.kubernetes.io/taints": '[{"key":"a","effect":"Other"}]' } } },
    { metadata: { annotations: { "scheduler.alpha.kubernetes.io/preferAvoidPods": '{"preferAvoidPods":[{}]}' } } },
    {
      metadata: {
        annotations: {
          "scheduler.alpha.kubernetes.io/preferAvoidPods": "x",
        },
      },
    },
    {
      metadata: {
        annotations: {
          "scheduler.alpha.kubernetes.io/preferAvoidPods":
            '{"preferAvoidPods":[{"podSignature":{"podController":{"controller":false}}}]}',
        },
      },
    },
  ]),
  other: creates(
    nodes,
    good,
    specs(
      { configSource: { configMap } },
      { externalID: "x" },
      { unschedulable: true, providerID: "example://1" },
      { unschedulable: "yes" },
    ),
  ),
  update: [
    post(nodes, { ...good, spec: { podCIDR: "10.1.0.0/24", podCIDRs: ["10.1.0.0/24"], providerID: "example://1" } }),
    ...tried(own, good, [
      {},
      ...specs(
        { podCIDR: "10.2.0.0/24", podCIDRs: ["10.2.0.0/24"], providerID: "example://1" },
        { podCIDR: "10.1.0.0/24", podCIDRs: ["10.1.0.0/24", "2001:db8::/64"], providerID: "example://1" },
        { podCIDR: "10.1.0.0/24", providerID: "example://2" },
        { podCIDR: "10.1.0.0/24", providerID: "example://1", taints: taints[5] },
        { podCIDR: "10.1.0.0/24", providerID: "example://1", externalID: "x" },
        { podCIDR: "10.1.0.0/24", providerID: "example://1", configSource: { configMap } },
      ),
    ]),
    remove(own),
  ],
  "update-free": [
    post(nodes, good),
    patch("merge", own, { spec: { podCIDR: "10.1.0.0/24", providerID: "example://1", unschedulable: true } }),
    patch("merge", own, { spec: { unschedulable: null } }),
    get(`${nodes}?fieldSelector=metadata.name%3D{{namespace}},spec.unschedulable%3Dfalse`),
    remove(own),
  ],
  "status-update": [
    post(nodes, good),
    ...[
      {
        addresses: [
          { type: "InternalIP", address: "1.2.3.4" },
          { type: "InternalIP", address: "1.2.3.4" },
        ],
      },
      { capacity: { cpu: "-1" } },
      { capacity: { cpu: "2" } },
      { allocatable: { pods: "1500m" } },
      { declaredFeatures: ["x"] },
      { config: { assigned: { configMap } } },
      { conditions: [{ type: "Ready", status: "True" }] },
      { volumesInUse: ["a"], images: [{ names: ["a"], sizeBytes: 1 }] },
    ].map((status) => patch("merge", `${own}/status`, { status })),
    patch("merge", `${own}/status`, { spec: { unschedulable: true }, metadata: { labels: { l: "1" } } }),
    get(own),
    remove(own),
  ],
});
