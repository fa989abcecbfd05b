// Random values of a schema, and sets of fields.

import fc from "fast-check";
import { encodeJson } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { fieldSetOf, fieldSetToJson, formatPath, typedErrors } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";
import { anyName, anyNumber, anyScalar, anyText, objectOf } from "./any-schema.ts";

/** The validity of a value. */
interface Fit {
  /** Lists may contain equal items. */
  readonly duplicates: boolean;
  /** Some values are invalid. */
  readonly errors: boolean;
}

/** A value of a schema. */
export function anyValue(schema: JsonSchema, fit: Fit): fc.Arbitrary<JsonValue> {
  const fitting = anyFittingValue(schema, fit);
  const odd = fc.constantFrom<JsonValue>(null, null, "odd", 7, true, [], {}, ["x"], { odd: 1 });
  return fc.oneof(
    { weight: 30, arbitrary: fitting },
    { weight: 1, arbitrary: fc.constant(null) },
    ...(fit.errors ? [{ weight: 1, arbitrary: odd }] : []),
  );
}

/** A value of a schema, and never null. */
export function anyFittingValue(schema: JsonSchema, fit: Fit): fc.Arbitrary<JsonValue> {
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
    fc.option(
      anyValue(property, fit).map((value) => [name, value] as const),
      { freq: 4 },
    ),
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
  if ((schema["x-kubernetes-list-type"] ?? "atomic") === "atomic")
    return fc.array(anyValue(items, fit), { maxLength: 3 });
  // The keys that identify an item, or an empty list.
  const textOf = (item: JsonValue): string => {
    if (typedErrors([item], { ...schema, items: {} }).length > 0) return "";
    return formatPath([...fieldSetOf([item], schema).paths()][0] ?? []);
  };
  const anyItem = anyFittingValue(items, fit).filter((item) => fit.errors || textOf(item) !== "");
  if (fit.duplicates) return fc.array(anyItem, { maxLength: 5 });
  return fc.uniqueArray(anyItem, { selector: textOf, maxLength: 5 });
}

/** A value that an applier may send. */
export const strict: Fit = { duplicates: false, errors: false };
/** A value that may be stored. */
export const stored: Fit = { duplicates: true, errors: false };
/** A value that any client may send. */
export const careless: Fit = { duplicates: false, errors: true };

const anyElementText: fc.Arbitrary<string> = fc.oneof(
  anyName.map((name) => `f:${name}`),
  anyScalar.map((value) => `v:${encodeJson(value)}`),
  fc.tuple(anyText, anyNumber).map(([name, port]) => `k:${encodeJson({ port, name })}`),
  anyText.map((name) => `k:${encodeJson({ name })}`),
  fc.constantFrom("i:0", "i:3", "x:unknown", "."),
);

/** Any fieldsV1, with its keys in any order. */
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
export function anySetOf(schema: JsonSchema): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 4,
      arbitrary: anyValue(schema, strict).map((value) => encodeJson(fieldSetToJson(fieldSetOf(value, schema)))),
    },
    { weight: 1, arbitrary: anySetText },
  );
}
