/** Namespaces, and requests in a terminating namespace. */
import { cases, get, post, put, remove } from "../case.ts";
import type { DifferentialCase } from "../case.ts";

const own = "/api/v1/namespaces/{{namespace}}";
const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };

export const namespaceCases: readonly DifferentialCase[] = cases("namespace", {
  "as-created": [get(own)],
  "bad-name": [post("/api/v1/namespaces", { metadata: { name: "Not.A.Name" } })],
  "long-name": [post("/api/v1/namespaces", { metadata: { name: "n".repeat(64) } })],
  taken: [post("/api/v1/namespaces", { metadata: { name: "{{namespace}}" } })],
  default: [remove("/api/v1/namespaces/default")],
  collection: [remove("/api/v1/namespaces")],
  terminating: [
    post(`${own}/configmaps`, map),
    remove(own),
    post(`${own}/configmaps`, { ...map, metadata: { name: "b" } }),
    post("/api/v1/namespaces", { metadata: { name: "{{namespace}}" } }),
    remove(`${own}/configmaps/a`),
    remove(own),
  ],
  finalized: [
    remove(own),
    put(`${own}/finalize`, { apiVersion: "v1", kind: "Namespace", metadata: { name: "{{namespace}}" }, spec: {} }),
    get(own),
  ],
});
