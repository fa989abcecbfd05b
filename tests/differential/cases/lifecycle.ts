/** The common behaviour of all objects, with ConfigMaps, Pods and Deployments: creation, metadata, updates and their preconditions. */
import { cases, get, patch, post, put, remove } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { creates, updates } from "../variations.ts";
import type { Variation } from "../variations.ts";

const inNamespace = "/api/v1/namespaces/{{namespace}}";
const maps = `${inNamespace}/configmaps`;
const own = `${maps}/a`;
const good = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "1" } };

function metadata(...list: readonly object[]): readonly Variation[] {
  return list.map((each) => ({ metadata: each }));
}

const owner = { apiVersion: "v1", kind: "Pod", name: "p", uid: "u" };
const other = { ...owner, name: "q", uid: "v" };

export const createCases: readonly DifferentialCase[] = cases("create", {
  labels: creates(
    maps,
    good,
    metadata(
      { labels: { a: "x".repeat(64) } },
      { labels: { ["k".repeat(64)]: "x" } },
      { labels: { "example.com/": "x" } },
      { labels: { "/a": "x" } },
      { labels: { "Example.com/a": "x" } },
      { labels: { "a/b/c": "x" } },
      { labels: { [`${"d".repeat(254)}/a`]: "x" } },
      { labels: { a: "-x" } },
      { labels: { a: "ü" } },
      { labels: { a: "" } },
      { labels: { a: null } },
      { labels: "x" },
    ),
  ),
  annotations: creates(
    maps,
    good,
    metadata(
      { annotations: { "Example.COM/Key": "any text\n" } },
      { annotations: { "not a key": "x" } },
      { annotations: { a: "x".repeat(262_144) } },
      { annotations: { a: "x".repeat(262_143) } },
      { annotations: { a: 1 } },
    ),
  ),
  finalizers: creates(
    maps,
    good,
    metadata(
      { finalizers: ["example.com/x", "example.com/x"] },
      { finalizers: ["kubernetes"] },
      { finalizers: ["orphan"] },
      { finalizers: ["foregroundDeletion"] },
      { finalizers: ["orphan", "foregroundDeletion"] },
      { finalizers: [""] },
      { finalizers: ["not a name"] },
      { finalizers: ["example.com/"] },
    ),
  ),
  owners: creates(
    maps,
    good,
    metadata(
      { ownerReferences: [owner] },
      { ownerReferences: [{}] },
      { ownerReferences: [{ ...owner, apiVersion: "" }] },
      { ownerReferences: [{ ...owner, apiVersion: "a/b/c" }] },
      { ownerReferences: [{ ...owner, kind: "" }] },
      { ownerReferences: [{ ...owner, name: "" }] },
      { ownerReferences: [{ ...owner, uid: "" }] },
      { ownerReferences: [{ ...owner, kind: "Event" }] },
      { ownerReferences: [owner, owner] },
      { ownerReferences: [owner, { ...owner, name: "q" }] },
      {
        ownerReferences: [
          { ...owner, controller: true },
          { ...other, controller: true },
        ],
      },
      {
        ownerReferences: [
          { ...owner, controller: true, blockOwnerDeletion: true },
          { ...other, controller: false },
        ],
      },
    ),
  ),
  "owners-twice": [
    post(maps, { ...good, metadata: { name: "a", ownerReferences: [owner, owner, other] } }),
    put(own, { ...good, metadata: { name: "a", ownerReferences: [other, other] } }),
    patch("merge", own, { metadata: { ownerReferences: [owner, owner] } }),
  ],
  "generate-name": creates(
    maps,
    good,
    metadata(
      { name: null, generateName: "Not_A_Name-" },
      { name: "a", generateName: "Not_A_Name-" },
      { name: "a", generateName: "good-" },
    ).slice(1),
  ),
  identity: creates(
    maps,
    good,
    metadata(
      { generation: -1 },
      { generation: 5 },
      { selfLink: "/x" },
      { deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 5 },
      { creationTimestamp: "yesterday" },
      { name: 5 },
      { namespace: "" },
      { resourceVersion: "0" },
      { resourceVersion: "" },
      { clusterName: "x" },
    ),
  ),
  manager: [`${"m".repeat(128)}`, "m%07", "m%C3%BC", ""].map((manager) =>
    post(`${maps}?dryRun=All&fieldManager=${manager}`, good),
  ),
  "cluster-wide": [
    post("/api/v1/nodes?dryRun=All", { apiVersion: "v1", kind: "Node", metadata: { name: "n", namespace: "x" } }),
    post("/apis/rbac.authorization.k8s.io/v1/clusterroles?dryRun=All", {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: "n", namespace: "{{namespace}}" },
    }),
  ],
  namespaces: [
    post("/api/v1/namespaces/not-there/configmaps", good),
    post("/api/v1/namespaces/not-there/configmaps?dryRun=All", good),
    put("/api/v1/namespaces/not-there/endpoints/a", { apiVersion: "v1", kind: "Endpoints", metadata: { name: "a" } }),
    get("/api/v1/namespaces/not-there/configmaps"),
    get("/api/v1/namespaces/not-there/configmaps/a"),
    remove("/api/v1/namespaces/not-there/configmaps/a"),
    remove("/api/v1/namespaces/not-there/configmaps"),
    post("/api/v1/configmaps", good),
    put("/api/v1/configmaps/a", good),
    post(`${own}`, good),
  ],
  "dry-run": [
    post(`${maps}?dryRun=All`, { ...good, metadata: { name: "a", finalizers: ["example.com/x"] } }),
    post(maps, good),
    post(`${maps}?dryRun=All`, good),
    put(`${own}?dryRun=All`, { ...good, data: { a: "2" } }),
    patch("merge", `${own}?dryRun=All`, { data: { a: "3" } }),
    put(`${inNamespace}/endpoints/a?dryRun=All`, { apiVersion: "v1", kind: "Endpoints", metadata: { name: "a" } }),
    remove(`${own}?dryRun=All`),
    remove(`${own}?dryRun=All`, { propagationPolicy: "Foreground" }),
    remove(`${maps}?dryRun=All`),
    get(own),
  ],
});

const uid = "00000000-0000-4000-8000-000000000000";

export const updateCases: readonly DifferentialCase[] = cases("update", {
  metadata: updates(
    maps,
    good,
    metadata(
      { labels: { "not a key": "x" } },
      { annotations: { "not a key": "x" } },
      { annotations: { a: "x".repeat(262_144) } },
      { ownerReferences: [{ ...owner, uid: "" }] },
      { finalizers: ["not a name"] },
      { finalizers: ["orphan", "foregroundDeletion"] },
      { uid },
      { creationTimestamp: "2001-01-01T00:00:00Z" },
      { deletionTimestamp: "2001-01-01T00:00:00Z" },
      { deletionGracePeriodSeconds: 5 },
      { generation: 5 },
      { generation: -1 },
      { generateName: "Not_A_Name-" },
      { namespace: "default" },
      { resourceVersion: "0" },
      { resourceVersion: "1" },
      { resourceVersion: "abc" },
      { resourceVersion: "-1" },
    ),
  ),
  patches: [
    post(maps, good),
    ...[
      { metadata: { uid } },
      { metadata: { uid: null, creationTimestamp: null } },
      { metadata: { name: "b" } },
      { metadata: { name: null } },
      { metadata: { namespace: "default" } },
      { metadata: { deletionTimestamp: "2001-01-01T00:00:00Z" } },
      { metadata: { deletionGracePeriodSeconds: 5 } },
      { metadata: { generation: 5 } },
      { metadata: { resourceVersion: "1" } },
      { metadata: { resourceVersion: "{{0.metadata.resourceVersion}}" }, data: { a: "2" } },
      { metadata: { resourceVersion: "0" }, data: { a: "3" } },
      { metadata: { finalizers: [""] } },
      { metadata: null },
    ].map((body) => patch("merge", own, body)),
  ],
  versions: [
    post(maps, good),
    put(own, { ...good, metadata: { name: "a", resourceVersion: "{{0.metadata.resourceVersion}}" } }),
    put(own, { ...good, data: { a: "2" }, metadata: { name: "a", uid: "{{0.metadata.uid}}" } }),
    put(own, { ...good, metadata: { name: "a", resourceVersion: "{{0.metadata.resourceVersion}}" } }),
    put(own, { ...good, metadata: { name: "a", resourceVersion: "99999999" } }),
    get(own),
  ],
  "while-deleted": [
    post(maps, { ...good, metadata: { name: "a", finalizers: ["example.com/x", "example.com/y"] } }),
    remove(own),
    patch("merge", own, { data: { a: "2" } }),
    patch("merge", own, { metadata: { finalizers: ["example.com/x", "example.com/z"] } }),
    patch("merge", own, { metadata: { finalizers: ["example.com/x"] } }),
    patch("merge", own, { metadata: { deletionTimestamp: null } }),
    put(own, { ...good, metadata: { name: "a" } }),
    get(own),
  ],
  "names-of-bodies": [
    post(maps, good),
    put(own, { ...good, metadata: { name: "b" } }),
    put(own, { ...good, metadata: {} }),
    put(own, { ...good, apiVersion: "v2" }),
    put(own, "{bad"),
    put(own, ""),
    put(`${maps}/not-there`, { ...good, metadata: { name: "not-there" } }),
    patch("merge", `${maps}/not-there`, {}),
  ],
  generation: [
    post(`/apis/apps/v1/namespaces/{{namespace}}/deployments`, {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "a", generation: 9 },
      spec: {
        selector: { matchLabels: { a: "b" } },
        template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
      },
    }),
    ...[
      { metadata: { labels: { l: "1" }, annotations: { a: "1" }, finalizers: ["example.com/x"] } },
      { spec: { replicas: 1 } },
      { spec: { replicas: 2 } },
      { status: { replicas: 2 } },
    ].map((body) => patch("merge", "/apis/apps/v1/namespaces/{{namespace}}/deployments/a", body)),
    patch("merge", "/apis/apps/v1/namespaces/{{namespace}}/deployments/a/status", { status: { replicas: 2 } }),
    remove("/apis/apps/v1/namespaces/{{namespace}}/deployments/a"),
    remove("/apis/apps/v1/namespaces/{{namespace}}/deployments/a"),
  ],
});
