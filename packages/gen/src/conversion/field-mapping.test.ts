import assert from "node:assert/strict";
import { test } from "vitest";

import { fits, mapFields } from "./field-mapping.ts";

const text = { type: "string" } as const;

test("mapFields() copies compatible fields, maps nested objects, lists and maps, and leaves added, removed and changed fields open", () => {
  const inner = (field: object): object => ({ type: "object", properties: field });
  const source = {
    required: ["must"],
    properties: {
      must: text,
      may: text,
      gone: text,
      other: { type: "integer" },
      object: inner({ a: text }),
      list: { type: "array", items: inner({ a: text }) },
      map: { type: "object", additionalProperties: inner({ a: text }) },
    },
  };
  const target = {
    required: ["may"],
    properties: {
      must: text,
      may: text,
      fresh: text,
      other: text,
      object: inner({ b: text }),
      list: { type: "array", items: inner({ b: text }) },
      map: { type: "object", additionalProperties: inner({ b: text }) },
    },
  };

  const mapping = mapFields(source, target);

  const within = { copied: [], nested: [], open: ["b"], lost: ["a"] };
  assert.deepEqual(mapping, {
    copied: ["must"],
    nested: [
      { name: "object", each: "object", optional: true, mapping: within },
      { name: "list", each: "item", optional: true, mapping: within },
      { name: "map", each: "value", optional: true, mapping: within },
    ],
    // An optional field cannot become a required one.
    open: ["may", "fresh", "other"],
    lost: ["may", "gone", "other"],
  });
});

test.each([
  { what: "the same", source: text, target: { ...text, maxLength: 3 }, expected: true },
  { what: "fewer words", source: { ...text, enum: ["a"] }, target: { ...text, enum: ["a", "b"] }, expected: true },
  { what: "more words", source: { ...text, enum: ["a", "b"] }, target: { ...text, enum: ["a"] }, expected: false },
  { what: "any text", source: text, target: { ...text, enum: ["a"] }, expected: false },
  { what: "perhaps null", source: { ...text, nullable: true }, target: text, expected: false },
  {
    what: "another size",
    source: { type: "integer", format: "int32" },
    target: { type: "integer", format: "int64" },
    expected: false,
  },
  { what: "text or number", source: { "x-kubernetes-int-or-string": true } as const, target: {}, expected: false },
  {
    what: "a list",
    source: { type: "array", items: text },
    target: { type: "array", items: { type: "boolean" } },
    expected: false,
  },
])("fits() of $what is $expected", ({ source, target, expected }) => {
  assert.equal(fits(source, target), expected);
});
