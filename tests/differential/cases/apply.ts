/** Server-side apply of whole objects: responses, errors, and the resulting ownership. */
import { cases, get, patch, post, put } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { apply, by, configMap, deployment, deployments, maps, one } from "./apply-requests.ts";

const path = `${maps}/a`;
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

export const applyCases: readonly DifferentialCase[] = cases("apply", {
  "creates-and-repeats": [
    apply(path, "m1", configMap({ a: "1", b: "2" }, { labels: { l: "1" } })),
    apply(path, "m1", configMap({ a: "1", b: "2" }, { labels: { l: "1" } })),
    get(path),
  ],
  yaml: [
    apply(
      path,
      "m1",
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  creationTimestamp: null\ndata:\n  a: "1"\n',
    ),
    apply(path, "m1", "# a comment\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: '2'}\n"),
  ],
  "charset-in-the-media-type": [
    {
      ...apply(path, "m1", configMap({ a: "1" })),
      headers: { "content-type": "application/apply-patch+yaml; charset=utf-8" },
    },
  ],
  "without-manager": [
    { ...apply(path, "", configMap({ a: "1" })), path },
    { ...apply(path, "", configMap({ a: "1" })), path: `${path}?force=true` },
    apply(path, "", configMap({ a: "1" })),
  ],
  "manager-too-long": [apply(path, "m".repeat(129), configMap({ a: "1" }))],
  "force-of-another-patch": [
    post(maps, configMap({ a: "1" })),
    { ...patch("merge", path, { data: { a: "2" } }), path: `${path}?force=true` },
    { ...patch("json", path, []), path: `${path}?force=false` },
  ],
  "name-omitted": [
    apply(path, "m1", { apiVersion: "v1", kind: "ConfigMap", data: { a: "1" } }),
    apply(path, "m1", configMap({ a: "1" })),
    apply(path, "m1", { apiVersion: "v1", kind: "ConfigMap", data: { b: "1" } }),
    apply(path, "m2", { apiVersion: "v1", kind: "ConfigMap", metadata: {}, data: { c: "1" } }),
  ],
  "another-name": [
    apply(path, "m1", configMap({ a: "1" }, { name: "b" })),
    post(maps, configMap({ a: "1" })),
    apply(path, "m1", configMap({ a: "1" }, { name: "b" })),
    apply(path, "m1", configMap({ a: "1" }, { namespace: "default" })),
  ],
  "without-kind": [
    apply(path, "m1", { apiVersion: "v1", metadata: { name: "a" } }),
    apply(path, "m1", { kind: "ConfigMap", metadata: { name: "a" } }),
    apply(path, "m1", {}),
    apply(path, "m1", { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } }),
    apply(path, "m1", { apiVersion: "v2", kind: "ConfigMap", metadata: { name: "a" } }),
    apply(path, "m1", { apiVersion: "apps/v1", kind: "ConfigMap", metadata: { name: "a" } }),
  ],
  "managed-fields-sent": [
    apply(path, "m1", configMap({ a: "1" }, { managedFields: [] })),
    apply(path, "m1", configMap({ a: "1" }, { managedFields: [{}] })),
    apply(path, "m1", configMap({ a: "1" }, { managedFields: null })),
    apply(path, "m1", configMap({ a: "2" }, { managedFields: [{ manager: "m1", operation: "Apply" }] })),
  ],
  "bad-bodies": [
    apply(path, "m1", "{"),
    apply(path, "m1", "[]"),
    apply(path, "m1", '"text"'),
    apply(path, "m1", ""),
    apply(path, "m1", "null"),
    apply(path, "m1", "a: b: c"),
  ],
  "duplicate-keys": [
    apply(path, "m1", '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"1","a":"2"}}'),
    apply(path, "m1", 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: "1"\n  a: "3"\n'),
    apply(
      path,
      "m1&fieldValidation=Strict",
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: "1"\n  a: "4"\n',
    ),
    apply(
      path,
      "m1&fieldValidation=Ignore",
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: "1"\n  a: "5"\n',
    ),
  ],
  "unknown-field": [
    apply(path, "m1", { ...configMap({ a: "1" }), bogus: 1 }),
    apply(path, "m1&fieldValidation=Ignore", { ...configMap({ a: "1" }), bogus: 1 }),
    apply(path, "m1&fieldValidation=Strict", configMap({ a: "1" }, { bogus: 1 })),
  ],
  "wrong-types": [
    apply(path, "m1", configMap({ a: 1 })),
    apply(path, "m1", configMap({ a: null })),
    apply(`${maps}/b`, "m1", { ...configMap({}), metadata: "a" }),
    apply(`${maps}/b`, "m1", { ...configMap({}), metadata: { name: "b" }, data: ["a"] }),
    apply(`${deployments}/d`, "m1", deployment([one], { replicas: "1" })),
  ],
  "invalid-object": [
    apply(`${maps}/A`, "m1", configMap({ a: "1" }, { name: "A" })),
    apply(path, "m1", configMap({ a: "1" }, { labels: { l: "-" } })),
    apply(`${deployments}/d`, "m1", deployment([{ name: "one" }])),
    post(maps, { ...configMap({ a: "1" }), immutable: true }),
    apply(path, "m1", configMap({ b: "2" })),
  ],
  "namespace-missing": [apply("/api/v1/namespaces/{{namespace}}-none/configmaps/a", "m1", configMap({ a: "1" }))],
  collection: [apply(maps, "m1", configMap({ a: "1" }))],
  uid: [
    apply(path, "m1", configMap({ a: "1" }, { uid: "abc" })),
    post(maps, configMap({ a: "1" })),
    apply(path, "m1", configMap({ b: "1" }, { uid: "abc" })),
    apply(path, "m1", configMap({ b: "1" }, { uid: "{{1.metadata.uid}}" })),
  ],
  "resource-version": [
    apply(path, "m1", configMap({ a: "1" }, { resourceVersion: "1" })),
    apply(path, "m1", configMap({ b: "1" }, { resourceVersion: "1" })),
    apply(path, "m1", configMap({ b: "1" }, { resourceVersion: "{{0.metadata.resourceVersion}}" })),
  ],
  "dry-run": [
    apply(path, "m1&dryRun=All", configMap({ a: "1" })),
    get(path),
    apply(path, "m1", configMap({ a: "1" })),
    apply(path, "m1&dryRun=All", configMap({ a: "2", b: "3" })),
    apply(path, "m2&dryRun=All", configMap({ a: "2" })),
    apply(path, "m2&dryRun=All&force=true", configMap({ a: "2" })),
    get(path),
  ],
  "metadata-of-all-operations": [
    apply(
      path,
      "m1",
      configMap(
        { a: "1" },
        {
          labels: { l: "1" },
          annotations: { n: "1" },
          finalizers: ["example.com/f"],
          ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u1" }],
        },
      ),
    ),
    apply(
      path,
      "m2",
      configMap(
        {},
        { finalizers: ["example.com/g"], ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "q", uid: "u2" }] },
      ),
    ),
    apply(path, "m1", configMap({ a: "1" }, { annotations: { n: "1" } })),
    patch("merge", path, { metadata: { finalizers: null } }),
  ],
  "takes-back-what-it-gave": [
    apply(path, "m1", configMap({ a: "1", b: "2" })),
    apply(path, "m1", configMap({ a: "1" })),
    apply(path, "m1", { apiVersion: "v1", kind: "ConfigMap" }),
    get(path),
  ],
  "keeps-fields-of-other-managers": [
    apply(path, "m1", configMap({ a: "1", b: "2" })),
    apply(path, "m2", configMap({ a: "1", c: "3" })),
    apply(path, "m1", configMap({ b: "2" })),
    apply(path, "m2", configMap({ c: "3" })),
    get(path),
  ],
  "keeps-what-an-update-owns": [
    post(maps, configMap({ a: "1", b: "2" })),
    apply(path, "m1", configMap({ a: "1" })),
    apply(path, "m1", configMap({})),
    get(path),
  ],
  "of-ownership-alone": [
    post(maps, configMap({ a: "1" })),
    apply(path, "m1", configMap({ a: "1" })),
    apply(path, "m1", configMap({ a: "1" })),
    apply(path, "m1", configMap({ a: "1" }, { labels: { l: "1" } })),
  ],
  "after-a-reset": [
    apply(path, "m1", configMap({ a: "1", b: "2" })),
    patch("merge", path, { metadata: { managedFields: [{}] } }),
    patch("merge", path, { data: { c: "3" } }),
    apply(path, "m2", configMap({ a: "9" })),
    apply(path, "m2", configMap({ d: "4" })),
    apply(path, "m2&force=true", configMap({ a: "9" })),
    patch("json", path, [{ op: "replace", path: "/metadata/managedFields", value: [] }]),
    apply(path, "m3", configMap({ d: "5" })),
    apply(path, "m3", configMap({ e: "5" })),
  ],
  "from-kubectl-apply": [
    by("kubectl/v1", {
      ...post(
        maps,
        configMap(
          { a: "1", b: "2" },
          {
            annotations: {
              [lastApplied]: `{"apiVersion":"v1","data":{"a":"1","b":"2"},"kind":"ConfigMap","metadata":{"annotations":{},"name":"a","namespace":"{{namespace}}"}}\n`,
            },
          },
        ),
      ),
      path: `${maps}?fieldManager=kubectl-client-side-apply`,
    }),
    apply(path, "kubectl", configMap({ a: "3", b: "2" })),
    apply(path, "kubectl", configMap({ a: "3" })),
    get(path),
  ],
  "from-kubectl-apply-with-another-owner": [
    {
      ...post(
        maps,
        configMap(
          { a: "1", b: "2" },
          {
            annotations: {
              [lastApplied]: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"1","b":"2"}}',
            },
          },
        ),
      ),
      path: `${maps}?fieldManager=kubectl-client-side-apply`,
    },
    by("other/1", patch("merge", path, { data: { b: "7" } })),
    apply(path, "kubectl", configMap({ a: "3", b: "8" })),
    apply(path, "not-kubectl", configMap({ a: "3" })),
  ],
  "upgrade-of-kubectl": [
    {
      ...post(
        maps,
        configMap(
          { a: "1" },
          {
            annotations: {
              [lastApplied]: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"a":"1"}}',
            },
          },
        ),
      ),
      path: `${maps}?fieldManager=kubectl-client-side-apply`,
    },
    apply(path, "kubectl", configMap({ a: "1" })),
    apply(path, "kubectl-last-applied", {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "a", annotations: { [lastApplied]: "{}" } },
    }),
    patch("json", path, [
      {
        op: "replace",
        path: "/metadata/managedFields",
        value: [
          {
            manager: "kubectl",
            operation: "Apply",
            apiVersion: "v1",
            time: "2020-01-01T00:00:00Z",
            fieldsType: "FieldsV1",
            fieldsV1: { "f:data": { "f:a": {} } },
          },
        ],
      },
      { op: "replace", path: "/metadata/resourceVersion", value: "1" },
    ]),
    patch("json", path, [
      {
        op: "replace",
        path: "/metadata/managedFields",
        value: [
          {
            manager: "kubectl",
            operation: "Apply",
            apiVersion: "v1",
            time: "2020-01-01T00:00:00Z",
            fieldsType: "FieldsV1",
            fieldsV1: { "f:data": { "f:a": {} } },
          },
        ],
      },
      { op: "replace", path: "/metadata/resourceVersion", value: "{{1.metadata.resourceVersion}}" },
    ]),
    apply(path, "kubectl", configMap({ a: "2" })),
  ],
  "put-in-between": [
    apply(path, "m1", configMap({ a: "1", b: "2" })),
    put(path, configMap({ a: "9" })),
    apply(path, "m1", configMap({ a: "1", b: "2" })),
    apply(path, "m1", configMap({ b: "2" })),
    get(path),
  ],
});
