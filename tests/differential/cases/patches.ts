/** Valid and invalid uses of the patch types. */
import { cases, get, patch, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const deployments = "/apis/apps/v1/namespaces/{{namespace}}/deployments";

const map = post(maps, {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", labels: { l: "1" } },
  data: { a: "1", b: "2" },
});

const deployment = post(deployments, {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "d" },
  spec: {
    selector: { matchLabels: { app: "d" } },
    template: {
      metadata: { labels: { app: "d" } },
      spec: {
        containers: [
          { name: "one", image: "example.com/one:1", env: [{ name: "A", value: "1" }], ports: [{ containerPort: 80 }] },
          { name: "two", image: "example.com/two:1" },
        ],
      },
    },
  },
});

function patched(type: "json" | "merge" | "strategic", ...bodies: readonly unknown[]): readonly DifferentialRequest[] {
  return [map, ...bodies.map((body) => patch(type, `${maps}/a`, body))];
}

function strategic(...bodies: readonly unknown[]): readonly DifferentialRequest[] {
  return [deployment, ...bodies.map((body) => patch("strategic", `${deployments}/d`, body))];
}

const podSpec = (spec: object): object => ({ spec: { template: { spec } } });

export const patchCases: readonly DifferentialCase[] = cases("patch", {
  json: patched("json", [
    { op: "test", path: "/data/a", value: "1" },
    { op: "replace", path: "/data/a", value: "3" },
    { op: "add", path: "/metadata/labels/x~1y", value: "2" },
    { op: "copy", from: "/data/b", path: "/data/c" },
    { op: "move", from: "/data/b", path: "/data/d" },
    { op: "remove", path: "/metadata/labels/l" },
  ]),
  "json-failed-test": patched("json", [{ op: "test", path: "/data/a", value: "9" }]),
  "json-missing-path": patched(
    "json",
    [{ op: "remove", path: "/data/none" }],
    [{ op: "replace", path: "/data/z", value: "1" }],
  ),
  "json-missing-parent": patched("json", [{ op: "add", path: "/none/a", value: "1" }]),
  "json-unknown-operation": patched("json", [{ op: "frobnicate", path: "/data/a" }]),
  "json-not-a-list": patched("json", { op: "remove", path: "/data/a" }),
  "json-not-json": patched("json", "[bad"),
  "json-wrong-type": patched("json", [{ op: "replace", path: "/data/a", value: 5 }]),
  merge: patched("merge", { data: { a: "3", b: null, c: "4" } }, {}),
  "merge-bad-json": patched("merge", "{bad"),
  "merge-list": patched("merge", []),
  "merge-wrong-type": patched("merge", { data: { a: 5 } }),
  "merge-kind": patched("merge", { kind: "Secret" }),
  "merge-name": patched("merge", { metadata: { name: "b" } }),
  "merge-uid": patched("merge", { metadata: { uid: "x" } }),
  "merge-stale": patched("merge", { data: { a: "2" } }, { metadata: { resourceVersion: "1" }, data: { a: "3" } }),
  "merge-unknown-strict": [map, patch("merge", `${maps}/a?fieldValidation=Strict`, { other: 1 })],
  "merge-unknown-warn": patched("merge", { other: 1 }),
  "merge-absent": [patch("merge", `${maps}/none`, {})],
  "merge-deletion": patched("merge", { metadata: { deletionTimestamp: "2030-01-01T00:00:00Z" } }),
  "unknown-type": [
    map,
    { method: "PATCH", path: `${maps}/a`, body: {}, headers: { "content-type": "application/json" } },
  ],
  "strategic-containers": strategic(podSpec({ containers: [{ name: "two", image: "example.com/two:2" }] })),
  "strategic-new-container": strategic(podSpec({ containers: [{ name: "three", image: "example.com/three:1" }] })),
  "strategic-delete-container": strategic(podSpec({ containers: [{ name: "one", $patch: "delete" }] })),
  "strategic-replace": strategic(
    podSpec({ containers: [{ name: "x", image: "example.com/x:1" }, { $patch: "replace" }] }),
  ),
  "strategic-order": strategic(
    podSpec({
      "$setElementOrder/containers": [{ name: "two" }, { name: "one" }],
      containers: [{ name: "one", image: "i" }],
    }),
  ),
  "strategic-strategy": strategic({ spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } } }),
  "strategic-no-key": strategic(podSpec({ containers: [{ image: "example.com/x:1" }] })),
  "strategic-unknown-directive": strategic({ spec: { $patch: "bogus" } }),
  "strategic-bad-json": strategic("{bad"),
  "deployment-defaults": [deployment, get(`${deployments}/d`)],
  "deployment-selector": [
    deployment,
    patch("merge", `${deployments}/d`, { spec: { selector: { matchLabels: { app: "e" } } } }),
  ],
  scale: [
    deployment,
    get(`${deployments}/d/scale`),
    patch("merge", `${deployments}/d/scale`, { spec: { replicas: 4 } }),
    patch("merge", `${deployments}/d/scale`, { spec: { replicas: -1 } }),
  ],
});
