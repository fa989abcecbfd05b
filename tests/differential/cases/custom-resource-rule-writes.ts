/** Rules and the ways to write a custom resource: versions with different rules, the scale, PUT, JSON patch, apply, deletion, and unchanged parts. */
import { cases, get, patch, post, put, remove, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { definition, definitions, integer, versionOf } from "./crd-good.ts";
import { ratcheted } from "./custom-resource-ratcheting.ts";
import { rule, ruled, short } from "./custom-resource-rules.ts";
import { list, object, served, widget, widgets } from "./custom-resource.ts";

const one = `${widgets}/w`;
const inV2 = (path: string): string => path.replace("/v1/", "/v2/");
const ofV2 = (spec: object): object => ({ ...widget(spec), apiVersion: "{{namespace}}.example.com/v2" });

function applied(spec: object, query = ""): DifferentialRequest {
  const headers = { "content-type": "application/apply-patch+yaml" };
  return { method: "PATCH", path: `${one}?fieldManager=m${query}`, headers, body: widget(spec) };
}

const few = { maxProperties: 5 };
const set = { maxItems: 5, "x-kubernetes-list-type": "set" };
const integers = { type: "object", additionalProperties: integer, ...few };
const positives = { ...integers, additionalProperties: ruled(integer, rule("self > 0")) };

export const customResourceRuleWriteCases: readonly DifferentialCase[] = cases("cr-rules", {
  "blocked-by-metadata": [
    ...served(
      {},
      {},
      {
        schema: {
          openAPIV3Schema: ruled(
            object({
              spec: object({ a: ruled(integer, rule("self > 1")) }),
              status: object({ s: ruled(integer, rule("self > 1")) }),
            }),
            rule("self.metadata.name == 'w'"),
          ),
        },
        subresources: { status: {} },
      },
    ),
    ...[
      {},
      { name: "A_" },
      { name: "x", annotations: { a: "x".repeat(256 * 1024) } },
      { name: "x", labels: { "a b": "c" } },
      { name: "x", finalizers: ["a b"] },
      { name: "x", ownerReferences: [{ apiVersion: "v1", kind: "A", name: "", uid: "" }] },
      { name: "x".repeat(300) },
    ].map((metadata) => post(`${widgets}?dryRun=All`, { ...widget({ a: 0 }), metadata })),
    post(widgets, widget({ a: 2 })),
    ...[
      { annotations: { a: "x".repeat(256 * 1024) } },
      { ownerReferences: [{ apiVersion: "", kind: "", name: "", uid: "" }] },
      { finalizers: [""] },
    ].flatMap((metadata) => [
      patch("merge", `${one}?dryRun=All`, { metadata, spec: { a: 0 } }),
      patch("merge", `${one}/status?dryRun=All`, { metadata, status: { s: 0 } }),
    ]),
  ],
  // Each version has its own rules, and a write must satisfy only those of its version.
  versions: [
    post(
      definitions,
      definition({
        versions: [
          versionOf("v1", object({ spec: object({ a: ruled(integer, rule("self > 1")), b: short }) })),
          versionOf(
            "v2",
            object({ spec: object({ a: ruled(integer, rule("self < 5"), rule("self >= oldSelf")), b: short }) }),
            { storage: false },
          ),
        ],
      }),
    ),
    until(200, get(inV2(widgets))),
    post(`${widgets}?dryRun=All`, widget({ a: 0 })),
    post(`${inV2(widgets)}?dryRun=All`, ofV2({ a: 9 })),
    post(widgets, widget({ a: 9 })),
    patch("merge", `${inV2(one)}?dryRun=All`, { spec: { b: "x" } }),
    patch("merge", `${inV2(one)}?dryRun=All`, { spec: { a: 8 } }),
    patch("merge", `${inV2(one)}?dryRun=All`, { spec: { a: 4 } }),
    patch("merge", `${one}?dryRun=All`, { spec: { a: 8 } }),
  ],
  scale: [
    ...served(
      { replicas: ruled(integer, rule("self >= oldSelf")), max: integer },
      { status: object({ replicas: integer }) },
      {
        subresources: {
          status: {},
          scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
        },
      },
    ),
    post(widgets, widget({ replicas: 2, max: 3 })),
    patch("merge", `${one}/scale`, { spec: { replicas: 1 } }),
    patch("merge", `${one}/scale`, { spec: { replicas: 3 } }),
    patch("merge", `${one}/status`, { status: { replicas: 3 }, spec: { replicas: 0 } }),
    get(one),
  ],
  verbs: [
    ...served({ fixed: ruled(short, rule("self == oldSelf", { message: "is immutable" })), count: integer }),
    applied({ fixed: "a" }),
    applied({ fixed: "b" }),
    applied({ fixed: "b" }, "&dryRun=All"),
    patch("json", one, [{ op: "replace", path: "/spec/fixed", value: "b" }]),
    patch("json", one, [{ op: "remove", path: "/spec/fixed" }]),
    applied({ fixed: "c" }),
    put(one, { ...widget({ fixed: "d" }), metadata: { name: "w", resourceVersion: "{{7.metadata.resourceVersion}}" } }),
    put(one, {
      ...widget({ fixed: "c", count: 1 }),
      metadata: { name: "w", resourceVersion: "{{7.metadata.resourceVersion}}" },
    }),
    applied({ fixed: "d" }, "&force=true"),
    get(one),
  ],
  "unchanged-map": ratcheted({ a: integers, b: short }, positives, { a: { x: 0, y: 1 }, b: "b" }, [
    { spec: { b: "c" } },
    { spec: { a: { y: 2 } } },
    { spec: { a: { x: -1 } } },
    { spec: { a: { z: 0 } } },
    { spec: { a: { x: 1 } } },
  ]),
  "unchanged-set": ratcheted(
    { a: list(short, set), b: short },
    list(ruled(short, rule("self != 'x'")), set),
    { a: ["x", "y"], b: "b" },
    [{ spec: { b: "c" } }, { spec: { a: ["y", "x"] } }, { spec: { a: ["x", "y", "z"] } }, { spec: { a: ["y"] } }],
  ),
  "unchanged-atomic-map": ratcheted(
    { a: { ...integers, "x-kubernetes-map-type": "atomic" }, b: short },
    { ...positives, "x-kubernetes-map-type": "atomic" },
    { a: { x: 0, y: 1 }, b: "b" },
    [{ spec: { b: "c" } }, { spec: { a: { y: 2 } } }, { spec: { a: { x: 0, y: 1 } } }],
  ),
  // An object that does not fit a rule can lose its finalizers, and its deletion is not validated.
  deletion: [
    ...served({ a: integer }),
    post(widgets, { ...widget({ a: 0 }), metadata: { name: "w", finalizers: ["example.com/f"] } }),
    patch("json", `${definitions}/widgets.{{namespace}}.example.com`, [
      {
        op: "replace",
        path: "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/a",
        value: ruled(integer, rule("self > 1")),
      },
    ]),
    until(422, post(`${widgets}?dryRun=All`, { ...widget({ a: 0 }), metadata: { name: "other" } })),
    remove(one),
    patch("merge", one, { spec: { a: -1 } }),
    patch("merge", one, { metadata: { finalizers: [] } }),
    get(one),
  ],
});
