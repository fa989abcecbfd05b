/** The behaviour of all built-in kinds, with ConfigMaps. */
import { cases, get, post, put } from "../case.ts";
import type { DifferentialCase } from "../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";

function map(more: object = {}, metadata: object = { name: "a" }): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata, ...more };
}

export const configMapCases: readonly DifferentialCase[] = cases("config-map", {
  created: [post(maps, map({ data: { a: "1" } })), get(`${maps}/a`), get(maps)],
  "created-with-manager": [post(`${maps}?fieldManager=me`, map({ data: { a: "1" } }))],
  "unknown-field-strict": [post(`${maps}?fieldValidation=Strict`, map({ dat: {} }))],
  "unknown-fields-warn": [post(maps, map({ dat: {}, other: 1 }))],
  "duplicate-key-warn": [
    post(maps, '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"1","a":"2"}}'),
  ],
  "bad-field-validation": [post(`${maps}?fieldValidation=Foo`, map())],
  "wrong-type": [post(maps, map({ data: { a: 5 } }))],
  "data-is-a-list": [post(maps, map({ data: [] }))],
  "bad-key": [post(maps, map({ data: { "a/b": "1" } }))],
  "key-twice": [post(maps, map({ data: { a: "1" }, binaryData: { a: "aa==" } }))],
  "bad-base64": [post(maps, map({ binaryData: { a: "***" } }))],
  "bad-name": [post(maps, map({}, { name: "Not_A_Name" }))],
  "no-name": [post(maps, map({}, {}))],
  "bad-label-value": [post(maps, map({}, { name: "a", labels: { a: "not a value" } }))],
  "empty-label-key": [post(maps, map({}, { name: "a", labels: { "": "b" } }))],
  "label-wrong-type": [post(maps, map({}, { name: "a", labels: { a: 1 } }))],
  "bad-annotation": [post(maps, map({}, { name: "a", annotations: { "not/a/key": "x" } }))],
  "bad-finalizer": [post(maps, map({}, { name: "a", finalizers: ["unqualified"] }))],
  "bad-owner": [post(maps, map({}, { name: "a", ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p" }] }))],
  "two-controllers": [
    post(
      maps,
      map(
        {},
        {
          name: "a",
          ownerReferences: ["p", "q"].map((name) => ({
            apiVersion: "v1",
            kind: "Pod",
            name,
            uid: `uid-${name}`,
            controller: true,
          })),
        },
      ),
    ),
  ],
  "with-resource-version": [post(maps, map({}, { name: "a", resourceVersion: "1" }))],
  "with-identity": [
    post(maps, map({}, { name: "a", uid: "mine", creationTimestamp: "2001-01-01T00:00:00Z", generation: 7 })),
  ],
  "other-namespace": [post(maps, map({}, { name: "a", namespace: "default" }))],
  "missing-namespace": [post("/api/v1/namespaces/not-there/configmaps", map())],
  twice: [post(maps, map()), post(maps, map())],
  "wrong-kind": [post(maps, map({ kind: "Secret" }))],
  "wrong-version": [post(maps, map({ apiVersion: "v2" }))],
  "no-kind": [post(maps, { metadata: { name: "a" }, data: { a: "1" } })],
  "not-json": [post(maps, "{bad")],
  "empty-body": [post(maps, "")],
  "a-list": [post(maps, "[]")],
  "media-type": [post(maps, "a=1", { "content-type": "application/x-www-form-urlencoded" })],
  yaml: [
    post(maps, "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: '1'\n", {
      "content-type": "application/yaml",
    }),
  ],
  "dry-run": [post(`${maps}?dryRun=All`, map({ data: { a: "1" } })), get(`${maps}/a`)],
  "bad-dry-run": [post(`${maps}?dryRun=true`, map())],
  "long-manager": [post(`${maps}?fieldManager=${"m".repeat(129)}`, map())],
  updated: [post(maps, map({ data: { a: "1" } })), put(`${maps}/a`, map({ data: { a: "2" } }))],
  "update-absent": [put(`${maps}/a`, map())],
  "update-stale": [
    post(maps, map({ data: { a: "1" } })),
    put(`${maps}/a`, map({ data: { a: "2" } })),
    put(`${maps}/a`, map({}, { name: "a", resourceVersion: "{{0.metadata.resourceVersion}}" })),
  ],
  "update-bad-version": [post(maps, map()), put(`${maps}/a`, map({}, { name: "a", resourceVersion: "abc" }))],
  "update-other-name": [post(maps, map()), put(`${maps}/a`, map({}, { name: "b" }))],
  "update-without-name": [post(maps, map()), put(`${maps}/a`, map({}, {}))],
  "update-other-uid": [
    post(maps, map()),
    put(`${maps}/a`, map({}, { name: "a", uid: "00000000-0000-4000-8000-000000000000" })),
  ],
  immutable: [
    post(maps, map({ data: { a: "1" }, immutable: true })),
    put(`${maps}/a`, map({ data: { a: "2" }, immutable: true })),
    put(`${maps}/a`, map({ data: { a: "1" } })),
  ],
  "too-large": [post(maps, map({ data: { a: "x".repeat(1024 * 1024 + 1) } }))],
});
