// Random schemas with every list and map type. They have few names, so that names collide.

import fc from "fast-check";
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";

const names = ["a", "b", "c", "name", "port", "__proto__", "constructor", "\u00e9"] as const;
export const anyName: fc.Arbitrary<string> = fc.constantFrom(...names);
export const anyText: fc.Arbitrary<string> = fc.constantFrom(
  "x",
  "y",
  "z",
  "<&>",
  '"',
  "\u{1F600}",
  "\uFF5E",
  "__proto__",
);
export const anyNumber: fc.Arbitrary<number> = fc.constantFrom(0, 1, 80, 1.5, -2, 1_000_000, 1e-7, 1e21, 123456.5);
export const anyScalar: fc.Arbitrary<JsonValue> = fc.oneof(anyText, anyNumber, fc.boolean());

/** An object of entries, so that any name can be a key. */
export function objectOf<T>(entries: readonly (readonly [string, T])[]): { readonly [key: string]: T } {
  return Object.fromEntries(entries);
}

const scalarSchemas: readonly JsonSchema[] = [
  { type: "string" },
  { type: "integer" },
  { type: "number" },
  { type: "boolean" },
  { type: "string", format: "date-time" },
  { "x-kubernetes-int-or-string": true },
];
const anyScalarSchema: fc.Arbitrary<JsonSchema> = fc.constantFrom(...scalarSchemas);

const anything: JsonSchema = { "x-kubernetes-preserve-unknown-fields": true };
const anyObject: JsonSchema = { type: "object" };

/** Any schema down to a depth. */
export function anySchema(depth: number): fc.Arbitrary<JsonSchema> {
  if (depth <= 0) return anyScalarSchema;
  return fc.oneof(
    { weight: 3, arbitrary: anyScalarSchema },
    { weight: 1, arbitrary: fc.constantFrom(anything, anyObject) },
    { weight: 4, arbitrary: anyObjectSchema(depth) },
    { weight: 4, arbitrary: anyListSchema(depth) },
  );
}

function anyObjectSchema(depth: number): fc.Arbitrary<JsonSchema> {
  const kept = depth - 1;
  const mapType = fc.constantFrom(
    {},
    {},
    { "x-kubernetes-map-type": "atomic" },
    { "x-kubernetes-map-type": "granular" },
  );
  const preserving = fc.constantFrom({}, {}, {}, { "x-kubernetes-preserve-unknown-fields": true });
  const struct = fc.uniqueArray(fc.tuple(anyName, anySchema(kept)), { selector: ([name]) => name, maxLength: 4 });
  return fc.oneof(
    fc.tuple(struct, mapType, preserving).map(([properties, type, open]): JsonSchema => ({
      type: "object",
      properties: objectOf(properties),
      ...type,
      ...open,
    })),
    fc.tuple(anySchema(kept), mapType).map(([additionalProperties, type]): JsonSchema => ({
      type: "object",
      additionalProperties,
      ...type,
    })),
  );
}

function anyListSchema(depth: number): fc.Arbitrary<JsonSchema> {
  const kept = depth - 1;
  const anyKeys: fc.Arbitrary<readonly string[]> = fc.constantFrom(
    ["name"],
    ["port"],
    ["port", "name"],
    ["name", "__proto__"],
  );
  const atomic = anySchema(kept).map((items): JsonSchema => ({ type: "array", items }));
  const set = anyScalarSchema.map((items): JsonSchema => ({ type: "array", items, "x-kubernetes-list-type": "set" }));
  const map = fc.tuple(anyKeys, anyObjectSchema(kept), fc.boolean()).map(([keys, items, hasDefault]): JsonSchema => ({
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": keys,
    items: {
      type: "object",
      properties: objectOf<JsonSchema>([
        ...Object.entries(items.properties ?? {}),
        ...keys.map((key) => [key, keySchema(key, hasDefault)] as const),
      ]),
    },
  }));
  return fc.oneof(atomic, set, { weight: 3, arbitrary: map });
}

function keySchema(key: string, hasDefault: boolean): JsonSchema {
  return key === "port" ? { type: "integer" } : { type: "string", ...(hasDefault && { default: "x" }) };
}
