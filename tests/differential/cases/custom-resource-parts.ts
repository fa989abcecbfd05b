/** Custom resources: lists of each type, values of two types, embedded objects, unknown fields, metadata. */
import { cases, get, post, until } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { definition, definitions, integer, string, versionOf } from "./crd-good.ts";
import { list, object, served, tried, widget, widgets } from "./custom-resource.ts";

export const customResourcePartCases: readonly DifferentialCase[] = cases("cr", {
  "set-lists": [
    ...served({
      set: list(string, { "x-kubernetes-list-type": "set" }),
      numbers: list({ type: "number" }, { "x-kubernetes-list-type": "set" }),
      lists: list(list(integer, { "x-kubernetes-list-type": "atomic" }), { "x-kubernetes-list-type": "set" }),
      objects: list(object({ a: string, b: string }, { "x-kubernetes-map-type": "atomic" }), {
        "x-kubernetes-list-type": "set",
      }),
    }),
    ...tried(
      { set: ["a", "a"] },
      { set: ["a", "b", "a", "b", "a"] },
      { numbers: [1, 1.0, 2] },
      { lists: [[1], [1]] },
      {
        lists: [
          [1, 2],
          [2, 1],
        ],
      },
      {
        objects: [
          { a: "1", b: "2" },
          { b: "2", a: "1" },
        ],
      },
      { set: [1, 1] },
    ),
  ],
  "keyed-lists": [
    ...served({
      map: list(object({ n: string, p: { type: "integer", default: 80 }, v: string }, { required: ["n"] }), {
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["n", "p"],
      }),
      outer: list(
        object(
          {
            n: string,
            inner: list(object({ k: string }, { required: ["k"] }), {
              "x-kubernetes-list-type": "map",
              "x-kubernetes-list-map-keys": ["k"],
            }),
          },
          { required: ["n"] },
        ),
        { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["n"] },
      ),
    }),
    ...tried(
      { map: [{ n: "a" }, { n: "a" }] },
      { map: [{ n: "a", p: 80 }, { n: "a" }] },
      {
        map: [
          { n: "a", p: 1 },
          { n: "a", p: 2 },
        ],
      },
      { map: [{}, {}] },
      { map: ["x"] },
      { map: [null] },
      { outer: [{ n: "a", inner: [{ k: "x" }, { k: "x" }] }] },
      { outer: [{ n: "a" }, { n: "b" }, { n: "a" }, { n: "b" }] },
    ),
  ],
  "int-or-string": [
    ...served({
      p: { "x-kubernetes-int-or-string": true },
      q: { "x-kubernetes-int-or-string": true, anyOf: [integer, string], pattern: "^\\d+%?$", maximum: 5 },
    }),
    ...tried(
      { p: 1 },
      { p: "1" },
      { p: true },
      { p: 1.5 },
      { p: null },
      { p: {} },
      { q: "50%" },
      { q: "x" },
      { q: 6 },
      { q: [] },
    ),
  ],
  embedded: [
    ...served({
      free: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
      strict: object({ spec: object({ a: string }) }, { "x-kubernetes-embedded-resource": true }),
      list: list({
        type: "object",
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true,
      }),
    }),
    ...tried(
      { free: {} },
      { free: { apiVersion: "v1", kind: "Pod" } },
      { free: { apiVersion: "v1", kind: "Pod", metadata: { name: "A_B", other: 1, labels: { a: "b" } }, x: 1 } },
      { free: { apiVersion: "a/b/c", kind: "X" } },
      { free: { apiVersion: "v1", kind: "9" } },
      { free: { apiVersion: "", kind: "X" } },
      { free: { apiVersion: "v1", kind: "Pod", metadata: { labels: { "a b": "c" }, namespace: "x" } } },
      { strict: { apiVersion: "v1", kind: "Foo", metadata: { name: "x" }, spec: { a: "x", b: 1 }, more: 2 } },
      { strict: { apiVersion: "v1", kind: "Foo", spec: { a: 1 } } },
      { list: [{ apiVersion: "v1" }, { kind: "X" }] },
      { free: { apiVersion: "v1", kind: "Pod", metadata: { creationTimestamp: null, name: "x" } } },
      { free: { apiVersion: "v1", kind: "Pod", metadata: { name: 1 } } },
      { free: { apiVersion: 1, kind: "Pod" } },
      { free: { apiVersion: "v1", kind: "Pod", metadata: "x" } },
      { free: "x" },
      { free: { apiVersion: "v1", kind: "Pod", metadata: { finalizers: ["a b"], ownerReferences: [{ name: "x" }] } } },
      { free: { apiVersion: "v1", kind: "Pod", metadata: { annotations: { "a b": "c" }, generateName: "X" } } },
    ),
  ],
  "preserve-unknown": [
    ...served({
      free: object({ known: object({ a: integer }) }, { "x-kubernetes-preserve-unknown-fields": true }),
      any: { "x-kubernetes-preserve-unknown-fields": true },
      plain: { type: "object" },
      more: { type: "object", additionalProperties: true },
    }),
    ...tried(
      {
        free: { x: { y: 1 }, known: { a: 1, b: 2 } },
        any: [1, { a: null }],
        plain: { x: 1 },
        more: { x: { y: null } },
      },
      { free: { known: { a: "x" } } },
    ),
  ],
  metadata: [
    ...served({ a: string }),
    ...(
      [
        { name: 1 },
        { name: "w", labels: "x" },
        { name: "w", labels: { a: 1 } },
        { name: "w", labels: { a: null } },
        { name: "w", finalizers: "x" },
        { name: "w", ownerReferences: [{ uid: 1 }] },
        { name: "w", generation: "x" },
        { name: "w", creationTimestamp: "yesterday" },
        { name: "w", other: 1 },
        { name: "w", managedFields: [{ manager: 1 }] },
        { name: "w", annotations: { a: "b" }, generation: 9, uid: "x", resourceVersion: "" },
        { name: "W" },
        {},
        { name: "w", namespace: "other" },
        { name: "w", finalizers: ["plain"] },
        { name: "w", finalizers: ["bad one"] },
        { name: "w", labels: { "a b": "c" } },
      ] as const
    ).map((metadata) => post(`${widgets}?dryRun=All`, { ...widget({}), metadata })),
    post(`${widgets}?dryRun=All`, { ...widget({}), metadata: "x" }),
    post(`${widgets}?dryRun=All`, { ...widget({}), metadata: null }),
  ],
  "metadata-rules": [
    post(
      definitions,
      definition({
        versions: [
          versionOf(
            "v1",
            object({
              metadata: object({ name: { type: "string", pattern: "^a", maxLength: 3 } }),
              kind: { type: "string", enum: ["Widget"] },
            }),
          ),
        ],
      }),
    ),
    until(200, get(widgets)),
    ...["a", "b", "abcd"].map((name) => post(`${widgets}?dryRun=All`, { ...widget(undefined), metadata: { name } })),
  ],
});
