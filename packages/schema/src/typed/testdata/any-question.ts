// Random questions about typed merge: schemas with every list and map type, values of them, sets of fields.

import fc from "fast-check";
import { encodeJson } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "../../model/json-schema.ts";
import { fieldSetOf } from "../field-set-of.ts";
import { fieldSetToJson } from "../fields-v1.ts";
import { formFor, formOf } from "../form.ts";
import { elementOfItem } from "../list-items.ts";
import { textOfElement } from "../path-element.ts";
import type { Question, Versions } from "./question.ts";

const names = ["a", "b", "c", "name", "port", "__proto__", "constructor", "\u00e9"] as const;
const anyName: fc.Arbitrary<string> = fc.constantFrom(...names);
const anyText: fc.Arbitrary<string> = fc.constantFrom("x", "y", "z", "<&>", '"', "\u{1F600}", "\uFF5E", "__proto__");
const anyNumber: fc.Arbitrary<number> = fc.constantFrom(0, 1, 80, 1.5, -2, 1_000_000, 1e-7, 1e21, 123456.5);
const anyScalar: fc.Arbitrary<JsonValue> = fc.oneof(anyText, anyNumber, fc.boolean());

/** An object of entries, so that any name can be a key. */
function objectOf<T>(entries: readonly (readonly [string, T])[]): { readonly [key: string]: T } {
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

function anySchema(depth: number): fc.Arbitrary<JsonSchema> {
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
  const mapType = fc.constantFrom({}, {}, { "x-kubernetes-map-type": "atomic" }, { "x-kubernetes-map-type": "granular" });
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
  const anyKeys: fc.Arbitrary<readonly string[]> = fc.constantFrom(["name"], ["port"], ["port", "name"], ["name", "__proto__"]);
  const atomic = anySchema(kept).map((items): JsonSchema => ({ type: "array", items }));
  const set = anyScalarSchema.map((items): JsonSchema => ({ type: "array", items, "x-kubernetes-list-type": "set" }));
  const map = fc
    .tuple(anyKeys, anyObjectSchema(kept), fc.boolean())
    .map(([keys, items, hasDefault]): JsonSchema => ({
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

/** How a value fits its schema. */
export interface Fit {
  /** Lists may hold items that are the same. */
  readonly duplicates: boolean;
  /** Now and then a value does not fit. */
  readonly errors: boolean;
}

function anyValue(schema: JsonSchema, fit: Fit): fc.Arbitrary<JsonValue> {
  const fitting = anyFittingValue(schema, fit);
  const odd = fc.constantFrom<JsonValue>(null, null, "odd", 7, true, [], {}, ["x"], { odd: 1 });
  return fc.oneof(
    { weight: 30, arbitrary: fitting },
    { weight: 1, arbitrary: fc.constant(null) },
    ...(fit.errors ? [{ weight: 1, arbitrary: odd }] : []),
  );
}

function anyFittingValue(schema: JsonSchema, fit: Fit): fc.Arbitrary<JsonValue> {
  switch (schema.type) {
    case "object":
      return anyObjectValue(schema, fit);
    case "array":
      return anyListValue(schema, fit);
    case "string":
      return schema.format === undefined ? anyText : anyScalar;
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return anyNumber;
    default:
      return schema["x-kubernetes-int-or-string"] === true ? fc.oneof(anyText, anyNumber) : anyFreeValue;
  }
}

const anyFreeValue: fc.Arbitrary<JsonValue> = fc.letrec<{ readonly value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    anyScalar,
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.array(fc.tuple(anyName, tie("value")), { maxLength: 2 }).map(objectOf),
  ),
})).value;

function anyObjectValue(schema: JsonSchema, fit: Fit): fc.Arbitrary<JsonValue> {
  const { properties = {}, additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, property]) =>
    fc.option(anyValue(property, fit).map((value) => [name, value] as const), { freq: 4 }),
  );
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true || fields.length === 0 || fit.errors;
  const others =
    typeof additionalProperties === "object"
      ? fc.array(fc.tuple(anyName, anyValue(additionalProperties, fit)), { maxLength: 3 })
      : fc.array(fc.tuple(fc.constantFrom("u", "v"), anyFreeValue), { maxLength: isOpen ? 2 : 0 });
  return fc
    .tuple(fc.tuple(...fields), others)
    .map(([own, more]) => objectOf<JsonValue>([...own.filter((entry) => entry !== null), ...more]));
}

function anyListValue(schema: JsonSchema, fit: Fit): fc.Arbitrary<JsonValue> {
  const items = schema.items as JsonSchema;
  const { list } = formFor(formOf(schema), []);
  if (list === undefined || list.isAtomic) return fc.array(anyValue(items, fit), { maxLength: 3 });
  const textOf = (item: JsonValue): string => {
    const element = elementOfItem(item, list);
    return typeof element === "string" ? "" : textOfElement(element);
  };
  const anyItem = anyFittingValue(items, fit).filter((item) => fit.errors || textOf(item) !== "");
  if (fit.duplicates) return fc.array(anyItem, { maxLength: 5 });
  return fc.uniqueArray(anyItem, { selector: textOf, maxLength: 5 });
}

const strict: Fit = { duplicates: false, errors: false };
const stored: Fit = { duplicates: true, errors: false };
const careless: Fit = { duplicates: false, errors: true };

const anyElementText: fc.Arbitrary<string> = fc.oneof(
  anyName.map((name) => `f:${name}`),
  anyScalar.map((value) => `v:${encodeJson(value)}`),
  fc.tuple(anyText, anyNumber).map(([name, port]) => `k:${encodeJson({ port, name })}`),
  anyText.map((name) => `k:${encodeJson({ name })}`),
  fc.constantFrom("i:0", "i:3", "x:unknown", "."),
);

/** Any fieldsV1, its keys in any order. */
export const anySetText: fc.Arbitrary<string> = fc
  .letrec<{ readonly set: JsonValue }>((tie) => ({
    set: fc.oneof(
      { maxDepth: 4 },
      fc.constant({}),
      fc.array(fc.tuple(anyElementText, tie("set")), { maxLength: 4 }).map(objectOf),
    ),
  }))
  .set.map((set) => encodeJson(set));

/** The fields of some value of a schema. */
function anySetOf(schema: JsonSchema): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: anyValue(schema, strict).map((value) => encodeJson(fieldSetToJson(fieldSetOf(value, schema)))) },
    { weight: 1, arbitrary: anySetText },
  );
}

const depth = 3;

function inOneVersion(schema: JsonSchema): Versions {
  return { version: "v1", schemas: { v1: schema } };
}

/** A schema with a live and an applied value of it. */
export const anyTyped: fc.Arbitrary<{
  readonly schema: JsonSchema;
  readonly live: JsonValue;
  readonly applied: JsonValue;
}> = anySchema(depth).chain((schema) =>
  fc.record({ schema: fc.constant(schema), live: anyValue(schema, strict), applied: anyValue(schema, strict) }),
);

/** A question about one or two values, or about sets. */
export const anyQuestion: fc.Arbitrary<Question> = fc.oneof(
  fc.tuple(anySetText, anySetText).map(([set, other]): Question => ({ op: "sets", set, other })),
  anySchema(depth).chain((schema): fc.Arbitrary<Question> => {
    const versions = inOneVersion(schema);
    const two = (fit: Fit): fc.Arbitrary<readonly [JsonValue, JsonValue]> =>
      fc.tuple(anyValue(schema, stored), anyValue(schema, fit));
    return fc.oneof(
      anyValue(schema, stored).map((value) => ({ ...versions, op: "fields" as const, value })),
      fc.tuple(anyValue(schema, careless), fc.boolean()).map(([value, duplicates]) => ({
        ...versions,
        op: "errors" as const,
        value,
        duplicates,
      })),
      two(stored).map(([live, next]) => ({ ...versions, op: "compare" as const, live, next })),
      two(strict).map(([live, next]) => ({ ...versions, op: "merge" as const, live, next })),
      fc
        .tuple(fc.constantFrom("remove" as const, "extract" as const), anyValue(schema, strict), anySetOf(schema))
        .map(([op, value, set]) => ({ ...versions, op, value, set })),
    );
  }),
);

/** One write of a history. */
export interface Write {
  readonly op: "update" | "apply";
  readonly version: string;
  readonly manager: string;
  readonly value: JsonValue;
  /** An update writes its value over what is there, instead of in its place. */
  readonly isPatch: boolean;
  readonly force: boolean;
  readonly ignored?: { readonly [version: string]: string };
}

/** A kind in two versions and writes to one object of it, by several managers. */
export interface History {
  readonly versions: Omit<Versions, "version">;
  readonly writes: readonly Write[];
}

export const anyHistory: fc.Arbitrary<History> = fc
  .tuple(anyFields(depth), fc.boolean(), fc.boolean())
  .chain(([fields, isRenamed, isAtomic]) => {
    const v1 = wholeObject(fields);
    const renamed = fields.map(([name, schema]) => [isRenamed && name === "a" ? "renamed" : name, schema] as const);
    const v2 = wholeObject(renamed);
    // A version that was changed: what was in parts is one value.
    const v3 = wholeObject(fields.map(([name, schema]) => [name, isAtomic ? asOneValue(schema) : schema]));
    const schemas = { v1, v2, v3 };
    const renames = isRenamed ? { v2: { a: "renamed" } } : {};
    const anyWrite = fc.constantFrom("v1" as const, "v1" as const, "v2" as const, "v3" as const).chain((version) =>
      fc.record<Write>(
        {
          op: fc.constantFrom("apply", "apply", "update"),
          version: fc.constant(version),
          manager: fc.constantFrom("m1", "m2", "m3"),
          value: anyFittingValue(schemas[version], strict),
          isPatch: fc.boolean(),
          force: fc.boolean(),
          ignored: anySetOf(v1).map((set) => ({ v1: set })),
        },
        { requiredKeys: ["op", "version", "manager", "value", "isPatch", "force"] },
      ),
    );
    return fc.record({
      versions: fc.constant({ schemas, renames }),
      writes: fc.array(anyWrite, { minLength: 1, maxLength: 6 }),
    });
  });

function anyFields(maxDepth: number): fc.Arbitrary<readonly (readonly [string, JsonSchema])[]> {
  return fc.uniqueArray(fc.tuple(anyName, anySchema(maxDepth)), {
    selector: ([name]) => name,
    minLength: 1,
    maxLength: 4,
  });
}

function wholeObject(fields: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  const text: JsonSchema = { type: "string" };
  return { type: "object", properties: objectOf<JsonSchema>([["apiVersion", text], ["kind", text], ...fields]) };
}

function asOneValue(schema: JsonSchema): JsonSchema {
  if (schema.type === "array") return { ...schema, "x-kubernetes-list-type": "atomic" };
  return schema.type === "object" ? { ...schema, "x-kubernetes-map-type": "atomic" } : schema;
}
