/** Random values for a schema: valid ones, and ones with typical mistakes. */
import type { Random } from "@kubewright/async";
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import { additionalOf, itemsOf } from "@kubewright/schema";
import { chance, fieldNames, numbers, oneOf, texts } from "./structural-schema.ts";

/** The probability of a mistake at a place: 0 never on purpose, 1 everywhere. */
export interface Wrongness {
  readonly wrong: number;
}

/** A value for the schema; sometimes undefined if a field is optional. */
export function randomValue(schema: JsonSchema, random: Random, { wrong }: Wrongness): JsonValue {
  if (chance(random, wrong)) return wrongValue(random);
  if (schema.nullable === true && chance(random, 0.3)) return null;
  if (schema.enum !== undefined && chance(random, 0.8)) return schema.enum[random.int(schema.enum.length)] ?? null;
  if (schema["x-kubernetes-int-or-string"] === true)
    return chance(random, 0.5) ? oneOf(random, numbers) : oneOf(random, texts);
  switch (schema.type) {
    case "string":
      return oneOf(random, texts);
    case "integer":
      return Math.trunc(oneOf(random, numbers));
    case "number":
      return oneOf(random, numbers);
    case "boolean":
      return chance(random, 0.5);
    case "array":
      return listFor(schema, random, wrong);
    case "object":
      return objectFor(schema, random, wrong);
    default:
      return wrongValue(random);
  }
}

function listFor(schema: JsonSchema, random: Random, wrong: number): JsonValue {
  const items = itemsOf(schema) ?? {};
  const list = Array.from({ length: random.int(4) }, () => randomValue(items, random, { wrong }));
  // A duplicate, as in copied lines.
  return list[0] !== undefined && chance(random, 0.1) ? [...list, list[0]] : list;
}

function objectFor(schema: JsonSchema, random: Random, wrong: number): JsonValue {
  const { properties = {}, required = [] } = schema;
  const additional = additionalOf(schema);
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const named = Object.entries(properties)
    .filter(([name]) => chance(random, required.includes(name) ? 0.9 : 0.6))
    .map(([name, property]) => [name, randomValue(property, random, { wrong })] as const);
  const others = fieldNames
    .filter((name) => !Object.hasOwn(properties, name) && chance(random, additional === undefined ? 0.1 : 0.5))
    .map(
      (name) =>
        [name, additional === undefined ? wrongValue(random) : randomValue(additional, random, { wrong })] as const,
    );
  const typeMeta = isEmbedded ? embeddedMeta(random, wrong) : [];
  return Object.fromEntries([...typeMeta, ...named, ...others]);
}

function embeddedMeta(random: Random, wrong: number): readonly (readonly [string, JsonValue])[] {
  const value = (good: JsonValue): JsonValue => (chance(random, wrong) ? wrongValue(random) : good);
  const metadata: readonly [JsonValue, ...JsonValue[]] = [
    { name: "x" },
    { labels: { a: "b" }, other: 1 },
    { name: "X_" },
    {},
  ];
  const all = [
    ["apiVersion", value("v1")],
    ["kind", value("Thing")],
    ["metadata", value(oneOf(random, metadata))],
  ] as const;
  return all.filter(() => chance(random, 0.9));
}

function wrongValue(random: Random): JsonValue {
  return oneOf<JsonValue>(random, [
    null,
    true,
    7,
    1.5,
    "wrong",
    "",
    [],
    {},
    [null],
    [1, "a"],
    { a: 1 },
    { a: null, b: { c: [] } },
  ]);
}
