/** Conflicts of an apply with other field managers, and applies with force. */
import { cases, get, patch, post, put } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { apply, by, configMap, deployment, deployments, maps, one, two } from "./apply-requests.ts";

const map = `${maps}/a`;
const path = `${deployments}/d`;

export const applyConflictCases: readonly DifferentialCase[] = cases("apply-conflict", {
  "of-one": [
    apply(map, "m1", configMap({ a: "1" })),
    apply(map, "m2", configMap({ a: "2" })),
    apply(map, "m2&force=false", configMap({ a: "2" })),
    apply(map, "m2&force=true", configMap({ a: "2" })),
    apply(map, "m1", configMap({ a: "1" })),
  ],
  "of-several": [
    apply(map, "m1", configMap({ a: "1", b: "2", c: "3" }, { labels: { l: "1" } })),
    apply(map, "m2", configMap({ a: "9", b: "9", c: "3" }, { labels: { l: "2" } })),
    apply(map, "m2&force=true", configMap({ a: "9", b: "9", c: "3" }, { labels: { l: "2" } })),
  ],
  "with-an-update": [
    by("kubectl-edit/1", post(maps, configMap({ q: "1" }))),
    apply(map, "m1", configMap({ q: "2" })),
    apply(map, "m1&force=true", configMap({ q: "2" })),
  ],
  "with-a-status": [
    post(deployments, deployment([one])),
    by("controller/1", patch("merge", `${path}/status`, { status: { replicas: 1, observedGeneration: 1 } })),
    apply(`${path}/status`, "m1", {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d" },
      status: { replicas: 2 },
    }),
    apply(`${path}/status`, "m1&force=true", {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d" },
      status: { replicas: 2 },
    }),
  ],
  "in-a-list": [
    apply(path, "m1", deployment([one, two])),
    apply(path, "m2", deployment([{ name: "one", image: "example.com/one:2" }])),
    apply(path, "m2", deployment([{ name: "one", env: [{ name: "A", value: "1" }] }])),
    apply(path, "m3", deployment([{ name: "one", env: [{ name: "A", value: "2" }] }])),
    apply(path, "m3&force=true", deployment([{ name: "one", env: [{ name: "A", value: "2" }] }])),
  ],
  "with-equal-values": [
    apply(path, "m1", deployment([one])),
    apply(path, "m2", deployment([one])),
    apply(path, "m1", deployment([{ name: "one", image: "example.com/one:2" }])),
    apply(path, "m1&force=true", deployment([{ name: "one", image: "example.com/one:2" }])),
  ],
  "in-an-atomic-map": [
    apply(path, "m1", deployment([one], {}, { nodeSelector: { a: "1" } })),
    apply(path, "m2", deployment([{ name: "one" }], {}, { nodeSelector: { b: "1" } })),
    apply(path, "m2&force=true", deployment([{ name: "one" }], {}, { nodeSelector: { b: "1" } })),
  ],
  "not-about-defaults": [
    apply(path, "m1", deployment([one])),
    apply(path, "m2", { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" }, spec: { replicas: 5 } }),
    apply(path, "m2", {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d" },
      spec: { replicas: 5, strategy: { type: "Recreate", rollingUpdate: null } },
    }),
    get(path),
  ],
  "with-a-put": [
    apply(map, "m1", configMap({ a: "1", b: "2" })),
    by("put/1", put(map, configMap({ a: "2", b: "2" }))),
    apply(map, "m1", configMap({ a: "1", b: "2" })),
  ],
});
