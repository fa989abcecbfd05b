/**
 * Pods on nodes: the labels of the node that a Pod gets, and the resizes that the node allows. A kube-apiserver uses a node a moment after its create: the
 * cases continue once a resize, which needs the node, succeeds.
 */
import { cases, get, patch, post, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { varied } from "../variations.ts";
import type { Variation } from "../variations.ts";

const nodes = "/api/v1/nodes";
const pods = "/api/v1/namespaces/{{namespace}}/pods";

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p" },
  spec: {
    nodeName: "{{namespace}}",
    containers: [{ name: "c", image: "example.com/i:1", resources: { requests: { cpu: "1", memory: "1Mi" } } }],
  },
};

function resize(name: string, requests: object, more: object = {}): DifferentialRequest {
  const spec = { containers: [{ name: "c", resources: { requests } }], ...more };
  return patch("strategic", `${pods}/${name}/resize`, { spec });
}

/** A node and a Pod on it, which is created before the node. */
function onNode(variation: Variation = {}, ofPod: Variation = {}): readonly DifferentialRequest[] {
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: "{{namespace}}" } };
  const status = { status: { allocatable: { cpu: "4", memory: "4Mi" } } };
  const first = patch("strategic", `${pods}/first/resize?dryRun=All`, {
    spec: { containers: [{ name: "c", resources: { requests: { cpu: "2" } } }] },
  });
  return [
    post(pods, varied(pod, { metadata: { name: "first" } })),
    first,
    post(pods, varied(pod, ofPod)),
    post(nodes, varied(node, variation)),
    patch(
      "merge",
      `${nodes}/{{namespace}}/status`,
      varied(status, { status: (variation as { readonly status?: object }).status ?? {} }),
    ),
    until(200, first),
  ];
}

const zones = {
  metadata: {
    labels: { "topology.kubernetes.io/zone": "z", "topology.kubernetes.io/region": "r", "example.com/other": "o" },
  },
};

const podLevel = {
  spec: { resources: { requests: { cpu: "1", memory: "2Mi" }, limits: { cpu: "2", memory: "2Mi" } } },
};

export const boundPodCases: readonly DifferentialCase[] = cases("bound-pod", {
  "created-on-a-node": [
    ...onNode(zones),
    post(pods, varied(pod, { metadata: { name: "q", labels: { "topology.kubernetes.io/zone": "mine", a: "b" } } })),
    post(pods, varied(pod, { metadata: { name: "r" }, spec: { nodeName: "other-{{namespace}}" } })),
    post(pods, varied(pod, { metadata: { name: "s" }, spec: { nodeName: null } })),
    patch("merge", `${pods}/q`, { metadata: { labels: { "topology.kubernetes.io/zone": "changed" } } }),
  ],
  bound: [
    ...onNode(zones),
    post(pods, varied(pod, { metadata: { name: "q", labels: { a: "b" } }, spec: { nodeName: null } })),
    post(`${pods}/q/binding`, {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name: "q", labels: { c: "d" } },
      target: { apiVersion: "v1", kind: "Node", name: "{{namespace}}" },
    }),
    get(`${pods}/q`),
    post(pods, varied(pod, { metadata: { name: "r" }, spec: { nodeName: null } })),
    post(`${pods}/r/binding`, {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name: "r" },
      target: { name: "{{namespace}}" },
    }),
    get(`${pods}/r`),
  ],
  resized: [
    ...onNode(),
    resize("p", { cpu: "4" }),
    resize("p", { cpu: "4001m" }),
    resize("p", { memory: "5Mi" }),
    resize("p", { cpu: "5", memory: "4194305" }),
    resize("p", { cpu: "4" }),
    patch("merge", `${pods}/p`, { metadata: { labels: { a: "b" } } }),
  ],
  "resized-as-a-whole": [
    ...onNode({}, podLevel),
    patch("strategic", `${pods}/p/resize`, { spec: { resources: { requests: { cpu: "1500m" } } } }),
    patch("strategic", `${pods}/p/resize`, { spec: { resources: { requests: { cpu: "9" }, limits: { cpu: "9" } } } }),
    resize("p", { cpu: "500m" }),
  ],
  "resized-with-features": [
    ...onNode({ status: { declaredFeatures: ["InPlacePodLevelResourcesVerticalScaling"] } }, podLevel),
    patch("strategic", `${pods}/p/resize`, { spec: { resources: { requests: { cpu: "1500m" } } } }),
    patch("strategic", `${pods}/p/resize`, { spec: { resources: { requests: { cpu: "8" }, limits: { cpu: "9" } } } }),
  ],
  "resized-on-another-system": [
    ...onNode(),
    patch("merge", `${nodes}/{{namespace}}`, { metadata: { labels: { "kubernetes.io/os": "windows" } } }),
    until(403, resize("p", { cpu: "2" })),
  ],
});
