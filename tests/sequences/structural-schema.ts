/**
 * Random structural schemas of custom resources with all features: types, bounds, formats, patterns, defaults, nulls,
 * lists of all types, maps, embedded objects, alternatives. The same `Random` returns the same schema. They are small, because
 * small schemas show the same errors as large ones.
 */
import type { Random } from "@kubewright/async";
import type { JsonSchema } from "@kubewright/schema";

/** The names of fields; few, so that alternatives refer to existing fields. */
export const fieldNames = ["a", "b", "c", "d"] as const;

const depthMax = 3;

/** The schema of a custom resource: a `spec`, mostly a `status`, sometimes restrictions of names. */
export function randomSchema(random: Random): JsonSchema {
  const metadata: JsonSchema = {
    type: "object",
    properties: { name: { type: "string", maxLength: 1 + random.int(30) } },
  };
  return {
    type: "object",
    properties: {
      spec: objectNode(random, depthMax),
      ...(chance(random, 0.7) ? { status: objectNode(random, 2) } : {}),
      ...(chance(random, 0.1) ? { metadata } : {}),
    },
    ...(chance(random, 0.2) ? { required: ["spec"] } : {}),
  };
}

/** True with this probability. */
export function chance(random: Random, probability: number): boolean {
  return random.next() < probability;
}

/** One of the values. */
export function oneOf<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[random.int(items.length)] ?? items[0];
}

/** Some of the values, in their order. */
export function someOf<Item>(random: Random, items: readonly Item[], probability: number): readonly Item[] {
  return items.filter(() => chance(random, probability));
}

type MakeNode = (random: Random, depth: number) => JsonSchema;

function anyNode(random: Random, depth: number): JsonSchema {
  const leaves: readonly [MakeNode, ...MakeNode[]] = [textNode, integerNode, numberNode, booleanNode, eitherNode];
  const inner: readonly [MakeNode, ...MakeNode[]] = [
    objectNode,
    mapNode,
    listNode,
    setNode,
    keyedListNode,
    freeNode,
    embeddedNode,
  ];
  const make = oneOf(random, depth > 0 && chance(random, 0.5) ? inner : leaves);
  const node = make(random, depth - 1);
  return chance(random, 0.2) ? { ...node, nullable: true } : node;
}

const formats = [
  "date-time",
  "date",
  "duration",
  "ipv4",
  "ipv6",
  "cidr",
  "uri",
  "email",
  "uuid",
  "byte",
  "hostname",
  "mac",
  "password",
  "other",
] as const;
/** Strings for defaults, enumerations and values, some in each of the formats. */
export const texts = [
  "",
  "a",
  "b",
  "ab",
  "abc",
  "ä€",
  "😀",
  "A b",
  "2026-01-02",
  "2026-01-02T03:04:05Z",
  "1h",
  "5 days",
  "10.0.0.1",
  "::1",
  "10.0.0.0/8",
  "https://example.com/a?b=c",
  "a@example.com",
  "0e37df36-f698-11e6-8dd4-cb9ced3df976",
  "aGVsbG8=",
  "example.com",
  "00:11:22:33:44:55",
  "1",
  "-1",
  "x".repeat(40),
] as const;
const patterns = ["^a", "b$", "^[a-z]*$", "^(a|b)+$", "\\d", "^$", "(a+)+$", "^.{2,4}$", "[^b]"] as const;
/** Numbers at and near bounds. */
export const numbers = [0, 1, 2, 3, 5, 10, -1, 1.5, 0.1, 100, 2147483648, 1e20] as const;

function textNode(random: Random): JsonSchema {
  return withDefault(random, { type: "string", ...textRules(random, 0.25) }, texts);
}

function textRules(random: Random, probability: number): JsonSchema {
  return {
    ...(chance(random, probability) ? { format: oneOf(random, formats) } : {}),
    ...(chance(random, probability) ? { pattern: oneOf(random, patterns) } : {}),
    ...(chance(random, probability) ? { minLength: random.int(4) } : {}),
    ...(chance(random, probability) ? { maxLength: random.int(6) } : {}),
    ...(chance(random, probability / 2) ? { enum: distinct(random, texts) } : {}),
  };
}

function integerNode(random: Random): JsonSchema {
  const format = chance(random, 0.3) ? { format: oneOf(random, ["int32", "int64", "other"]) } : {};
  const wholes = numbers.filter((number) => Number.isInteger(number));
  return withDefault(random, { type: "integer", ...format, ...numberRules(random, 0.25) }, wholes);
}

function numberNode(random: Random): JsonSchema {
  const format = chance(random, 0.2) ? { format: oneOf(random, ["float", "double"]) } : {};
  return withDefault(random, { type: "number", ...format, ...numberRules(random, 0.25) }, numbers);
}

function numberRules(random: Random, probability: number): JsonSchema {
  return {
    ...(chance(random, probability) ? { minimum: random.int(4) - 1, exclusiveMinimum: chance(random, 0.3) } : {}),
    ...(chance(random, probability) ? { maximum: random.int(12), exclusiveMaximum: chance(random, 0.3) } : {}),
    ...(chance(random, probability / 2) ? { multipleOf: oneOf(random, [1, 2, 3, 0.5]) } : {}),
    ...(chance(random, probability / 2) ? { enum: distinct(random, numbers) } : {}),
  };
}

function booleanNode(random: Random): JsonSchema {
  return withDefault(random, { type: "boolean" }, [true, false]);
}

function eitherNode(random: Random): JsonSchema {
  const rules = chance(random, 0.3) ? { ...textRules(random, 0.2), ...numberRules(random, 0.2) } : {};
  const { enum: _texts, ...open } = rules;
  const alternatives = chance(random, 0.5) ? { anyOf: [{ type: "integer" }, { type: "string" }] } : {};
  return withDefault(random, { "x-kubernetes-int-or-string": true, ...alternatives, ...open }, [5, "5", "50%"]);
}

function objectNode(random: Random, depth: number): JsonSchema {
  const names = someOf(random, fieldNames, 0.6);
  const properties = Object.fromEntries(names.map((name) => [name, anyNode(random, depth)] as const));
  return {
    type: "object",
    properties,
    ...(chance(random, 0.3) ? { required: someOf(random, names, 0.5) } : {}),
    ...sizes(random, "minProperties", "maxProperties"),
    ...(chance(random, 0.15) ? { "x-kubernetes-preserve-unknown-fields": true } : {}),
    ...(chance(random, 0.1) ? { "x-kubernetes-map-type": oneOf(random, ["atomic", "granular"]) } : {}),
    ...(chance(random, 0.15) ? { default: {} } : {}),
    ...(chance(random, 0.25) ? alternatives(random, properties) : {}),
  };
}

function mapNode(random: Random, depth: number): JsonSchema {
  return {
    type: "object",
    additionalProperties: anyNode(random, depth),
    ...sizes(random, "minProperties", "maxProperties"),
  };
}

function listNode(random: Random, depth: number): JsonSchema {
  const type = chance(random, 0.3) ? { "x-kubernetes-list-type": "atomic" } : {};
  return { type: "array", items: anyNode(random, depth), ...type, ...sizes(random, "minItems", "maxItems") };
}

function setNode(random: Random): JsonSchema {
  const { nullable: _nullable, ...items } = oneOf<MakeNode>(random, [textNode, integerNode])(random, 0);
  return { type: "array", "x-kubernetes-list-type": "set", items, ...sizes(random, "minItems", "maxItems") };
}

function keyedListNode(random: Random, depth: number): JsonSchema {
  const {
    minProperties: _min,
    maxProperties: _max,
    default: _default,
    nullable: _nullable,
    ...item
  } = objectNode(random, depth);
  const key = textNode(random);
  const isRequired = key.default === undefined || chance(random, 0.5);
  const properties = { k: key, ...item.properties };
  const required = [...(isRequired ? ["k"] : []), ...(item.required ?? [])];
  return {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["k"],
    items: { ...item, properties, required },
    ...sizes(random, "minItems", "maxItems"),
  };
}

function freeNode(random: Random): JsonSchema {
  return chance(random, 0.5)
    ? { "x-kubernetes-preserve-unknown-fields": true }
    : { type: "object", "x-kubernetes-preserve-unknown-fields": true };
}

function embeddedNode(random: Random, depth: number): JsonSchema {
  const flags = { type: "object", "x-kubernetes-embedded-resource": true };
  if (chance(random, 0.5)) return { ...flags, "x-kubernetes-preserve-unknown-fields": true };
  return { ...flags, properties: { spec: objectNode(random, depth) } };
}

/** Alternatives may only restrict fields of the schema that contains them. */
function alternatives(random: Random, properties: { readonly [name: string]: JsonSchema }): JsonSchema {
  const restriction = (): JsonSchema => {
    const names = Object.keys(properties).filter(() => chance(random, 0.5));
    if (chance(random, 0.5)) return { required: names };
    return { properties: Object.fromEntries(names.map((name) => [name, rulesFor(random, properties[name])])) };
  };
  const several = (): JsonSchema[] => Array.from({ length: 1 + random.int(3) }, restriction);
  switch (oneOf(random, ["allOf", "anyOf", "oneOf", "not"] as const)) {
    case "allOf":
      return { allOf: several() };
    case "anyOf":
      return { anyOf: several() };
    case "oneOf":
      return { oneOf: several() };
    case "not":
      return { not: restriction() };
  }
}

function rulesFor(random: Random, schema: JsonSchema | undefined): JsonSchema {
  switch (schema?.type) {
    case "string":
      return textRules(random, 0.4);
    case "integer":
    case "number":
      return numberRules(random, 0.4);
    case "array":
      return sizes(random, "minItems", "maxItems");
    default:
      return {};
  }
}

function sizes(random: Random, least: "minItems" | "minProperties", most: "maxItems" | "maxProperties"): JsonSchema {
  return {
    ...(chance(random, 0.15) ? { [least]: random.int(3) } : {}),
    ...(chance(random, 0.15) ? { [most]: random.int(4) } : {}),
  };
}

/** A definition whose defaults are invalid for its schema is rejected, so a default is chosen from all values and mostly omitted. */
function withDefault(random: Random, schema: JsonSchema, values: readonly (boolean | number | string)[]): JsonSchema {
  if (!chance(random, 0.2)) return schema;
  const allowed = schema.enum ?? values;
  return { ...schema, default: allowed[random.int(allowed.length)] ?? null };
}

function distinct<Item>(random: Random, items: readonly [Item, ...Item[]]): readonly Item[] {
  return [...new Set([oneOf(random, items), oneOf(random, items), oneOf(random, items)])];
}
