/** The lifecycle of custom resources: status, scale, columns, selectors, versions, changed schemas, unchanged errors. */
import { cases, get, patch, post, put, remove, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { definition, definitions, integer, string, versionOf } from "./crd-good.ts";
import { list, object, served, widget, widgets } from "./custom-resource.ts";

const group = "{{namespace}}.example.com";
const crd = `${definitions}/widgets.${group}`;
const one = `${widgets}/w`;
const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const withStatus = { subresources: { status: {} } };
const phase = { status: object({ phase: string, count: integer }) };

const scale = {
  specReplicasPath: ".spec.replicas",
  statusReplicasPath: ".status.replicas",
  labelSelectorPath: ".status.selector",
};
const scaled = served(
  { replicas: { type: "integer" }, a: string },
  { status: object({ replicas: integer, selector: string }) },
  { subresources: { status: {}, scale } },
);
const scaleOf = (spec: unknown, metadata: object = {}): object => ({
  apiVersion: "autoscaling/v1",
  kind: "Scale",
  metadata: { name: "w", namespace: "{{namespace}}", ...metadata },
  spec,
});

const columns = [
  { name: "A", type: "string", jsonPath: ".spec.a" },
  { name: "N", type: "integer", jsonPath: ".spec.n", format: "int32", description: "how many" },
  { name: "F", type: "number", jsonPath: ".spec.f" },
  { name: "B", type: "boolean", jsonPath: ".spec.b", priority: 1 },
  { name: "D", type: "date", jsonPath: ".spec.d" },
  { name: "L", type: "string", jsonPath: ".spec.l" },
  { name: "First", type: "string", jsonPath: ".spec.l[0]" },
  { name: "All", type: "string", jsonPath: ".spec.l[*]" },
  { name: "O", type: "string", jsonPath: ".spec.o" },
  { name: "Label", type: "string", jsonPath: ".metadata.labels['a\\.b/c']" },
  { name: "Ready", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  { name: "None", type: "string", jsonPath: ".spec.none.at.all" },
  { name: "Wrong", type: "integer", jsonPath: ".spec.a" },
];

/** Replaces the schema of the only version, and waits until the server uses it. */
function reschemed(spec: object, probe: DifferentialRequest): readonly DifferentialRequest[] {
  return [patch("merge", crd, { spec: { versions: [versionOf("v1", object({ spec }), {})] } }), probe];
}

const twoVersions = (more: object = {}): object =>
  definition({
    versions: [
      versionOf("v1", object({ spec: object({ a: string, d: { type: "string", default: "one" } }) }), more),
      {
        ...versionOf("v2", object({ spec: object({ a: string, e: { type: "string", default: "two" } }) })),
        storage: false,
      },
    ],
  });
const inV2 = `/apis/${group}/v2/namespaces/{{namespace}}/widgets`;

export const customResourceLifecycleCases: readonly DifferentialCase[] = cases("cr-lifecycle", {
  status: [
    ...served({ a: string }, phase, withStatus),
    post(widgets, widget({ a: "x" }, { status: { phase: "mine" } })),
    patch("merge", `${one}/status`, {
      status: { phase: "ready", unknown: 1 },
      spec: { a: "y" },
      metadata: { labels: { a: "b" } },
    }),
    patch("merge", `${one}/status`, { status: { phase: 5 } }),
    patch("merge", `${one}/status`, { status: "x" }),
    patch("merge", one, { status: { phase: "other" } }),
    patch("merge", one, { spec: { a: "z" }, status: { phase: "other" } }),
    get(`${one}/status`),
    put(`${one}/status`, widget({}, { status: { phase: "put" } })),
    get(`${one}/scale`),
    get(`${one}/other`),
    post(`${one}/status`, {}),
    remove(`${one}/status`),
  ],
  "no-status-subresource": [
    ...served({ a: string }, phase),
    post(widgets, widget({ a: "x" }, { status: { phase: "mine" } })),
    patch("merge", one, { status: { phase: "changed" } }),
    get(`${one}/status`),
    patch("merge", `${one}/status`, { status: { phase: "x" } }),
  ],
  "status-default": [
    ...served(
      { a: string },
      { status: object({ phase: { type: "string", default: "new" } }, { default: {} }) },
      withStatus,
    ),
    post(widgets, widget({ a: "x" })),
    get(one),
    post(`${widgets}?dryRun=All`, { ...widget({ a: "x" }), metadata: { name: "dry" } }),
  ],
  scale: [
    ...scaled,
    post(widgets, widget({ replicas: 2, a: "x" })),
    get(`${one}/scale`),
    put(`${one}/scale`, scaleOf({ replicas: 5 })),
    patch("merge", `${one}/scale`, { spec: { replicas: 3 } }),
    patch("merge", `${one}/scale`, { spec: { replicas: -1 } }),
    put(`${one}/scale`, scaleOf({ replicas: "x" })),
    put(`${one}/scale`, scaleOf({ replicas: 1 }, { resourceVersion: "1" })),
    put(`${one}/scale`, scaleOf({ replicas: 1 }, { name: "other" })),
    patch("merge", `${one}/status`, { status: { replicas: 2, selector: "a=b" } }),
    get(`${one}/scale`),
    get(`${widgets}/none/scale`),
    get(one),
  ],
  "scale-values": [
    ...scaled,
    ...[{ replicas: "x" }, { replicas: -1 }, { replicas: 2147483648 }, { replicas: 1.5 }, {}, "text"].map((spec) =>
      post(`${widgets}?dryRun=All`, widget(spec)),
    ),
    // Beyond the integers that a double represents exactly.
    ...["9007199254740993", "-9007199254740993", "9223372036854775808"].map((replicas) =>
      post(
        `${widgets}?dryRun=All`,
        JSON.stringify(widget({ replicas: 0 })).replace(`"replicas":0`, `"replicas":${replicas}`),
      ),
    ),
    post(widgets, widget({})),
    get(`${one}/scale`),
    put(`${one}/scale`, scaleOf({ replicas: 1 })),
  ],
  columns: [
    ...served(
      {
        a: string,
        n: integer,
        f: { type: "number" },
        b: { type: "boolean" },
        d: string,
        l: list(string),
        o: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      },
      { status: object({ conditions: list(object({ type: string, status: string })) }) },
      { additionalPrinterColumns: columns },
    ),
    post(widgets, {
      ...widget(
        { a: "x", n: 3, f: 1.5, b: true, d: "2999-01-02T03:04:05Z", l: ["p", "q"], o: { k: { v: [1] } } },
        {
          status: {
            conditions: [
              { type: "Other", status: "no" },
              { type: "Ready", status: "yes" },
            ],
          },
        },
      ),
      metadata: { name: "w", labels: { "a.b/c": "label" } },
    }),
    post(widgets, { ...widget({ d: "never" }), metadata: { name: "empty" } }),
    get(`${one}`, table),
    get(`${widgets}/empty`, table),
    get(`${widgets}?includeObject=None`, table),
  ],
  "default-columns": [
    ...served({ a: string }),
    post(widgets, widget({ a: "x" })),
    get(widgets, table),
    get(one, table),
  ],
  selectors: [
    ...served(
      { a: string, n: integer, b: { type: "boolean" } },
      {},
      { selectableFields: [{ jsonPath: ".spec.a" }, { jsonPath: ".spec.n" }, { jsonPath: ".spec.b" }] },
    ),
    post(widgets, widget({ a: "x", n: 1, b: true })),
    post(widgets, { ...widget({ a: "y" }), metadata: { name: "v" } }),
    ...[
      "spec.a=x",
      "spec.a!=x",
      "spec.n=1",
      "spec.b=true",
      "spec.b=",
      "spec.a=x,spec.n=2",
      "spec.other=1",
      "metadata.name=v",
      "spec.a",
      "status.phase=x",
    ].map((selector) => get(`${widgets}?fieldSelector=${encodeURIComponent(selector)}`)),
    remove(`${widgets}?fieldSelector=${encodeURIComponent("spec.a=y")}`),
    get(widgets),
  ],
  ratcheting: [
    ...served({ a: string, b: string, l: list(integer), m: { type: "object", additionalProperties: string } }),
    post(widgets, widget({ a: "long", b: "x", l: [5, 6], m: { k: "long" } })),
    ...reschemed(
      object({
        a: { type: "string", maxLength: 2 },
        b: string,
        l: list({ type: "integer", maximum: 3 }),
        m: { type: "object", additionalProperties: { type: "string", maxLength: 2 } },
      }),
      until(422, post(`${widgets}?dryRun=All`, { ...widget({ a: "long" }), metadata: { name: "probe" } })),
    ),
    patch("merge", `${one}?dryRun=All`, { spec: { b: "y" } }),
    patch("merge", `${one}?dryRun=All`, { spec: { a: "longer" } }),
    patch("merge", `${one}?dryRun=All`, { spec: { l: [5, 6, 7] } }),
    patch("merge", `${one}?dryRun=All`, { spec: { l: [1] } }),
    patch("merge", `${one}?dryRun=All`, { spec: { m: { other: "ok" } } }),
    patch("merge", `${one}?dryRun=All`, { spec: { m: { other: "longer" } } }),
    patch("merge", `${one}?dryRun=All`, { metadata: { labels: { a: "b" } } }),
  ],
  "changed-schema": [
    ...served({ a: string, old: string }),
    post(widgets, widget({ a: "x", old: "kept" })),
    ...reschemed(
      object({ a: string, added: { type: "string", default: "new" } }),
      until(
        400,
        post(`${widgets}?dryRun=All&fieldValidation=Strict`, { ...widget({ old: "x" }), metadata: { name: "probe" } }),
      ),
    ),
    get(one),
    get(widgets),
    patch("merge", `${one}?dryRun=All`, { metadata: { labels: { a: "b" } } }),
  ],
  versions: [
    post(definitions, twoVersions()),
    until(200, get(widgets)),
    until(200, get(inV2)),
    post(inV2, { ...widget({ a: "x", e: "set" }), apiVersion: `${group}/v2` }),
    get(one),
    get(`${inV2}/w`),
    post(widgets, { ...widget({ a: "y" }), metadata: { name: "v" } }),
    get(`${inV2}/v`),
    get(inV2),
    post(inV2, widget({ a: "x" })),
    patch("merge", `${inV2}/v`, { spec: { e: "patched" } }),
    get(`${widgets}/v`),
  ],
  deprecated: [
    post(definitions, twoVersions({ deprecated: true })),
    until(200, get(widgets)),
    get(widgets),
    get(inV2),
    patch("merge", crd, {
      spec: {
        versions: [
          versionOf("v1", object({ spec: object({ a: string }) }), {
            deprecated: true,
            deprecationWarning: "use something else",
          }),
        ],
      },
    }),
  ],
  writes: [
    ...served({ a: string }),
    post(widgets, widget({ a: "x" })),
    put(one, widget({ a: "y" })),
    put(one, { ...widget({ a: "y" }), metadata: { name: "w", resourceVersion: "1" } }),
    put(`${widgets}/none`, { ...widget({ a: "y" }), metadata: { name: "none" } }),
    patch("merge", one, { spec: { a: null } }),
    patch("json", one, [{ op: "test", path: "/spec/a", value: "q" }]),
    patch("merge", one, { metadata: { name: "v" } }),
    post(widgets, { ...widget({}), kind: "Other" }),
    post(widgets, { ...widget({}), apiVersion: `${group}/v9` }),
    post(widgets, { metadata: { name: "w2" } }),
    remove(one),
    remove(one),
  ],
  finalizers: [
    ...served({ a: string }),
    post(widgets, {
      ...widget({ a: "x" }),
      metadata: { name: "w", finalizers: ["example.com/a", "foregroundDeletion"] },
    }),
    remove(one),
    patch("merge", one, { metadata: { finalizers: ["example.com/a", "example.com/b"] } }),
    patch("merge", one, { spec: { a: "y" } }),
    patch("merge", one, { metadata: { finalizers: null } }),
    get(one),
  ],
});
