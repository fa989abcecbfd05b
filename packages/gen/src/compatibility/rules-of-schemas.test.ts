// One change of a schema per case: the rules that are reported.
import type { JsonSchema } from "@kubewright/schema";
import { expect, test } from "vitest";

import { Place } from "./change.ts";
import type { CrdChange } from "./change.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { compatibilityRules } from "./rules.ts";

/** The rules reported for a change of `spec.x` from one schema to another. */
function rulesOf(
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
  around: JsonSchema = {},
): readonly string[] {
  const found: string[] = [];
  const root = (x: JsonSchema | undefined): JsonSchema => ({
    type: "object",
    properties: { spec: { type: "object", ...around, ...(x !== undefined && { properties: { x } }) } },
  });
  compareSchemas(root(before), root(after), new Place("", ({ rule, path }) => void found.push(`${rule} ${path}`)));
  return found;
}

const text: JsonSchema = { type: "string" };
const integer: JsonSchema = { type: "integer" };
const number: JsonSchema = { type: "number" };
const intOrString: JsonSchema = { "x-kubernetes-int-or-string": true };
const anything: JsonSchema = { "x-kubernetes-preserve-unknown-fields": true };
const open: JsonSchema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const list: JsonSchema = { type: "array", items: text };
const object = (properties: Record<string, JsonSchema>, rest: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  ...rest,
});
const map = (values: JsonSchema): JsonSchema => ({ type: "object", additionalProperties: values });
const rule = (...rules: readonly string[]): JsonSchema => ({
  ...text,
  "x-kubernetes-validations": rules.map((each) => ({ rule: each })),
});
const keyed = (...keys: readonly string[]): JsonSchema => ({
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": keys,
  items: object({ a: text, b: text }, { required: ["a", "b"] }),
});

const cases: readonly (readonly [before: JsonSchema | undefined, after: JsonSchema | undefined, rules: string])[] = [
  [text, text, ""],
  [undefined, text, "field-added"],
  [text, undefined, "field-removed"],

  [object({ a: text }, { required: ["a"] }), object({ a: text }), "field-optional .a"],
  [object({ a: text }), object({ a: text }, { required: ["a"] }), "field-required .a"],
  [object({}), object({ a: text }, { required: ["a"] }), "field-added .a, field-required .a"],
  [
    object({ a: { ...text, default: "x" } }),
    object({ a: { ...text, default: "x" } }, { required: ["a"] }),
    "field-required-with-default .a",
  ],
  [object({ a: text }), open, "field-undeclared .a, unknown-fields-kept"],
  [object({ a: { ...text, default: "x" } }), open, "field-undeclared .a, default-removed .a, unknown-fields-kept"],
  [open, { ...open, properties: { a: text } }, "field-constrained .a"],
  [open, { ...open, properties: { a: { ...anything, description: "Any." } } }, "field-added .a"],
  [open, object({}), "unknown-fields-withdrawn"],
  [open, { ...open, additionalProperties: text }, "field-constrained .*"],

  [map(text), object({}), "additional-properties-removed"],
  [object({}), map(text), "additional-properties-added"],
  [object({ a: text }), map(text), "additional-properties-added"],
  [object({ a: text }), map(integer), "type-changed .a, additional-properties-added"],
  [map(text), map(integer), "type-changed .*"],
  [{ type: "object", additionalProperties: true }, map(text), "type-changed .*"],
  [
    map({ ...text, maxLength: 3 }),
    object({ a: { ...text, maxLength: 2 } }),
    "length-narrowed .a, additional-properties-removed",
  ],

  [text, integer, "type-changed"],
  [integer, number, "type-widened"],
  [number, integer, "type-changed"],
  [integer, intOrString, "type-widened"],
  [text, intOrString, "type-widened"],
  [text, anything, "type-widened"],
  [object({ a: text }), anything, "type-widened"],
  [
    object({ a: text }),
    { ...anything, properties: { a: integer } },
    "type-widened, type-changed .a, unknown-fields-kept",
  ],
  [anything, text, "type-changed"],
  [intOrString, text, "int-or-string-withdrawn"],
  [intOrString, { ...intOrString, anyOf: [integer, text] }, ""],
  [list, { type: "array", items: integer }, "type-changed [*]"],

  [{ ...text, enum: ["a", "b"] }, { ...text, enum: ["b", "a"] }, ""],
  [{ ...text, enum: ["a", "b"] }, { ...text, enum: ["a"] }, "enum-narrowed"],
  [{ ...text, enum: ["a"] }, { ...text, enum: ["a", "b"] }, "enum-widened"],
  [{ ...text, enum: ["a"] }, { ...text, enum: ["b"] }, "enum-narrowed, enum-widened"],
  [text, { ...text, enum: ["a"] }, "enum-narrowed"],
  [{ ...text, enum: ["a"] }, text, "enum-widened"],

  [text, { ...text, pattern: "^a" }, "pattern-changed"],
  [{ ...text, pattern: "^a" }, { ...text, pattern: "^b" }, "pattern-changed"],
  [{ ...text, pattern: "^a" }, text, "pattern-removed"],

  [text, { ...text, format: "date-time" }, "format-narrowed"],
  [text, { ...text, format: "unheard-of" }, "format-widened"],
  [{ ...text, format: "ipv4" }, { ...text, format: "ipv6" }, "format-narrowed"],
  [{ ...text, format: "ipv4" }, text, "format-widened"],
  [{ ...text, format: "uuid4" }, { ...text, format: "uuid" }, "format-widened"],
  [{ ...integer, format: "int64" }, { ...integer, format: "int32" }, "format-narrowed"],
  [{ ...integer, format: "int32" }, { ...integer, format: "int64" }, "format-widened"],
  [{ ...number, format: "double" }, { ...number, format: "float" }, "format-narrowed"],

  [integer, { ...integer, minimum: 1 }, "minimum-raised"],
  [{ ...integer, minimum: 1 }, { ...integer, minimum: 1, exclusiveMinimum: true }, "minimum-raised"],
  [{ ...integer, minimum: 1, exclusiveMinimum: true }, { ...integer, minimum: 1 }, "bounds-widened"],
  [{ ...integer, minimum: 2 }, { ...integer, minimum: 1 }, "bounds-widened"],
  [{ ...integer, maximum: 2 }, { ...integer, maximum: 1 }, "maximum-lowered"],
  [integer, { ...integer, maximum: 1 }, "maximum-lowered"],
  [{ ...integer, maximum: 1 }, integer, "bounds-widened"],
  [{ ...integer, multipleOf: 2 }, { ...integer, multipleOf: 6 }, "multiple-changed"],
  [{ ...integer, multipleOf: 6 }, { ...integer, multipleOf: 2 }, "bounds-widened"],
  [text, { ...text, minLength: 0 }, ""],
  [text, { ...text, minLength: 1 }, "length-narrowed"],
  [{ ...text, maxLength: 9 }, { ...text, maxLength: 8 }, "length-narrowed"],
  [{ ...text, maxLength: 8 }, { ...text, maxLength: 9 }, "bounds-widened"],
  [list, { ...list, minItems: 1 }, "items-narrowed"],
  [list, { ...list, maxItems: 1 }, "items-narrowed"],
  [map(text), { ...map(text), minProperties: 1 }, "properties-narrowed"],
  [{ ...map(text), maxProperties: 2 }, { ...map(text), maxProperties: 1 }, "properties-narrowed"],

  [{ ...text, nullable: true }, text, "nullable-withdrawn"],
  [text, { ...text, nullable: true }, "nullable-added"],
  [text, { ...text, default: "a" }, "default-added"],
  [{ ...text, default: "a" }, { ...text, default: "b" }, "default-changed"],
  [{ ...text, default: "a" }, text, "default-removed"],
  [
    object({ a: text }, { maxProperties: 1 }),
    object({ a: { ...text, default: "x" } }, { maxProperties: 1 }),
    "default-beside-limits .a",
  ],
  [
    object({ a: text }, { oneOf: [{ required: ["a"] }, { required: ["b"] }] }),
    object({ a: text, b: { ...text, default: "x" } }, { oneOf: [{ required: ["a"] }, { required: ["b"] }] }),
    "default-beside-limits .b",
  ],

  [list, { ...list, "x-kubernetes-list-type": "atomic" }, ""],
  [list, { ...list, "x-kubernetes-list-type": "set" }, "list-type-changed"],
  [{ ...list, "x-kubernetes-list-type": "set" }, list, "list-type-changed"],
  [keyed("a"), keyed("a", "b"), "map-keys-changed"],
  [object({}), object({}, { "x-kubernetes-map-type": "atomic" }), "map-type-changed"],
  [open, { ...open, "x-kubernetes-embedded-resource": true }, "embedded-resource-changed"],

  [text, rule("self != ''"), "rule-added"],
  [rule("self != ''"), text, "rule-removed"],
  [rule("self != ''", "self != 'a'"), rule("self != 'a'", "self != ''"), ""],
  [rule("self != ''"), rule("self != 'a'"), "rule-changed"],
  [
    rule("self != ''"),
    { ...text, "x-kubernetes-validations": [{ rule: "self != ''", message: "Not empty." }] },
    "rule-message-changed",
  ],
  [
    rule("self == oldSelf"),
    { ...text, "x-kubernetes-validations": [{ rule: "self == oldSelf", optionalOldSelf: true }] },
    "rule-changed",
  ],

  [text, { ...text, not: { pattern: "a" } }, "alternatives-narrowed"],
  [{ ...text, not: { pattern: "a" } }, text, "alternatives-widened"],
  [
    { ...text, anyOf: [{ pattern: "a" }] },
    { ...text, anyOf: [{ pattern: "a" }, { pattern: "b" }] },
    "alternatives-widened",
  ],
  [
    { ...text, anyOf: [{ pattern: "a" }, { pattern: "b" }] },
    { ...text, anyOf: [{ pattern: "a" }] },
    "alternatives-narrowed",
  ],
  [
    { ...text, allOf: [{ pattern: "a" }] },
    { ...text, allOf: [{ pattern: "a" }, { pattern: "b" }] },
    "alternatives-narrowed",
  ],
  [
    { ...text, allOf: [{ pattern: "a" }, { pattern: "b" }] },
    { ...text, allOf: [{ pattern: "b" }] },
    "alternatives-widened",
  ],
  [
    { ...text, oneOf: [{ pattern: "a" }] },
    { ...text, oneOf: [{ pattern: "a" }, { pattern: "b" }] },
    "alternatives-narrowed",
  ],

  [text, { ...text, description: "Words." }, "description-changed"],
];

test.each(cases.map(([before, after, rules]) => ({ before, after, rules })))(
  "$before to $after: $rules",
  ({ before, after, rules }) => {
    const wanted =
      rules === ""
        ? []
        : rules.split(", ").map((each) => {
            const [name, step = ""] = each.split(" ");
            return `${name} spec.x${step}`;
          });

    expect(rulesOf(before, after)).toEqual(wanted);
  },
);

test("An ambiguous name is quoted, and the fields of every object are not reported", () => {
  const before: JsonSchema = { type: "object", properties: { metadata: { type: "object" }, "a.b": text } };
  const found: string[] = [];
  const place = new Place("", ({ rule, path }) => void found.push(`${rule} ${path}`));

  compareSchemas(before, { type: "object", properties: { kind: text } }, place);

  expect(found).toEqual(['field-removed ["a.b"]']);
});

test("Every rule on schemas has a test case", () => {
  const testedRules = new Set(cases.flatMap(([, , rules]) => rules.split(", ").map((each) => each.split(" ")[0])));
  const names = Object.keys(compatibilityRules) as CrdChange["rule"][]; // In the order of declaration.
  const ofSchemas = names.slice(names.indexOf("field-added"));

  expect(ofSchemas.filter((name) => !testedRules.has(name))).toEqual([]);
});
