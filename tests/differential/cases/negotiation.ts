/** Content negotiation: alternatives, their order and parameters, wildcards, and rejected types. */
import { cases, get, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const jobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";
const json = "application/json";
const yaml = "application/yaml";
const protobuf = "application/vnd.kubernetes.protobuf";
const cbor = "application/cbor";
const table = ";as=Table;v=v1;g=meta.k8s.io";
const partial = ";as=PartialObjectMetadata;v=v1;g=meta.k8s.io";

const map = post(maps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "1" } });
const job = post(jobs, {
  apiVersion: "myjob.github.com/v1beta1",
  kind: "MyJob",
  metadata: { name: "a" },
  spec: { image: "busybox", command: ["true"] },
});

/** One object, requested with each of these Accept headers. */
function request(...accepts: readonly string[]): readonly DifferentialRequest[] {
  return [map, ...accepts.map((accept) => get(`${maps}/a`, { accept }))];
}

/** The same of a custom resource. */
function askedCustom(...accepts: readonly string[]): readonly DifferentialRequest[] {
  return [job, ...accepts.map((accept) => get(`${jobs}/a`, { accept }))];
}

/** A missing object: the media type of the error. */
function refused(...accepts: readonly string[]): readonly DifferentialRequest[] {
  return accepts.map((accept) => get(`${maps}/none`, { accept }));
}

const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "b" } };

export const negotiationCases: readonly DifferentialCase[] = cases("negotiation", {
  formats: request(json, yaml, protobuf, ""),
  order: request(`${protobuf},${json}`, `${json},${protobuf}`, `${cbor},${json}`, `${cbor}, ${yaml}, ${json}`),
  quality: request(
    `${protobuf};q=0.1,${json}`,
    `${protobuf};q=0.1,${json};q=0.2`,
    `${json};q=0`,
    `${json};q=0,${yaml};q=0`,
    `${protobuf};q=much,${yaml}`,
    `*/*;q=0.9,${yaml};q=0.1`,
    `${json};q=0.5;q=0.7,${yaml};q=0.6`,
  ),
  wildcards: request("*/*", `*/*,${yaml}`, `application/*,${protobuf}`, `${yaml},*/*`),
  "wildcards-refused": request("application/*", "*", "text/*", "application"),
  malformed: request(`${json}/x,${yaml}`, `,,${yaml}`, `;,${yaml}`, `${yaml};q`, `${yaml};;a==b`),
  letters: request("application/JSON", `${json} ,${yaml}`, ` ${yaml}`),
  unknown: request(cbor, "text/plain", "text/html,image/png"),
  parameters: request(
    `${json};charset=utf-8`,
    `${json};stream=watch`,
    `${yaml};stream=watch`,
    `${json};stream=foo`,
    `${json};stream=foo,${yaml}`,
    `${json};sv=v1`,
    `${json};sv=v2`,
    `${json};profile=local`,
  ),
  "other-kinds": request(
    `${protobuf}${table}`,
    `${protobuf}${table},${json}${table},${json}`,
    `${protobuf}${table},${json}`,
    `${protobuf}${partial},${json}${partial}`,
    `${json};as=Table;v=v9;g=meta.k8s.io`,
    `${json};as=Table;v=v9;g=meta.k8s.io,${json};as=Table;v=v1beta1;g=meta.k8s.io,${json}`,
    `${json};as=Table;v=v1`,
    `${json};g=meta.k8s.io`,
    `${json};as=Lamp;v=v1;g=meta.k8s.io`,
    `${yaml}${partial}`,
  ),
  custom: askedCustom(
    protobuf,
    `${protobuf},${json}`,
    `${protobuf},${yaml};q=0.1`,
    `${protobuf},*/*`,
    "application/*",
    "*",
    cbor,
    `${protobuf}${partial}`,
    `${protobuf}${table}`,
    `${protobuf}${table},${json}${table}`,
    `${yaml}${partial}`,
  ),
  "custom-list": [job, ...[protobuf, cbor, yaml].map((accept) => get(`${jobs}?labelSelector=none`, { accept }))],
  errors: refused(
    yaml,
    protobuf,
    `${json}${table}`,
    `${json}${table},${yaml}`,
    `${protobuf}${table}`,
    `${yaml}${table}`,
  ),
  "errors-of-the-gate": [
    get(`${maps}?timeout=abc`, { accept: yaml }),
    get(`${maps}?timeout=9999999999h`, { accept: yaml }),
    get(`${maps}?timeout=1%C3%9F`, { accept: yaml }),
    get(maps, { accept: yaml, "impersonate-user": "nobody" }),
    get(maps, { accept: protobuf, "impersonate-user": "nobody" }),
    get(`${maps}?limit=abc`, { accept: protobuf }),
  ],
  lists: [
    get(maps, { accept: cbor }),
    get(`${maps}?watch=true&timeoutSeconds=1`, { accept: cbor }),
    get(`${maps}?labelSelector=none`, { accept: yaml }),
    get(`${maps}?labelSelector=none`, { accept: `${protobuf},${json}` }),
  ],
  watches: [
    get(`${maps}?watch=true&timeoutSeconds=1`, { accept: yaml }),
    get(`${maps}?watch=true&timeoutSeconds=1`, { accept: `${yaml};stream=watch` }),
    get(`${maps}?watch=true&timeoutSeconds=1`, { accept: `${json};stream=foo` }),
    get(`${maps}?watch=true&timeoutSeconds=1`, { accept: `${protobuf}${table}` }),
    get(`${jobs}?watch=true&timeoutSeconds=1`, { accept: protobuf }),
    get(`${jobs}?watch=true&timeoutSeconds=1`, { accept: yaml }),
    get(`${jobs}?watch=true&timeoutSeconds=1&labelSelector=none`, { accept: `${protobuf},${json}` }),
  ],
  "body-types": [
    post(maps, object, { "content-type": cbor }),
    post(maps, object, { "content-type": "text/xml" }),
    post(maps, object, { "content-type": "application/JSON; charset=utf-8" }),
    post(maps, { ...object, metadata: { name: "c" } }, { "content-type": "" }),
    post(maps, "metadata: {name: d}\ndata: {a: b}\n", { "content-type": `${yaml};charset=utf-8` }),
    post(maps, object, { "content-type": "application/" }),
    post(maps, object, { "content-type": "json" }),
    post(jobs, object, { "content-type": cbor }),
    post(jobs, object, { "content-type": "text/xml" }),
  ],
  "patch-types": [
    map,
    ...["application/json", cbor, "application/apply-patch+cbor", "text/plain", ""].map((type) => patched(maps, type)),
  ],
  "patch-types-custom": [
    job,
    ...["application/strategic-merge-patch+json", cbor, "application/apply-patch+cbor"].map((type) =>
      patched(jobs, type),
    ),
  ],
});

function patched(path: string, type: string): DifferentialRequest {
  return { method: "PATCH", path: `${path}/a`, body: {}, headers: { "content-type": type } };
}
