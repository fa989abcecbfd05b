/** Merge patches (RFC 7386), on built-in and on custom kinds. */
import { cases, get, patch, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const accounts = "/api/v1/namespaces/{{namespace}}/serviceaccounts";
const jobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";

const map = post(maps, {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", labels: { l: "1" }, finalizers: ["example.com/one"] },
  data: { a: "1", b: "2" },
});
const account = post(accounts, {
  apiVersion: "v1",
  kind: "ServiceAccount",
  metadata: { name: "a" },
  imagePullSecrets: [{ name: "one" }, { name: "two" }],
});
const job = post(jobs, {
  apiVersion: "myjob.github.com/v1beta1",
  kind: "MyJob",
  metadata: { name: "pi" },
  spec: { template: { spec: { containers: [{ name: "pi", image: "perl" }], restartPolicy: "Never" } } },
});

const onMap = (...bodies: readonly unknown[]): readonly DifferentialRequest[] => [
  map,
  ...bodies.map((body) => patch("merge", `${maps}/a`, body)),
];
const onJob = (...bodies: readonly unknown[]): readonly DifferentialRequest[] => [
  job,
  ...bodies.map((body) => patch("merge", `${jobs}/pi`, body)),
];
const metadata = (value: unknown): object => ({ metadata: value });

export const mergePatchCases: readonly DifferentialCase[] = cases("merge-patch", {
  "null-deletes": onMap({ data: { a: null, none: null } }, { data: null }, { metadata: { labels: null } }),
  "null-in-new": onMap({ metadata: { annotations: { a: null, b: "1" } } }, { binaryData: { a: null } }),
  "list-replaced": [
    account,
    patch("merge", `${accounts}/a`, { imagePullSecrets: [{ name: "three" }] }),
    patch("merge", `${accounts}/a`, { imagePullSecrets: [] }),
  ],
  nothing: [...onMap({}, { data: {} }, { data: { a: "1" } }, { metadata: {} }), get(`${maps}/a`)],
  "own-type": onMap({ apiVersion: "v1", kind: "ConfigMap", data: { a: "3" } }),
  "no-metadata": onMap(metadata(null)),
  "read-only": onMap(metadata({ creationTimestamp: null, generation: 7, selfLink: "/x" })),
  "same-version": [
    map,
    patch("merge", `${maps}/a`, metadata({ resourceVersion: "{{0.metadata.resourceVersion}}", labels: { m: "2" } })),
  ],
  "odd-version": onMap(
    metadata({ resourceVersion: "x" }),
    metadata({ resourceVersion: "" }),
    metadata({ resourceVersion: null }),
  ),
  uid: [
    map,
    patch("merge", `${maps}/a`, metadata({ uid: "{{0.metadata.uid}}" })),
    patch("merge", `${maps}/a`, metadata({ uid: null })),
  ],
  "other-namespace": onMap(metadata({ namespace: "default" })),
  finalizers: onMap(metadata({ finalizers: ["example.com/two"] }), metadata({ finalizers: null })),
  "bad-label": onMap(metadata({ labels: { l: "not a value" } })),
  bodies: onMap("null", '"text"', "5", "true", "[]", "", "{", '{"data":{}} x'),
  "key-twice": [
    map,
    patch("merge", `${maps}/a?fieldValidation=Strict`, '{"data":{"a":"3","a":"4"}}'),
    patch("merge", `${maps}/a`, '{"data":{"a":"3","a":"4"}}'),
    patch("merge", `${maps}/a?fieldValidation=Ignore`, '{"data":{"a":"5","a":"6"}}'),
  ],
  "unknown-ignored": [map, patch("merge", `${maps}/a?fieldValidation=Ignore`, { other: 1, data: { c: "3" } })],
  "dry-run": [map, patch("merge", `${maps}/a?dryRun=All`, { data: { a: "3" } }), get(`${maps}/a`)],
  forced: [map, patch("merge", `${maps}/a?force=true`, {})],
  custom: onJob(
    { spec: { template: { spec: { restartPolicy: "OnFailure" } } } },
    { spec: { template: { spec: { containers: [{ name: "e", image: "python" }] } } } },
    { metadata: { labels: { a: "1" } } },
    {},
  ),
  "custom-wrong": onJob(
    { spec: { template: "text" } },
    { spec: { template: { spec: { containers: [{ name: "pi", image: 5 }] } } } },
    { spec: null },
    { spec: { template: null } },
    { kind: "Other" },
    { apiVersion: "myjob.github.com/v1" },
  ),
  "custom-label": onJob({ metadata: { labels: { a: 1 } } }),
  "custom-labels": onJob({ metadata: { labels: "x" } }),
  "custom-strict": [job, patch("merge", `${jobs}/pi?fieldValidation=Strict`, { spec: { bogus: 1 } })],
  "custom-unknown": [
    ...onJob({ spec: { bogus: 1 } }),
    patch("merge", `${jobs}/pi?fieldValidation=Ignore`, { bogus: 1 }),
  ],
  "custom-status": [
    ...onJob({ status: { phase: "running" } }),
    patch("merge", `${jobs}/pi/status`, { status: { phase: "running" }, spec: null }),
    patch("merge", `${jobs}/pi/status`, { status: null }),
  ],
  "custom-absent": [patch("merge", `${jobs}/none`, {}), patch("merge", `${jobs}/none`, "{")],
});
