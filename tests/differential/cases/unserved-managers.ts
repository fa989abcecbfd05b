/** Writes of objects whose managed fields are in a version that is not served, was removed, or never existed. */
import { cases, get, patch, post, put, remove, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { apply } from "./apply-requests.ts";

/** Each case has its own definition, because the deletion of a definition takes a while. */
const group = "{{namespace}}.example.com";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const definition = `${definitions}/things.${group}`;

const text = { type: "string" };

function version(name: string, served: boolean, fields: readonly string[], storage = false): object {
  const properties = Object.fromEntries(fields.map((field) => [field, text]));
  const part = { type: "object", properties };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: part, status: part } } };
  return { name, served, storage, schema, subresources: { status: {} } };
}

const v1 = version("v1", true, ["a", "b", "c"], true);
const v3 = version("v3", true, ["a", "b", "c"]);

const inV1 = `${things("v1")}/a`;

function things(name: string): string {
  return `/apis/${group}/${name}/namespaces/{{namespace}}/things`;
}

function thing(name: string, spec: object, other: object = {}): object {
  return { apiVersion: `${group}/${name}`, kind: "Thing", metadata: { name: "a" }, spec, ...other };
}

/** Applies in v2 and v3, and a status in v2; then v2 is no longer served, or removed from the definition. */
function without(v2: "served" | "listed", requests: readonly DifferentialRequest[]): readonly DifferentialRequest[] {
  const left = v2 === "served" ? [v1, version("v2", false, ["a", "b"]), v3] : [v1, v3];
  return [
    post(definitions, {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `things.${group}` },
      spec: {
        group,
        scope: "Namespaced",
        names: { plural: "things", kind: "Thing" },
        versions: [v1, version("v2", true, ["a", "b"]), v3],
      },
    }),
    ...["v1", "v2", "v3"].map((name) => until(200, get(things(name)))),
    apply(`${things("v2")}/a`, "two", thing("v2", { a: "2" })),
    apply(`${things("v2")}/a/status`, "two", thing("v2", {}, { status: { a: "2" } })),
    apply(`${things("v3")}/a`, "three", thing("v3", { b: "3" })),
    patch("merge", definition, { spec: { versions: left } }),
    until(404, get(things("v2"))),
    ...(v2 === "listed" ? [until(500, apply(inV1, "one&dryRun=All", thing("v1", { b: "3" })))] : []),
    ...requests,
    get(`${things("v1")}/a`),
    remove(definition),
  ];
}

const applies: readonly DifferentialRequest[] = [
  apply(inV1, "one", thing("v1", { a: "1" })),
  apply(inV1, "one", thing("v1", { c: "1" })),
  apply(inV1, "one", thing("v1", { b: "3" })),
  apply(inV1, "one&dryRun=All", thing("v1", { a: "1" })),
  apply(inV1, "one&force=true", thing("v1", { a: "1" })),
  apply(inV1, "two", thing("v1", { b: "3" })),
];

const statusApplies: readonly DifferentialRequest[] = [
  apply(`${inV1}/status`, "one", thing("v1", {}, { status: { a: "1" } })),
  apply(`${inV1}/status`, "one", thing("v1", {}, { status: { c: "1" } })),
  apply(`${inV1}/status`, "one&force=true", thing("v1", {}, { status: { a: "1" } })),
];

const updates: readonly DifferentialRequest[] = [
  patch("merge", `${inV1}?fieldManager=one`, { spec: { a: "1" } }),
  apply(inV1, "other", thing("v1", { a: "2" })),
];

/** A write with a manager of this version in its body. */
function withManager(apiVersion: string): readonly DifferentialRequest[] {
  const managedFields = [
    { manager: "m", operation: "Apply", apiVersion, fieldsType: "FieldsV1", fieldsV1: { "f:data": { "f:b": {} } } },
  ];
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", managedFields }, data: { a: "1", b: "1" } };
  const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
  const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { b: "2" } };
  return [
    post(maps, map),
    apply(`${maps}/a`, "one", applied),
    put(`${maps}/a`, { ...map, data: { a: "2", b: "1" } }),
    apply(`${maps}/a`, "one", applied),
  ];
}

export const unservedManagerCases: readonly DifferentialCase[] = cases("unserved-manager", {
  apply: without("served", applies),
  "apply-status": without("served", statusApplies),
  update: without("served", updates),
  "update-undeclared": without("served", [patch("merge", `${inV1}?fieldManager=one`, { spec: { c: "1" } })]),
  "removed-apply": without("listed", applies),
  "removed-apply-status": without("listed", statusApplies),
  "removed-update": without("listed", updates),
  "removed-update-status": without("listed", [
    patch("merge", `${inV1}/status?fieldManager=one`, { status: { a: "1" } }),
  ]),
  "built-in-removed": withManager("v1beta1"),
  "built-in-of-other-group": withManager("apps/v1"),
  "built-in-malformed": withManager("a/b/c"),
  "built-in-empty-group": withManager("/v1"),
  "built-in-empty-version": withManager("apps/"),
});
