/** Errors: format, reason, details and message. */
import { cases, comparing, get, patch, post, put } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";

const core = "/api/v1/namespaces/{{namespace}}";
const maps = `${core}/configmaps`;
const jobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";

const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
const job = { apiVersion: "myjob.github.com/v1beta1", kind: "MyJob", metadata: { name: "a" }, spec: {} };

export const statusCases: readonly DifferentialCase[] = cases("status", {
  "not-found": [
    get(`${maps}/a`),
    get("/apis/apps/v1/namespaces/{{namespace}}/deployments/a"),
    get(`${jobs}/a`),
    get("/api/v1/nodes/none"),
  ],
  "already-exists": [post(maps, map), post(maps, map)],
  "one-invalid": [post(maps, { ...map, metadata: { name: "NOT VALID" } })],
  "several-invalid": [
    post(maps, {
      ...map,
      metadata: { name: "NOT VALID", namespace: "{{namespace}}", labels: { a: "not valid!" } },
      data: { "not valid!": "" },
    }),
  ],
  "no-reason": [
    post(maps, { ...map, metadata: { name: "b", resourceVersion: "5" } }),
    get(`${maps}/a?resourceVersion=abc`),
    post(maps, map),
    put(`${maps}/a`, { ...map, metadata: { name: "a", resourceVersion: "abc" } }),
    patch("strategic", `${maps}/a`, { data: { $patch: "unknown" } }),
    get(`${maps}?watch=true&resourceVersion=abc`),
  ],
  "retry-after": [comparing(["retry-after"], get(`${maps}?resourceVersion=99999999`))],
  "malformed-json": [
    post(maps, "{bad"),
    post(maps, ""),
    post(maps, "[]"),
    post(maps, '"text"'),
    post(maps, "{"),
    post(maps, '{"a":}'),
    post(maps, "null"),
  ],
  "malformed-custom": [post(jobs, "{bad"), post(jobs, ""), post(jobs, "[]"), post(jobs, "{}")],
  "malformed-yaml": [
    post(maps, "a: b: c", { "content-type": "application/yaml" }),
    post(maps, "", { "content-type": "application/yaml" }),
    post(maps, "- a", { "content-type": "application/yaml" }),
  ],
  "wrong-kind": [
    post(maps, { ...map, kind: "Secret" }),
    post(maps, { ...map, apiVersion: "apps/v1" }),
    post(maps, { ...map, kind: "None" }),
    post(maps, { ...map, apiVersion: "a/b/c" }),
  ],
  "wrong-type": [
    post(maps, { ...map, data: 1 }),
    post(maps, { ...map, data: { a: 1 } }),
    post(maps, { ...map, metadata: [] }),
    post(maps, { ...map, metadata: { name: 1 } }),
    post(maps, { ...map, kind: 5 }),
  ],
  "wrong-kind-custom": [
    post(jobs, { ...job, kind: "Vat" }),
    post(jobs, { ...job, apiVersion: "myjob.github.com/v2" }),
    post(jobs, { ...job, apiVersion: "x.io/v1" }),
    post(jobs, { ...job, apiVersion: "" }),
  ],
  "bad-base64": [
    post(`${core}/secrets`, { metadata: { name: "a" }, data: { a: "a!b" } }),
    post(maps, { ...map, binaryData: { a: "ab" } }),
  ],
  "bad-quantity": [
    post(`${core}/pods`, {
      metadata: { name: "a" },
      spec: { containers: [{ name: "a", image: "a", resources: { limits: { cpu: "much" } } }] },
    }),
    post(`${core}/limitranges`, { metadata: { name: "a" }, spec: { limits: [{ type: "Pod", max: { cpu: "" } }] } }),
  ],
  "bad-time": [
    post(maps, { ...map, metadata: { name: "a", creationTimestamp: "yesterday" } }),
    post("/apis/coordination.k8s.io/v1/namespaces/{{namespace}}/leases", {
      metadata: { name: "a" },
      spec: { renewTime: "2026-11-20T21:26:30Z" },
    }),
    post("/apis/coordination.k8s.io/v1/namespaces/{{namespace}}/leases", {
      metadata: { name: "a" },
      spec: { renewTime: 5 },
    }),
  ],
  "bad-patch": [
    post(maps, map),
    patch("merge", `${maps}/a`, "{bad"),
    patch("merge", `${maps}/a`, "[]"),
    patch("json", `${maps}/a`, "{}"),
    patch("json", `${maps}/a`, [{ op: "test", path: "/data/none", value: "1" }]),
    patch("json", `${maps}/a`, [{ op: "replace", path: "/data/none", value: "1" }]),
    patch("json", `${maps}/a`, [{ op: "remove", path: "/data/none" }]),
    patch("json", `${maps}/a`, [{ op: "sing", path: "/data" }]),
    patch("strategic", `${maps}/a`, "{bad"),
    patch("merge", `${maps}/none`, {}),
  ],
});
