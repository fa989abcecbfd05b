/** JSON patches: valid and invalid uses of every operation, and the deviations of kube-apiserver from RFC 6902. */
import { cases, get, patch, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const accounts = "/api/v1/namespaces/{{namespace}}/serviceaccounts";
const jobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";

const map = post(maps, {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", labels: { "x/y": "1" }, finalizers: ["example.com/one", "example.com/two"] },
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
  ...bodies.map((body) => patch("json", `${maps}/a`, body)),
];
const onAccount = (...bodies: readonly unknown[]): readonly DifferentialRequest[] => [
  account,
  ...bodies.map((body) => patch("json", `${accounts}/a`, body)),
];
const onJob = (...bodies: readonly unknown[]): readonly DifferentialRequest[] => [
  job,
  ...bodies.map((body) => patch("json", `${jobs}/pi`, body)),
];
const tests = (value: unknown): object => ({ op: "test", path: "/imagePullSecrets/0", value });
const image = "/spec/template/spec/containers/0/image";

export const jsonPatchCases: readonly DifferentialCase[] = cases("json-patch", {
  escapes: onMap(
    [
      { op: "test", path: "/metadata/labels/x~1y", value: "1" },
      { op: "replace", path: "/metadata/labels/x~1y", value: "2" },
    ],
    [{ op: "add", path: "/data/~01", value: "a tilde and a one" }],
    [{ op: "add", path: "/data/~2", value: "no escape" }],
  ),
  "list-insert": onAccount([{ op: "add", path: "/imagePullSecrets/1", value: { name: "new" } }]),
  "list-append": onAccount([
    { op: "add", path: "/imagePullSecrets/-", value: { name: "last" } },
    { op: "add", path: "/imagePullSecrets/3", value: { name: "at the end" } },
  ]),
  "list-beyond": onAccount(
    [{ op: "add", path: "/imagePullSecrets/3", value: { name: "x" } }],
    [{ op: "replace", path: "/imagePullSecrets/2", value: { name: "x" } }],
    [{ op: "remove", path: "/imagePullSecrets/2" }],
    [{ op: "remove", path: "/imagePullSecrets/-" }],
  ),
  "list-odd-index": onAccount(
    [{ op: "add", path: "/imagePullSecrets/x", value: { name: "x" } }],
    [{ op: "add", path: "/imagePullSecrets/1.5", value: { name: "x" } }],
    [{ op: "add", path: "/imagePullSecrets/", value: { name: "x" } }],
    [{ op: "replace", path: "/imagePullSecrets/01", value: { name: "leading zero" } }],
  ),
  "list-negative-index": onAccount(
    [{ op: "replace", path: "/imagePullSecrets/-1", value: { name: "from the end" } }],
    [{ op: "remove", path: "/imagePullSecrets/-2" }],
    [{ op: "remove", path: "/imagePullSecrets/-5" }],
  ),
  "list-item-field": onAccount([{ op: "replace", path: "/imagePullSecrets/0/name", value: "renamed" }]),
  "list-whole": onAccount([{ op: "replace", path: "/imagePullSecrets", value: [{ name: "only" }] }]),
  "test-object": onAccount([tests({ name: "one" })], [tests({ name: "two" })], [tests("one")], [tests(null)]),
  "test-absent": onMap(
    [{ op: "test", path: "/data/none", value: null }],
    [{ op: "test", path: "/data/none", value: "x" }],
    [{ op: "test", path: "/none/a", value: null }],
    [{ op: "test", path: "/data/a", value: null }],
  ),
  "test-only": [...onMap([{ op: "test", path: "/data/a", value: "1" }], []), get(`${maps}/a`)],
  "later-step-fails": [
    ...onMap([
      { op: "replace", path: "/data/a", value: "9" },
      { op: "test", path: "/data/b", value: "no" },
    ]),
    get(`${maps}/a`),
  ],
  "no-value": onMap([{ op: "add", path: "/data/c" }], [{ op: "replace", path: "/data/a" }]),
  "null-value": onMap(
    [{ op: "add", path: "/data/c", value: null }],
    [{ op: "replace", path: "/metadata/labels", value: null }],
  ),
  "no-path": onMap([{ op: "add", value: "x" }], [{ op: "remove" }]),
  "no-operation": onMap([{ path: "/data/a", value: "x" }], [{}]),
  "operation-of-wrong-type": onMap(
    [{ op: 5, path: "/data/a" }],
    [{ op: "add", path: ["data"], value: "x" }],
    ["add"],
    [null],
  ),
  "no-slash": onMap([{ op: "add", path: "data/c", value: "x" }]),
  "empty-key": onMap([{ op: "add", path: "/data/", value: "x" }]),
  "below-a-text": onMap([{ op: "add", path: "/data/a/b", value: "x" }]),
  "into-own-child": onMap([{ op: "move", from: "/metadata/labels", path: "/metadata/labels/inner" }]),
  "move-absent": onMap([{ op: "move", from: "/data/none", path: "/data/c" }]),
  "copy-absent": onMap([{ op: "copy", from: "/data/none", path: "/data/c" }]),
  "copy-without-from": onMap([{ op: "copy", path: "/data/c" }], [{ op: "move", path: "/data/c" }]),
  root: onMap(
    [{ op: "add", path: "", value: {} }],
    [{ op: "remove", path: "" }],
    [{ op: "test", path: "", value: {} }],
    [{ op: "replace", path: "", value: "text" }],
  ),
  "other-kind": onMap([{ op: "replace", path: "/apiVersion", value: "v2" }]),
  "other-name": onMap(
    [{ op: "replace", path: "/metadata/name", value: "b" }],
    [{ op: "remove", path: "/metadata/name" }],
  ),
  "other-namespace": onMap([{ op: "replace", path: "/metadata/namespace", value: "default" }]),
  "no-metadata": onMap([{ op: "remove", path: "/metadata" }]),
  stale: onMap(
    [{ op: "replace", path: "/metadata/resourceVersion", value: "1" }],
    [
      { op: "replace", path: "/metadata/resourceVersion", value: "1" },
      { op: "replace", path: "/data/a", value: "2" },
    ],
  ),
  "no-version": onMap([
    { op: "remove", path: "/metadata/resourceVersion" },
    { op: "replace", path: "/data/a", value: "2" },
  ]),
  finalizers: onMap(
    [{ op: "remove", path: "/metadata/finalizers/0" }],
    [{ op: "remove", path: "/metadata/finalizers" }],
  ),
  absent: [
    patch("json", `${maps}/none`, [{ op: "remove", path: "/data/a" }]),
    patch("json", `${maps}/none`, { op: "remove" }),
    patch("json", `${jobs}/none`, []),
  ],
  bodies: onMap(null, "", '"text"', "5", "[{]", '[{"op":"add","path":"/data/c","value":"x"}] x'),
  "unknown-key": [
    map,
    patch("json", `${maps}/a?fieldValidation=Strict`, [{ op: "add", path: "/data/c", value: "x", extra: 1 }]),
    patch("json", `${maps}/a`, [{ op: "add", path: "/data/c", value: "x", extra: 1 }]),
  ],
  "key-twice": [
    map,
    patch("json", `${maps}/a?fieldValidation=Strict`, '[{"op":"add","op":"add","path":"/data/c","value":"x"}]'),
    patch("json", `${maps}/a`, '[{"op":"add","op":"add","path":"/data/c","value":"x"}]'),
  ],
  "too-many": onMap(Array.from({ length: 10_001 }, () => ({ op: "test", path: "/data/a", value: "1" }))),
  "many-copies": onMap([
    { op: "add", path: "/data/long", value: "x".repeat(2000) },
    ...Array.from({ length: 1600 }, () => ({ op: "copy", from: "/data/long", path: "/data/copy" })),
  ]),
  custom: onJob(
    [{ op: "replace", path: image, value: "perl:5" }],
    [{ op: "add", path: "/spec/bogus", value: 1 }],
    [{ op: "replace", path: image, value: 5 }],
    [{ op: "remove", path: "/spec/template" }],
    [{ op: "remove", path: "/spec" }],
  ),
  "custom-strict": [
    job,
    patch("json", `${jobs}/pi?fieldValidation=Strict`, [{ op: "add", path: "/spec/bogus", value: 1 }]),
  ],
  "custom-status": [
    job,
    patch("json", `${jobs}/pi/status`, [{ op: "add", path: "/status", value: { phase: "running" } }]),
    patch("json", `${jobs}/pi/status`, [{ op: "replace", path: image, value: "not through here" }]),
  ],
});
