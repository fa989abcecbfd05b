/** Apply to custom resources: list types by the definition's schema, defaults, nulls, subresources, several versions. */
import { cases, get, patch, post, put, remove, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { apply, by } from "./apply-requests.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** A CRD `things` of this group, and its removal at the end, because cases share group names. */
function withDefinition(
  group: string,
  versions: readonly object[],
  requests: readonly DifferentialRequest[],
): readonly DifferentialRequest[] {
  const name = `things.${group}`;
  const paths = versions.map(
    (version) => `/apis/${group}/${(version as { name: string }).name}/namespaces/{{namespace}}/things`,
  );
  return [
    post(definitions, {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name },
      spec: { group, scope: "Namespaced", names: { plural: "things", kind: "Thing" }, versions },
    }),
    // A real server uses the schema once it has this condition.
    ...paths.map((path) => until(200, get(path))),
    ...requests,
    remove(`${definitions}/${name}`),
  ];
}

const text = { type: "string" };
const named = {
  type: "object",
  required: ["name"],
  properties: { name: text, value: text, port: { type: "integer", default: 80 } },
};
const spec = {
  type: "object",
  properties: {
    replicas: { type: "integer" },
    size: { type: "string", default: "small" },
    byName: { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], items: named },
    byTwo: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name", "port"],
      items: { ...named, required: ["name"] },
    },
    set: { type: "array", "x-kubernetes-list-type": "set", items: text },
    whole: { type: "array", "x-kubernetes-list-type": "atomic", items: named },
    plain: { type: "array", items: named },
    labels: { type: "object", additionalProperties: text },
    wholeMap: { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: text, b: text } },
    free: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { known: text } },
    either: { "x-kubernetes-int-or-string": true },
    nullable: { type: "string", nullable: true },
    embedded: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
  },
};
const status = {
  type: "object",
  properties: {
    phase: text,
    replicas: { type: "integer" },
    conditions: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["type"],
      items: { type: "object", required: ["type"], properties: { type: text, status: text } },
    },
  },
};
const schema = { openAPIV3Schema: { type: "object", properties: { spec, status } } };
const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };

const v1 = { name: "v1", served: true, storage: true, schema, subresources: { status: {}, scale } };
const withoutStatus = {
  name: "v1",
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: { a: text } } } } },
};

const freeStatus = {
  ...withoutStatus,
  schema: {
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: { type: "object", properties: { a: text } },
        status: {
          type: "object",
          properties: {
            typed: { type: "object", properties: { a: text } },
            untyped: { "x-kubernetes-preserve-unknown-fields": true },
          },
          "x-kubernetes-preserve-unknown-fields": true,
        },
      },
    },
  },
};

const things = (group: string, version = "v1"): string => `/apis/${group}/${version}/namespaces/{{namespace}}/things`;
const thing = (group: string, content: object, version = "v1"): object => ({
  apiVersion: `${group}/${version}`,
  kind: "Thing",
  metadata: { name: "t" },
  ...content,
});

function requests(group: string): (content: object, manager?: string) => DifferentialRequest {
  return (content, manager = "m1") => apply(`${things(group)}/t`, manager, thing(group, content));
}

const [lists, values, subresources, bare, several, updates, pruned] = [
  "lists.apply.example.com",
  "values.apply.example.com",
  "subresources.apply.example.com",
  "bare.apply.example.com",
  "several.apply.example.com",
  "updates.apply.example.com",
  "pruned.apply.example.com",
] as const;
const [list, value, sub, plain] = [requests(lists), requests(values), requests(subresources), requests(bare)] as const;
const prunedThing = requests(pruned);

export const applyCustomCases: readonly DifferentialCase[] = cases("apply-custom", {
  lists: withDefinition(
    lists,
    [v1],
    [
      list({
        spec: {
          byName: [{ name: "a", value: "1" }, { name: "b" }],
          set: ["x", "y"],
          whole: [{ name: "a" }],
          plain: [{ name: "a" }],
        },
      }),
      list({ spec: { byName: [{ name: "c" }, { name: "a" }], set: ["z", "x"] } }, "m2"),
      list({ spec: { byName: [{ name: "a", value: "2" }] } }, "m2"),
      list({ spec: { whole: [{ name: "b" }] } }, "m2"),
      list({ spec: { whole: [{ name: "b" }], plain: [] } }, "m2&force=true"),
      list({ spec: { byTwo: [{ name: "a" }, { name: "a", port: 81 }] } }, "m3"),
      list({ spec: { byTwo: [{ name: "a", port: 80, value: "1" }] } }, "m3"),
      list({ spec: { byName: [{ name: "b" }], set: ["y"] } }),
      list({ spec: { byName: [{ name: "a" }, { name: "a" }] } }),
      list({ spec: { set: ["x", "x"] } }),
      list({ spec: { byName: [{ value: "1" }] } }),
    ],
  ),
  values: withDefinition(
    values,
    [v1],
    [
      value({
        spec: {
          labels: { a: "1" },
          wholeMap: { a: "1" },
          free: { known: "1", other: { deep: [1, 2] } },
          either: 80,
          nullable: null,
        },
      }),
      value({ spec: { labels: { b: "2" }, either: "80%" } }, "m2"),
      value({ spec: { labels: { b: "2" } } }, "m2"),
      value({ spec: { wholeMap: { b: "1" } } }, "m3"),
      value({ spec: { wholeMap: { b: "1" }, free: { other: { deep: [3] } } } }, "m3&force=true"),
      value({ spec: { embedded: { apiVersion: "v1", kind: "ConfigMap", data: { a: "1" } } } }, "m4"),
      value({ spec: { size: "large" } }, "m5"),
      value({ spec: { size: null } }, "m6"),
      value({ spec: { bogus: 1 } }),
      value({ spec: { replicas: "1" } }),
      value({ spec: { labels: { a: 1 } } }),
      get(`${things(values)}/t`),
    ],
  ),
  subresources: withDefinition(
    subresources,
    [v1],
    [
      sub({ spec: { replicas: 1 }, status: { phase: "x" } }),
      apply(
        `${things(subresources)}/t/status`,
        "m2",
        thing(subresources, {
          spec: { replicas: 9 },
          status: { phase: "Ready", conditions: [{ type: "A", status: "True" }] },
        }),
      ),
      apply(
        `${things(subresources)}/t/status`,
        "m3",
        thing(subresources, {
          metadata: { name: "t", labels: { l: "1" } },
          status: { conditions: [{ type: "B", status: "True" }] },
        }),
      ),
      apply(`${things(subresources)}/t/status`, "m3", thing(subresources, { status: { phase: "Failed" } })),
      by(
        "controller/1",
        patch("merge", `${things(subresources)}/t/status`, { status: { phase: "Failed", replicas: 2 } }),
      ),
      apply(`${things(subresources)}/t/scale`, "m4&force=true", {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: "t" },
        spec: { replicas: 3 },
      }),
      get(`${things(subresources)}/t`),
      by(
        "scaler/1",
        put(`${things(subresources)}/t/scale`, {
          apiVersion: "autoscaling/v1",
          kind: "Scale",
          metadata: { name: "t" },
          spec: { replicas: 4 },
        }),
      ),
      get(`${things(subresources)}/t`),
      apply(`${things(subresources)}/none/status`, "m2", {
        ...thing(subresources, { status: {} }),
        metadata: { name: "none" },
      }),
      apply(`${things(subresources)}/t/status`, "m2", thing(subresources, { status: { bogus: 1 } })),
    ],
  ),
  "no-status": withDefinition(
    bare,
    [withoutStatus],
    [
      plain({ spec: { a: "1" }, status: {} }),
      plain({ spec: { a: "1" } }),
      plain({ spec: { a: "2" }, other: 1 }),
      apply(`${things(bare)}/t/status`, "m1", thing(bare, {})),
      plain({ apiVersion: `${bare}/v2`, spec: {} }),
      plain({ kind: "Other", spec: {} }),
    ],
  ),
  versions: withDefinition(
    several,
    [v1, { ...v1, name: "v2", storage: false }],
    [
      apply(`${things(several, "v2")}/t`, "m1", thing(several, { spec: { replicas: 1, labels: { a: "1" } } }, "v2")),
      apply(`${things(several)}/t`, "m2", thing(several, { spec: { labels: { b: "1" } } })),
      apply(`${things(several)}/t`, "m2", thing(several, { spec: { replicas: 2 } })),
      apply(`${things(several)}/t`, "m1", thing(several, { spec: { replicas: 2 } })),
      by("put/1", patch("merge", `${things(several, "v2")}/t`, { spec: { replicas: 3 } })),
      apply(`${things(several, "v2")}/t`, "m1", thing(several, { spec: {} })),
      get(`${things(several, "v2")}/t`),
    ],
  ),
  "written-otherwise": withDefinition(
    updates,
    [v1],
    [
      by(
        "a/1",
        post(
          things(updates),
          thing(updates, {
            spec: { set: ["x"], byName: [{ name: "a", port: 1 }], nullable: null, unknown: 1 },
            status: { phase: "x" },
          }),
        ),
      ),
      by(
        "b/1",
        patch("merge", `${things(updates)}/t`, {
          spec: { set: ["x", "y"], byName: [{ name: "a", port: 2 }], free: { any: {} } },
        }),
      ),
      by("c/1", patch("json", `${things(updates)}/t`, [{ op: "remove", path: "/spec/set" }])),
      by("d/1", patch("merge", `${things(updates)}/t`, { metadata: { managedFields: [] } })),
      by("e/1", patch("merge", `${things(updates)}/t`, { metadata: { managedFields: [{}] } })),
      by("f/1", patch("merge", `${things(updates)}/t`, { spec: { size: "huge" } })),
      apply(`${things(updates)}/t`, "m1", thing(updates, { spec: { size: "tiny" } })),
      apply(`${things(updates)}/t`, "m1&force=true", thing(updates, { spec: { size: "tiny" } })),
    ],
  ),
  // Each apply of a field that the schema does not have increments the generation.
  pruned: withDefinition(
    pruned,
    [freeStatus],
    [
      prunedThing({ spec: { a: "1" }, status: { typed: { unknown: {} } } }),
      prunedThing({ spec: { a: "1" }, status: { typed: { unknown: {} } } }),
      prunedThing({ spec: { a: "1", unknown: 1 } }),
      prunedThing({ spec: { a: "1" } }),
      prunedThing({ spec: { a: "1" }, status: { untyped: null, unknown: null } }),
      prunedThing({ spec: { a: null } }),
    ],
  ),
});
