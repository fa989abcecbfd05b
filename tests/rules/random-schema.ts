// Random schemas as rules see them: all types, formats, list types and kinds of names. And values for them.

import type { JsonValue } from "@kubewright/apimachinery";
import type { Random } from "@kubewright/async";
import type { JsonSchema } from "@kubewright/schema";
import { additionalOf, itemsOf } from "@kubewright/schema";
import { chance, oneOf, someOf } from "../sequences/structural-schema.ts";

type Pool<T> = readonly [T, ...T[]];

const names: Pool<string> = [
  "a",
  "b",
  "name",
  "a-b",
  "a.b",
  "c/d",
  "namespace",
  "in",
  "x__y",
  "__proto__",
  "constructor",
  "toString",
  "x y",
  "1a",
  "_u",
  "ä",
];
/** The keys of random maps. Few, because the order of a map is random in Go. */
const keys: Pool<string> = ["a", "b", "__proto__", "constructor", ""];

export const strings: Pool<string> = [
  "",
  "a",
  "ab",
  "web-1",
  "A b",
  "äöü",
  "😀x",
  "a,b,c",
  "10.0.0.1",
  "1h30m",
  "2024-02-29T12:30:00Z",
  "1.2.3",
  "100m",
  "https://u@example.com:80/p?q=1#f",
  "'quoted'",
  "line\nbreak",
  "\\",
  "%s",
  "true",
  "-12",
];
export const integers: Pool<number | bigint> = [
  0,
  1,
  -1,
  2,
  3,
  7,
  100,
  2147483647,
  -2147483648,
  9007199254740991,
  9007199254740993n,
  9223372036854775807n,
  -9223372036854775808n,
];
export const doubles: Pool<number> = [0, 1, -1, 0.5, 1.5, -2.25, 0.1, 1e10, 1e300, 1e-7, 123456789.125, 3];
const formatted: Readonly<Record<string, Pool<string>>> = {
  byte: ["", "YQ==", "AAEC", "/w==", "a", "aGVsbG8="],
  date: ["2024-01-31", "1970-01-01", "2024-02-29", "0001-01-01"],
  "date-time": [
    "2024-01-31T10:20:30Z",
    "1969-12-31T23:59:59.5+02:00",
    "2024-02-29T00:00:00.000001Z",
    "9999-12-31T23:59:59Z",
  ],
  duration: ["1h", "90s", "1.5m", "-3ms", "0", "2540400h", "1d"],
};
const depthMax = 3;

/** A random schema whose values a rule can read. */
export function randomRuleSchema(random: Random): JsonSchema {
  return anyOf(random, depthMax);
}

/** A random schema of an object. */
export function randomRuleObject(random: Random, depth: number = depthMax): JsonSchema {
  const properties = Object.fromEntries(someOf(random, names, 0.4).map((name) => [name, anyOf(random, depth - 1)]));
  const required = Object.keys(properties).filter(() => chance(random, 0.3));
  const isEmbedded = chance(random, 0.1);
  return {
    type: "object",
    ...(Object.keys(properties).length === 0 ? { properties: { a: scalarOf(random) } } : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...(isEmbedded ? { "x-kubernetes-embedded-resource": true } : {}),
    ...(isEmbedded || chance(random, 0.1) ? { "x-kubernetes-preserve-unknown-fields": true } : {}),
    ...(chance(random, 0.1) ? { "x-kubernetes-map-type": "atomic" } : {}),
  };
}

function anyOf(random: Random, depth: number): JsonSchema {
  const isNested = depth > 0 && chance(random, 0.6);
  const make = isNested ? oneOf(random, [listOf, listOf, mapOf, randomRuleObject, randomRuleObject]) : scalarOf;
  const schema = make(random, depth);
  return chance(random, 0.1) ? { ...schema, nullable: true } : schema;
}

function scalarOf(random: Random): JsonSchema {
  const bounded = chance(random, 0.5) ? { maxLength: random.int(50) } : {};
  return oneOf<() => JsonSchema>(random, [
    () => ({ type: "string", ...bounded }),
    () => ({ type: "string", ...bounded }),
    () => ({ type: "string", enum: ["a", "web-1", "äöü"] }),
    () => ({ type: "string", format: oneOf(random, ["byte", "date", "date-time", "duration", "uuid"]), ...bounded }),
    () => ({ type: "integer", ...(chance(random, 0.3) ? { format: oneOf(random, ["int32", "int64"]) } : {}) }),
    () => ({ type: "integer" }),
    () => ({ type: "number" }),
    () => ({ type: "boolean" }),
    () => ({ "x-kubernetes-int-or-string": true, ...bounded }),
    () => ({ "x-kubernetes-preserve-unknown-fields": true }),
  ])();
}

function listOf(random: Random, depth: number): JsonSchema {
  const bounded = chance(random, 0.6) ? { maxItems: random.int(20) } : {};
  const kind = oneOf(random, ["", "", "atomic", "set", "map"]);
  if (kind === "set") return { type: "array", items: setItem(random), ...bounded, "x-kubernetes-list-type": "set" };
  if (kind !== "map") {
    const listType = kind === "" ? {} : { "x-kubernetes-list-type": kind };
    return { type: "array", items: anyOf(random, depth - 1), ...bounded, ...listType };
  }
  const item = randomRuleObject(random, depth - 1);
  const key = oneOf(random, ["name", "a-b", "key"]);
  return {
    type: "array",
    items: { ...item, properties: { ...item.properties, [key]: { type: "string" } }, required: [key] },
    ...bounded,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": [key],
  };
}

function setItem(random: Random): JsonSchema {
  return oneOf<JsonSchema>(random, [{ type: "string", maxLength: 10 }, { type: "integer" }, { type: "boolean" }]);
}

function mapOf(random: Random, depth: number): JsonSchema {
  const bounded = chance(random, 0.6) ? { maxProperties: random.int(10) } : {};
  return { type: "object", additionalProperties: anyOf(random, depth - 1), ...bounded };
}

/** A random value for a schema. A server evaluates no rules on values of a wrong type, so it generates no such values. */
export function randomRuleValue(schema: JsonSchema, random: Random): JsonValue {
  if (schema.nullable === true && chance(random, 0.3)) return null;
  if (schema["x-kubernetes-int-or-string"] === true)
    return chance(random, 0.5) ? oneOf(random, integers) : oneOf(random, strings);
  switch (schema.type) {
    case "string":
      if (schema.enum !== undefined) return schema.enum[random.int(schema.enum.length)] ?? "";
      return oneOf(random, formatted[schema.format ?? ""] ?? strings);
    case "integer":
      return oneOf(random, integers);
    case "number":
      return chance(random, 0.1) ? oneOf(random, integers) : oneOf(random, doubles);
    case "boolean":
      return chance(random, 0.5);
    case "array":
      return Array.from({ length: random.int(4) }, () => randomRuleValue(itemsOf(schema) ?? {}, random));
    case "object":
      return objectFor(schema, random);
    default:
      return oneOf<JsonValue>(random, ["x", 1, 1.5, true, [1, "a"], { a: 1 }, null]);
  }
}

function objectFor(schema: JsonSchema, random: Random): JsonValue {
  const additional = additionalOf(schema);
  const entries =
    additional === undefined
      ? Object.entries(schema.properties ?? {})
          .filter(([name]) => chance(random, schema.required?.includes(name) === true ? 0.95 : 0.7))
          .map(([name, property]) => [name, randomRuleValue(property, random)] as const)
      : someOf(random, keys, 0.3).map((key) => [key, randomRuleValue(additional, random)] as const);
  const resource = { apiVersion: "v1", kind: "Thing", metadata: { name: "thing" } };
  return Object.fromEntries([
    ...(schema["x-kubernetes-embedded-resource"] === true ? Object.entries(resource) : []),
    ...(schema["x-kubernetes-preserve-unknown-fields"] === true && chance(random, 0.3) ? [["extra", 1] as const] : []),
    ...entries,
  ]);
}
