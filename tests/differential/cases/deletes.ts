/** Deletes: responses, remaining objects, and contradictory options. */
import { cases, get, patch, post, remove } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const jobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";

function map(metadata: object = {}): DifferentialRequest {
  return post(maps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", ...metadata }, data: { a: "1" } });
}

const job = post(jobs, {
  apiVersion: "myjob.github.com/v1beta1",
  kind: "MyJob",
  metadata: { name: "pi" },
  spec: { template: { spec: { containers: [{ name: "pi" }] } } },
});

const held = map({ finalizers: ["example.com/hold"] });

export const deleteCases: readonly DifferentialCase[] = cases("delete", {
  plain: [map(), remove(`${maps}/a`), remove(`${maps}/a`)],
  custom: [job, remove(`${jobs}/pi`), get(`${jobs}/pi`)],
  "with-finalizer": [
    held,
    remove(`${maps}/a`),
    remove(`${maps}/a`),
    patch("merge", `${maps}/a`, { metadata: { finalizers: ["example.com/hold", "example.com/more"] } }),
    patch("merge", `${maps}/a`, { metadata: { finalizers: null } }),
    get(`${maps}/a`),
  ],
  "recreate-while-held": [held, remove(`${maps}/a`), map()],
  foreground: [map(), remove(`${maps}/a`, { propagationPolicy: "Foreground" }), get(`${maps}/a`)],
  orphan: [map(), remove(`${maps}/a?propagationPolicy=Orphan`), get(`${maps}/a`)],
  "bad-policy": [map(), remove(`${maps}/a`, { propagationPolicy: "Foo" })],
  "both-policies": [map(), remove(`${maps}/a`, { propagationPolicy: "Orphan", orphanDependents: true })],
  "uid-precondition": [
    map(),
    remove(`${maps}/a`, { preconditions: { uid: "nope" } }),
    remove(`${maps}/a`, { preconditions: { uid: "{{0.metadata.uid}}" } }),
  ],
  "version-precondition": [map(), remove(`${maps}/a`, { preconditions: { resourceVersion: "1" } })],
  "dry-run": [map(), remove(`${maps}/a?dryRun=All`), get(`${maps}/a`)],
  "bad-dry-run": [map(), remove(`${maps}/a`, { dryRun: ["Some"] })],
  "bad-grace": [map(), remove(`${maps}/a?gracePeriodSeconds=soon`), remove(`${maps}/a`, { gracePeriodSeconds: -2 })],
  "bad-body": [map(), remove(`${maps}/a`, "{bad"), remove(`${maps}/a`, { kind: "ConfigMap", apiVersion: "v1" })],
  "unknown-option": [map(), remove(`${maps}/a`, { propagation: "Background" })],
  collection: [
    map({ labels: { l: "1" } }),
    remove(`${maps}?labelSelector=l%3D2`),
    remove(`${maps}?labelSelector=l`),
    get(maps),
  ],
  "absent-custom": [remove(`${jobs}/none`)],
});
