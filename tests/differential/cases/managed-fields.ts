/** The ownership of fields after writes other than applies. */
import { cases, get, patch, post, put } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { by, configMap, deployment, deployments, maps, one } from "./apply-requests.ts";

const path = `${maps}/a`;
const entry = (manager: string, more: object = {}): object => ({
  manager,
  operation: "Update",
  apiVersion: "v1",
  time: "2020-01-01T00:00:00Z",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:data": { "f:a": {} } },
  ...more,
});

export const managedFieldsCases: readonly DifferentialCase[] = cases("managed-fields", {
  "by-user-agent": [
    by("kubectl/v1.36.3 (linux/amd64) kubernetes/abc", post(maps, configMap({ a: "1" }))),
    by("no slash", post(maps, configMap({ a: "1" }, { name: "b" }))),
    by("/v1", post(maps, configMap({ a: "1" }, { name: "c" }))),
    by("m".repeat(130), post(maps, configMap({ a: "1" }, { name: "d" }))),
    by("tab\tin it/1", post(maps, configMap({ a: "1" }, { name: "e" }))),
    { ...post(maps, configMap({ a: "1" }, { name: "f" })), path: `${maps}?fieldManager=me/you` },
    { ...post(maps, configMap({ a: "1" }, { name: "g" })), path: `${maps}?fieldManager=` },
  ],
  "of-nothing": [
    post(maps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }),
    post(maps, configMap({}, { name: "b" })),
    by("later/1", patch("merge", path, { data: { a: "1" } })),
  ],
  "of-metadata": [
    post(
      maps,
      configMap(
        {},
        {
          name: "a",
          generateName: "g-",
          labels: { l: "1" },
          annotations: { n: "1" },
          finalizers: ["example.com/f"],
          ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u1", controller: true }],
        },
      ),
    ),
    patch("merge", path, { metadata: { finalizers: [] } }),
  ],
  "of-several-writers": [
    by("a/1", post(maps, configMap({ a: "1", b: "2" }))),
    by("b/1", patch("merge", path, { data: { a: "2", c: "3" } })),
    by("c/1", put(path, configMap({ a: "2", d: "4" }))),
    by("d/1", put(path, configMap({ a: "2", d: "4" }))),
    by("d/1", patch("merge", path, { metadata: { labels: { l: "1" } } })),
    by("e/1", patch("json", path, [{ op: "remove", path: "/data/d" }])),
    by("e/1", patch("strategic", path, { metadata: { annotations: { n: "1" } } })),
    by("f/1", patch("merge", path, { data: null })),
  ],
  "of-many-writers": [
    by("m01/1", post(maps, configMap({ k01: "1" }))),
    ...["m02", "m03", "m04", "m05", "m06", "m07", "m08", "m09", "m10", "m11", "m12"].map((name) =>
      by(`${name}/1`, patch("merge", path, { data: { [name]: "1" } })),
    ),
  ],
  "sent-with-a-create": [
    post(maps, configMap({ a: "1", b: "2" }, { managedFields: [entry("someone")] })),
    post(maps, configMap({ a: "1" }, { name: "b", managedFields: [] })),
    post(maps, configMap({ a: "1" }, { name: "c", managedFields: [{}] })),
    post(maps, configMap({ a: "1" }, { name: "d", managedFields: [entry("someone", { operation: "Delete" })] })),
    post(maps, configMap({ a: "1" }, { name: "e", managedFields: [entry("someone", { fieldsV1: { "x:data": {} } })] })),
  ],
  "sent-with-an-update": [
    by("a/1", post(maps, configMap({ a: "1", b: "2" }))),
    by(
      "b/1",
      patch("merge", path, {
        metadata: { managedFields: [entry("someone"), entry("another", { operation: "Apply" })] },
      }),
    ),
    by("c/1", patch("merge", path, { data: { a: "3" }, metadata: { managedFields: [entry("one")] } })),
    by("d/1", patch("merge", path, { metadata: { managedFields: [entry("one", { operation: "Delete" })] } })),
    by("e/1", patch("merge", path, { metadata: { managedFields: [entry("one", { fieldsType: "FieldsV2" })] } })),
    by("f/1", patch("merge", path, { metadata: { managedFields: [entry("one", { apiVersion: "" })] } })),
    by("g/1", patch("merge", path, { metadata: { managedFields: null } })),
    by("h/1", put(path, configMap({ a: "3", b: "2" }))),
  ],
  reset: [
    by("a/1", post(maps, configMap({ a: "1" }))),
    by("b/1", patch("merge", path, { metadata: { managedFields: [] } })),
    by("c/1", patch("merge", path, { data: { a: "2" } })),
    by("d/1", put(path, configMap({ a: "3" }, { managedFields: [{}] }))),
    post(maps, configMap({ a: "1" }, { name: "b" })),
    by("d/1", put(`${maps}/b`, configMap({ a: "1" }, { name: "b", managedFields: [] }))),
  ],
  "sent-to-the-status": [
    by("a/1", post(deployments, deployment([one]))),
    by(
      "b/1",
      patch("merge", `${deployments}/d/status`, {
        metadata: { managedFields: [{}], labels: { l: "1" }, annotations: { n: "1" } },
        spec: { replicas: 3 },
        status: { replicas: 1 },
      }),
    ),
    by(
      "c/1",
      patch("merge", `${deployments}/d/status`, {
        status: { replicas: 1, conditions: [{ type: "Available", status: "True" }] },
      }),
    ),
  ],
  "dry-run": [
    { ...post(maps, configMap({ a: "1" })), path: `${maps}?dryRun=All` },
    post(maps, configMap({ a: "1" })),
    by("b/1", { ...patch("merge", path, { data: { a: "2" } }), path: `${path}?dryRun=All` }),
    get(path),
  ],
  "of-a-put-that-creates": [
    put("/api/v1/namespaces/{{namespace}}/services/s", {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "s" },
      spec: { clusterIP: "None", ports: [{ port: 80 }], selector: { app: "a" } },
    }),
  ],
});
