/** Updates of custom resources that do not fit a rule that their definition got later: unchanged parts cause warnings, changed ones errors. */
import { cases, patch, post, put, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { integer, string } from "./crd-good.ts";
import { keyed, rule, ruled, short } from "./custom-resource-rules.ts";
import { list, object, served, widget, widgets } from "./custom-resource.ts";

const one = `${widgets}/w`;

export const customResourceRatchetingCases: readonly DifferentialCase[] = cases("cr-rules", {
  // One rule each: a real server warns in the order of a Go map.
  "unchanged-scalar": ratcheted({ a: integer, b: string }, ruled(integer, rule("self > 1")), { a: 0, b: "b" }, [
    { spec: { b: "c" } },
    { spec: { a: 1 } },
    { spec: { a: 2 } },
    { spec: { a: null } },
    { metadata: { labels: { a: "b" } } },
  ]),
  "unchanged-items": ratcheted(
    { a: list(object({ name: short, value: integer }, { required: ["name"] }), keyed), b: string },
    list(object({ name: short, value: ruled(integer, rule("self > 1")) }, { required: ["name"] }), keyed),
    {
      a: [
        { name: "a", value: 0 },
        { name: "b", value: 5 },
      ],
      b: "b",
    },
    [
      { spec: { b: "c" } },
      {
        spec: {
          a: [
            { name: "b", value: 6 },
            { name: "a", value: 0 },
          ],
        },
      },
      { spec: { a: [{ name: "b", value: 0 }] } },
      { spec: { a: [{ name: "c", value: 0 }] } },
    ],
  ),
  "unchanged-list": ratcheted(
    { a: list(short, { maxItems: 5 }), b: string },
    list(ruled(short, rule("self != 'x'")), { maxItems: 5 }),
    { a: ["x", "y"], b: "b" },
    [{ spec: { b: "c" } }, { spec: { a: ["x", "y", "z"] } }, { spec: { a: ["x", "y"] } }],
  ),
  "unchanged-object": ratcheted(
    { a: object({ x: integer, y: integer }), b: string },
    ruled(
      object({ x: integer, y: integer }),
      rule("self.x <= self.y", { messageExpression: "self.x > 5 ? 'more than five' : 'more than y'" }),
    ),
    { a: { x: 5, y: 1 }, b: "b" },
    [{ spec: { b: "c" } }, { spec: { a: { x: 6 } } }, { spec: { a: { x: 4 } } }],
  ),
  "unchanged-transition": ratcheted(
    { a: integer, b: string },
    ruled(integer, rule("self > oldSelf")),
    { a: 5, b: "b" },
    [{ spec: { b: "c" } }, { spec: { a: 6 } }],
  ),
});

/** An object that violates a rule for `spec.a`, which its definition gets later, and merge patches of that object. */
export function ratcheted(
  properties: object,
  a: object,
  spec: object,
  patches: readonly object[],
): readonly DifferentialRequest[] {
  return [
    ...served(properties),
    post(widgets, widget(spec)),
    patch("json", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.{{namespace}}.example.com", [
      { op: "replace", path: "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/a", value: a },
      {
        op: "add",
        path: "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/c",
        value: { type: "string", maxLength: 1 },
      },
    ]),
    // The new schema is served once it rejects an object.
    until(422, post(`${widgets}?dryRun=All`, widget({ c: "too long" }, { metadata: { name: "other" } }))),
    ...patches.map((body) => patch("merge", `${one}?dryRun=All`, body)),
    patch("merge", one, { spec: { b: "d" } }),
    put(`${one}?dryRun=All`, {
      ...widget({ ...spec, b: "e" }),
      metadata: { name: "w", resourceVersion: `{{${String(5 + patches.length)}.metadata.resourceVersion|1}}` },
    }),
  ];
}
