import assert from "node:assert/strict";
import { test } from "vitest";
import type { JsonSchema } from "../model/json-schema.ts";
import { followFieldPath } from "./field-path.ts";

const text: JsonSchema = { type: "string" };
const root: JsonSchema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        color: text,
        "a.b": text,
        "it's": text,
        "a\\x": text,
        labels: { type: "object", additionalProperties: text },
      },
    },
    any: { type: "object", additionalProperties: true },
  },
};

test.for([
  [".spec.color", "spec.color"],
  [".spec['color']", "spec.color"],
  [".spec['a.b']", "spec.a.b"],
  [String.raw`.spec['it\'s']`, "spec.it's"],
  [String.raw`.spec['a\\x']`, String.raw`spec.a\x`],
  [".spec.labels.app", "spec.labels[app]"],
  [".any.thing", "any[thing]"],
  ["", ""],
] as const)("%s leads to a field", ([path, field]) => {
  const target = followFieldPath(path, root, { allowsBrackets: true });

  assert.equal(typeof target === "object" ? target.field : target, field);
});

test.for([
  ["spec", "expected [ or . but got: spec"],
  [".", "unexpected end of JSON path"],
  [".none", "does not refer to a valid field"],
  [".__proto__", "does not refer to a valid field"],
  [".spec.color.more", "does not refer to a valid field"],
  [".spec[color]", "expected single quoted string but got color"],
  [".spec['color", "expected single quoted string but got 'color"],
  [".spec['color'", "unexpected end of JSON path"],
  [".spec['color'x", "expected ] but got x"],
  [String.raw`.spec['\x']`, String.raw`invalid string literal: invalid escape char \x`],
  [".spec[", "unexpected end of JSON path"],
] as const)("%s leads nowhere", ([path, problem]) => {
  assert.equal(followFieldPath(path, root, { allowsBrackets: true }), problem);
});

test("Brackets are refused where a path may not have them", () => {
  assert.equal(followFieldPath(".spec['color']", root), "array notation is not allowed");
});
