/** Strategic merge patches with directives on fields of the wrong type, in the wrong form, or under a field name in another case. */
import { cases, patch, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const core = "/api/v1/namespaces/{{namespace}}";
const apps = "/apis/apps/v1/namespaces/{{namespace}}";
const policies = "/apis/networking.k8s.io/v1/namespaces/{{namespace}}/networkpolicies";

const deployment = post(`${apps}/deployments`, {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "d", labels: { a: "1" } },
  spec: {
    selector: { matchLabels: { app: "d" } },
    template: {
      metadata: { labels: { app: "d" } },
      spec: {
        containers: [
          {
            name: "one",
            image: "example.com/one:1",
            args: ["a"],
            ports: [{ containerPort: 80 }],
            lifecycle: { preStop: { httpGet: { port: 80 } } },
          },
        ],
        tolerations: [{ key: "a", operator: "Exists" }],
        nodeSelector: { disk: "ssd" },
        securityContext: { runAsUser: 1 },
      },
    },
  },
});
const map = post(`${core}/configmaps`, {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", labels: { l: "1" }, finalizers: ["example.com/one"] },
  data: { a: "1" },
  binaryData: { b: "AA==" },
});
const service = post(`${core}/services`, {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "s" },
  spec: { clusterIP: "None", selector: { app: "s" }, ports: [{ name: "web", port: 80 }] },
});
const revision = post(`${apps}/controllerrevisions`, {
  apiVersion: "apps/v1",
  kind: "ControllerRevision",
  metadata: { name: "r" },
  revision: 1,
  data: { a: [1], b: { c: 1 } },
});
const policy = post(policies, {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: "n" },
  spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }], policyTypes: ["Ingress"] },
});

type Bodies = readonly object[];
const patches = (path: string, bodies: Bodies): readonly DifferentialRequest[] =>
  bodies.map((body) => patch("strategic", path, body));
const onDeployment = (...bodies: Bodies): readonly DifferentialRequest[] => [
  deployment,
  ...patches(`${apps}/deployments/d`, bodies),
];
const onPod = (...specs: Bodies): readonly DifferentialRequest[] =>
  onDeployment(...specs.map((spec) => ({ spec: { template: { spec } } })));
const onContainer = (...containers: Bodies): readonly DifferentialRequest[] =>
  onPod(...containers.map((container) => ({ containers: [{ name: "one", ...container }] })));
const onMap = (...bodies: Bodies): readonly DifferentialRequest[] => [map, ...patches(`${core}/configmaps/a`, bodies)];
const onService = (...bodies: Bodies): readonly DifferentialRequest[] => [
  service,
  ...patches(`${core}/services/s`, bodies),
];
const order = (field: string, items: readonly unknown[] = []): object => ({ [`$setElementOrder/${field}`]: items });
const remove = (field: string, items: unknown = ["x"]): object => ({ [`$deleteFromPrimitiveList/${field}`]: items });

export const misplacedDirectiveCases: readonly DifferentialCase[] = cases("misplaced-directives", {
  "order-of-metadata": onDeployment(
    ...["generateName", "name", "deletionTimestamp", "creationTimestamp", "annotations", "labels"].map((field) => ({
      metadata: order(field),
    })),
    { metadata: order("generateName", ["a"]) },
  ),
  "order-of-deployment-fields": onDeployment(
    ...["minReadySeconds", "paused", "progressDeadlineSeconds", "replicas", "template", "strategy", "selector"].map(
      (field) => ({ spec: order(field) }),
    ),
  ),
  "order-of-top-fields": onDeployment(
    ...["spec", "status", "metadata", "kind", "apiVersion"].map((each) => order(each)),
  ),
  "order-of-pod-fields": onPod(
    ...["nodeName", "affinity", "hostNetwork", "securityContext", "nodeSelector", "overhead", "priority", "os"].map(
      (field) => order(field),
    ),
  ),
  "order-behind-pointers": [
    ...onPod(
      { securityContext: order("runAsUser") },
      { securityContext: order("fsGroup") },
      { securityContext: order("supplementalGroups", [1]) },
      { securityContext: { ...order("supplementalGroups", [2, 1]), supplementalGroups: [1, 2] } },
    ),
    ...patches(`${apps}/deployments/d`, [{ spec: { selector: order("matchLabels") } }]),
  ],
  "order-behind-two-pointers": onContainer(
    { lifecycle: order("postStart") },
    { lifecycle: { preStop: { httpGet: order("host") } } },
    { lifecycle: { preStop: { httpGet: { ...order("host", ["a"]), host: ["a"] } } } },
    { lifecycle: { preStop: { httpGet: order("httpHeaders", [{ name: "a" }]) } } },
  ),
  "order-of-scalars": onContainer(
    order("args", ["a"]),
    { ...order("args", ["b", "a"]), args: ["b"] },
    order("command", ["a"]),
    { ...order("command", ["a"]), command: ["a"] },
    { ...order("stdin", ["a"]), stdin: ["a"] },
    order("image", ["a"]),
    order("workingDir", ["a"]),
    { ...order("workingDir", ["a"]), workingDir: ["a"] },
  ),
  "order-beside-no-list": onContainer(
    { ...order("args", ["a"]), args: "a" },
    { ...order("args", ["a"]), args: null },
    { ...order("ports"), ports: { a: 1 } },
  ),
  "order-that-is-no-list": onContainer(
    { "$setElementOrder/ports": null },
    { "$setElementOrder/ports": "x" },
    { "$setElementOrder/ports": 1.5 },
    { "$setElementOrder/": [] },
    { $setElementOrder: [] },
    { "$setElementOrderx/ports": [] },
    { "$setElementOrder/ports/x": [] },
  ),
  "order-in-labels": onDeployment({ metadata: { labels: order("a") } }, { metadata: { annotations: order("a") } }),
  "order-in-data": onMap({ data: order("a") }, { data: order("z") }, { binaryData: order("b") }),
  "order-of-service-fields": onService(
    ...["type", "clusterIPs", "sessionAffinityConfig", "healthCheckNodePort"].map((field) => ({ spec: order(field) })),
    { spec: order("clusterIPs", ["None"]) },
    ...["bogus", "name", "appProtocol", "targetPort", "nodePort"].map((field) => ({
      spec: { ports: [{ port: 80, ...order(field) }] },
    })),
  ),
  "order-of-policy-fields": [
    policy,
    ...patches(`${policies}/n`, [
      { spec: { podSelector: order("matchExpressions") } },
      { spec: { podSelector: order("matchLabels") } },
      { spec: order("policyTypes", ["Egress", "Ingress"]) },
    ]),
  ],
  "order-of-managed-fields": onMap(
    { metadata: order("ownerReferences", [{ uid: "x" }]) },
    { metadata: remove("managedFields", [{}]) },
  ),
  "field-in-another-case": onContainer(
    order("Ports", [{ containerPort: 80 }]),
    { ...order("Ports", [{ containerPort: 81 }]), Ports: [{ containerPort: 81 }] },
    order("Image"),
  ),
  "patch-on-scalars": onDeployment(
    { spec: { replicas: { $patch: "replace" } } },
    { spec: { replicas: { $patch: "delete" } } },
    { spec: { paused: { $patch: "merge" } } },
    { metadata: { name: { $patch: "delete" } } },
  ),
  "patch-of-wrong-type": onDeployment(
    ...[null, 5, 1.5, true, ["replace"], [1, null], {}, { a: 1 }].map(($patch) => ({ spec: { strategy: { $patch } } })),
  ),
  "patch-on-lists": onContainer(
    { ports: { $patch: "replace" } },
    { ports: { $patch: "delete" } },
    { args: [{ $patch: "replace" }] },
    { args: ["$patch"] },
    { command: [{ $patch: "delete" }] },
    { command: { $patch: "replace" } },
  ),
  "patch-in-new-items": onPod(
    { volumes: [{ name: "v", $patch: "replace", emptyDir: {} }] },
    { volumes: [{ name: "v", emptyDir: { $patch: "delete" } }] },
    { volumes: [{ name: "w", $patch: "delete" }] },
    { tolerations: [{ $patch: "replace" }, { key: "b", operator: "Exists" }] },
    { tolerations: [{ key: "b", $patch: "delete" }] },
  ),
  "retained-keys": onDeployment(
    { spec: { $retainKeys: ["template"] } },
    { $retainKeys: ["spec"] },
    { $retainKeys: [] },
    { metadata: { $retainKeys: ["name", "namespace"] } },
    { metadata: { labels: { $retainKeys: ["b"], b: "2" } } },
    { spec: { $retainKeys: [1, null] } },
    { spec: { $retainKeys: null } },
    { spec: { replicas: { $retainKeys: [] } } },
    { spec: { paused: { $retainKeys: ["a"] } } },
  ),
  "retained-keys-in-lists": onContainer(
    { ports: [{ containerPort: 80, $retainKeys: ["containerPort", "name"], name: "x" }] },
    { args: [{ $retainKeys: [] }] },
    { $retainKeys: ["name", "image"] },
    { $retainKeys: ["name", "image"], image: "j" },
    { env: [{ $retainKeys: ["name"], name: "A" }] },
  ),
  "deleted-items": onContainer(
    remove("args", ["a"]),
    remove("args", "a"),
    remove("args", []),
    remove("ports", [{ containerPort: 80 }]),
    remove("image"),
    remove("resources"),
    remove("bogus"),
    remove("command", null),
    remove("terminationMessagePath", null),
    remove("ports", null),
  ),
  "deleted-items-of-wrong-type": onContainer(
    remove("args", [{ a: 1 }]),
    remove("args", [1]),
    remove("args", [["a"]]),
    remove("args", { a: 1 }),
    remove("", ["a"]),
    { "$deleteFromPrimitiveListx/args": ["a"] },
  ),
  "deleted-from-no-list": onDeployment(
    { spec: remove("strategy") },
    { spec: remove("strategy", { type: "x" }) },
    { spec: remove("strategy", { type: "Recreate", rollingUpdate: null }) },
    { spec: remove("selector", { matchLabels: {} }) },
    { spec: remove("replicas", 1.5) },
    { spec: remove("replicas", 3) },
    { metadata: remove("labels", { a: "2" }) },
    { metadata: remove("labels", { a: null }) },
    { metadata: remove("name", "x") },
  ),
  "deleted-from-finalizers": onMap(
    { metadata: remove("finalizers", ["example.com/one"]) },
    { metadata: remove("finalizers", ["example.com/one"]) },
    { metadata: { ...remove("finalizers", ["q"]), finalizers: ["example.com/two"] } },
  ),
  "any-type": [
    revision,
    ...patches(`${apps}/controllerrevisions/r`, [
      { data: { b: { c: 2 } } },
      { data: { a: [2] } },
      { data: [1] },
      { data: "x" },
      order("data"),
      { revision: [1] },
    ]),
  ],
  "unknown-fields": onDeployment(
    { bogus: {} },
    { spec: { bogus: { $patch: "delete" } } },
    { spec: remove("bogus") },
    { spec: { $bogus: 1 } },
    { spec: { "$patch/x": 1 } },
  ),
  "orders-of-wrong-items": [
    deployment,
    ...[[1], [null], [["a"]], ["type", 1], [{}], 1, "a", {}, null].flatMap((order) => [
      patch("strategic", `${apps}/deployments/d`, {
        spec: {
          template: { spec: { "$setElementOrder/containers": order, containers: [{ name: "one", image: "b" }] } },
        },
      }),
      patch("strategic", `${apps}/deployments/d`, {
        metadata: { "$setElementOrder/finalizers": order, finalizers: ["example.com/one"] },
      }),
    ]),
  ],
});
