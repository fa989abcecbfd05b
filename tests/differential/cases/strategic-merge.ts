/** Strategic merge patches: mergeable lists, their keys and order, and every directive. */
import { cases, patch, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const api = "/api/v1/namespaces/{{namespace}}";
const deployments = "/apis/apps/v1/namespaces/{{namespace}}/deployments";

const deployment = post(deployments, {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "d", labels: { a: "1", b: "2" } },
  spec: {
    selector: { matchLabels: { app: "d" } },
    template: {
      metadata: { labels: { app: "d" } },
      spec: {
        containers: [
          {
            name: "one",
            image: "example.com/one:1",
            args: ["a", "b"],
            env: [
              { name: "A", value: "1" },
              { name: "B", value: "2" },
            ],
            ports: [{ containerPort: 80 }, { containerPort: 81, name: "other" }],
            volumeMounts: [{ name: "data", mountPath: "/data" }],
          },
          { name: "two", image: "example.com/two:1" },
        ],
        volumes: [
          { name: "data", emptyDir: {} },
          { name: "more", emptyDir: {} },
        ],
        nodeSelector: { disk: "ssd" },
        tolerations: [{ key: "a", operator: "Exists" }],
        imagePullSecrets: [{ name: "one" }],
        hostAliases: [{ ip: "10.0.0.1", hostnames: ["a"] }],
      },
    },
  },
});
const map = post(`${api}/configmaps`, {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: {
    name: "a",
    labels: { l: "1", m: "2" },
    finalizers: ["example.com/one", "example.com/two"],
    ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "x", uid: "u1" }],
  },
  data: { a: "1", b: "2" },
});
const service = post(`${api}/services`, {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "s" },
  spec: {
    clusterIP: "None",
    selector: { app: "s" },
    ports: [
      { name: "web", port: 80 },
      { name: "tls", port: 443 },
    ],
  },
});
const account = post(`${api}/serviceaccounts`, {
  apiVersion: "v1",
  kind: "ServiceAccount",
  metadata: { name: "a" },
  secrets: [{ name: "one" }],
  imagePullSecrets: [{ name: "one" }],
});

const onDeployment = (...specs: readonly object[]): readonly DifferentialRequest[] => [
  deployment,
  ...specs.map((spec) => patch("strategic", `${deployments}/d`, { spec: { template: { spec } } })),
];
const onContainer = (...containers: readonly object[]): readonly DifferentialRequest[] =>
  onDeployment(...containers.map((container) => ({ containers: [{ name: "one", ...container }] })));
const onMap = (...bodies: readonly unknown[]): readonly DifferentialRequest[] => [
  map,
  ...bodies.map((body) => patch("strategic", `${api}/configmaps/a`, body)),
];
const onService = (...bodies: readonly unknown[]): readonly DifferentialRequest[] => [
  service,
  ...bodies.map((body) => patch("strategic", `${api}/services/s`, body)),
];
const finalizers = (...names: readonly string[]): readonly string[] => names.map((name) => `example.com/${name}`);

/** A patch whose key `$order` is the order of a list that no type has. */
function withBogusOrder(body: object): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll('"$order"', '"$setElementOrder/bogus"'));
}

export const strategicMergeCases: readonly DifferentialCase[] = cases("strategic-merge", {
  env: onContainer({ env: [{ name: "C", value: "3" }] }, { env: [{ name: "A", value: "9" }] }),
  "env-source": onContainer({
    env: [{ name: "A", value: null, valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
  }),
  ports: onContainer({ ports: [{ containerPort: 80, name: "web" }] }, { ports: [{ containerPort: 82 }] }),
  "volume-mounts": onContainer(
    { volumeMounts: [{ mountPath: "/more", name: "more" }] },
    { volumeMounts: [{ mountPath: "/data", readOnly: true }] },
  ),
  args: onContainer({ args: ["c"] }, { args: [] }, { args: null }),
  volumes: onDeployment(
    { volumes: [{ name: "data", emptyDir: null, configMap: { name: "x" } }] },
    { volumes: [{ name: "new", emptyDir: {} }] },
  ),
  "volume-retain": onDeployment({
    volumes: [{ name: "data", $retainKeys: ["name", "secret"], secret: { secretName: "x" } }],
  }),
  tolerations: onDeployment({ tolerations: [{ key: "b", operator: "Exists" }] }),
  "node-selector": onDeployment(
    { nodeSelector: { zone: "a" } },
    { nodeSelector: { $patch: "replace", zone: "b" } },
    { nodeSelector: { $patch: "delete" } },
  ),
  "pull-secrets": onDeployment(
    { imagePullSecrets: [{ name: "two" }] },
    { imagePullSecrets: [{ name: "one", $patch: "delete" }] },
  ),
  "host-aliases": onDeployment({
    hostAliases: [
      { ip: "10.0.0.1", hostnames: ["b"] },
      { ip: "10.0.0.2", hostnames: ["c"] },
    ],
  }),
  "several-new": onDeployment({ containers: ["x", "y"].map((name) => ({ name, image: "i" })) }),
  "order-with-new": onDeployment({
    "$setElementOrder/containers": [{ name: "one" }, { name: "three" }, { name: "two" }],
    containers: [{ name: "three", image: "i" }],
  }),
  "order-alone": onDeployment({ "$setElementOrder/containers": [{ name: "two" }, { name: "one" }] }),
  "order-mismatch": onDeployment({
    "$setElementOrder/containers": [{ name: "one" }],
    containers: [{ name: "two", image: "i" }],
  }),
  "order-of-scalars": onMap({
    metadata: { "$setElementOrder/finalizers": finalizers("two", "three", "one"), finalizers: finalizers("three") },
  }),
  "order-no-list": onDeployment({ "$setElementOrder/containers": { name: "one" } }),
  "delete-twice": onDeployment(
    { containers: [{ name: "two", $patch: "delete" }] },
    { containers: [{ name: "two", $patch: "delete" }] },
  ),
  "delete-without-key": onDeployment({ containers: [{ $patch: "delete" }] }),
  "merge-directive": onDeployment({ containers: [{ name: "one", $patch: "merge" }] }),
  "item-directive": onDeployment(
    { containers: [{ name: "one", $patch: "bogus" }] },
    { containers: [{ name: "one", $patch: 5 }] },
  ),
  "replace-list": onDeployment({
    volumes: [{ $patch: "replace" }],
    containers: [{ name: "one", volumeMounts: [{ $patch: "replace" }] }],
  }),
  "items-of-wrong-type": onDeployment({ containers: ["one"] }, { containers: "one" }, { containers: [null] }),
  "wrong-types": [
    deployment,
    ...[
      { spec: "text" },
      { spec: { replicas: "three" } },
      { spec: { paused: "yes" } },
      { spec: { template: { spec: { containers: [{ name: "one", image: 5 }] } } } },
      { spec: { template: { spec: { containers: [{ name: "one", tty: 1 }] } } } },
      { spec: { template: { spec: { containers: [["one"]] } } } },
      { spec: { template: { spec: { nodeSelector: "text" } } } },
      { metadata: { labels: { a: 5 } } },
      { metadata: "text" },
      { spec: { selector: ["a"] } },
    ].map((body) => patch("strategic", `${deployments}/d`, body)),
  ],
  strategy: [
    deployment,
    patch("strategic", `${deployments}/d`, { spec: { strategy: { type: "Recreate", rollingUpdate: null } } }),
    patch("strategic", `${deployments}/d`, {
      spec: { strategy: { $retainKeys: ["type", "rollingUpdate"], type: "RollingUpdate" } },
    }),
    patch("strategic", `${deployments}/d`, { spec: { strategy: { $retainKeys: ["type"], rollingUpdate: {} } } }),
    patch("strategic", `${deployments}/d`, { spec: { strategy: { $retainKeys: "type" } } }),
  ],
  labels: onMap(
    { metadata: { labels: { $patch: "replace", n: "3" } } },
    { metadata: { labels: { n: null } } },
    { metadata: { labels: null } },
  ),
  data: onMap(
    { data: { $patch: "replace", c: "3" } },
    { data: { $patch: "delete" } },
    { data: { $patch: "merge", d: "1" } },
  ),
  finalizers: onMap({ metadata: { finalizers: finalizers("three") } }, { metadata: { finalizers: finalizers("one") } }),
  "finalizers-deleted": onMap(
    { metadata: { "$deleteFromPrimitiveList/finalizers": finalizers("one", "none") } },
    { metadata: { "$deleteFromPrimitiveList/finalizers": finalizers("two"), finalizers: finalizers("four") } },
    { metadata: { "$deleteFromPrimitiveList/finalizers": "x" } },
    { metadata: { $deleteFromPrimitiveList: finalizers("four") } },
  ),
  owners: onMap(
    { metadata: { ownerReferences: [{ uid: "u2", apiVersion: "v1", kind: "ConfigMap", name: "y" }] } },
    { metadata: { ownerReferences: [{ uid: "u1", controller: true }] } },
    { metadata: { ownerReferences: [{ uid: "u1", $patch: "delete" }] } },
  ),
  "service-ports": onService(
    { spec: { ports: [{ port: 80, targetPort: "http" }] } },
    { spec: { ports: [{ name: "new", port: 81 }] } },
    { spec: { ports: [{ port: 443, $patch: "delete" }] } },
  ),
  "service-selector": onService(
    { spec: { selector: { tier: "front" } } },
    { spec: { selector: { $patch: "replace", app: "t" } } },
  ),
  accounts: [
    account,
    patch("strategic", `${api}/serviceaccounts/a`, { secrets: [{ name: "two" }], imagePullSecrets: [{ name: "two" }] }),
  ],
  whole: onMap({ $patch: "replace", data: { z: "1" } }, { $patch: "delete" }, { $patch: "bogus" }),
  "same-type": onMap({ apiVersion: "v1", kind: "ConfigMap", data: { a: "3" } }, {}),
  "other-name": onMap({ metadata: { name: "b" } }),
  stale: onMap({ metadata: { resourceVersion: "1" }, data: { a: "2" } }),
  absent: [patch("strategic", `${api}/configmaps/none`, {}), patch("strategic", `${api}/configmaps/none`, "{")],
  bodies: onMap("null", "[]", '"text"', "", "{"),
  "unknown-fields": [
    ...onMap({ other: 1 }, { data: { a: "1" }, metadata: { other: { deep: 1 } } }),
    patch("strategic", `${api}/configmaps/a?fieldValidation=Strict`, { other: 1 }),
  ],
  "unknown-lists": onDeployment({ bogus: [{ name: "x" }] }, { bogus: { $patch: "replace" } }),
  status: [
    post(`${api}/pods`, {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p" },
      spec: {
        containers: [{ name: "c", image: "example.com/c:1" }],
        readinessGates: [{ conditionType: "example.com/x" }],
      },
    }),
    patch("strategic", `${api}/pods/p/status`, { status: { conditions: [{ type: "example.com/x", status: "True" }] } }),
    patch("strategic", `${api}/pods/p/status`, {
      status: {
        "$setElementOrder/conditions": [{ type: "Ready" }, { type: "example.com/x" }],
        conditions: [{ type: "Ready", status: "True" }],
      },
    }),
    patch("strategic", `${api}/pods/p/status`, {
      status: { conditions: [{ type: "example.com/x", $patch: "delete" }] },
    }),
  ],
  "order-of-unknown-lists": [
    deployment,
    ...[
      { $order: [] },
      { metadata: { $order: [] } },
      { spec: { $order: [] } },
      { spec: { strategy: { $order: [] } } },
      { spec: { selector: { $order: [] } } },
      { spec: { template: { metadata: { $order: [] } } } },
      { spec: { template: { spec: { $order: [] } } } },
      { spec: { template: { spec: { containers: [{ name: "one", $order: [] }] } } } },
      { spec: { template: { spec: { containers: [{ name: "one", resources: { $order: [] } }] } } } },
      { spec: { template: { spec: { nodeSelector: { $order: [] } } } } },
      { status: { $order: [] } },
    ].map((body) => patch("strategic", `${deployments}/d`, withBogusOrder(body))),
    patch("strategic", `${deployments}/d/status`, withBogusOrder({ status: { $order: [] } })),
    patch("strategic", `${deployments}/d/scale`, withBogusOrder({ spec: { $order: [] } })),
  ],
  "order-inside-a-map": [map, patch("strategic", `${api}/configmaps/a`, withBogusOrder({ data: { $order: [] } }))],
  scale: [deployment, patch("strategic", `${deployments}/d/scale`, { spec: { replicas: 3 } })],
});
