/** Random schemas and random changes of them, for the test that the rules find every breaking change. */
import { checkStructural } from "@kubewright/schema";
import type { Chance, JsonSchema } from "@kubewright/schema";
import { fieldPath } from "@kubewright/apimachinery";

/** A structural schema of objects with a few fields, which use all keywords that restrict values. */
export function randomSchema(chance: Chance): JsonSchema {
  return objectSchema(chance, 3);
}

/** A structural schema that differs from another one in one to three places. */
export function changedSchema(schema: JsonSchema, chance: Chance): JsonSchema {
  for (;;) {
    let changed = schema;
    for (let count = 1 + chance.int(3); count > 0; count--) changed = changedNode(changed, chance, 3);
    if (checkStructural(changed, fieldPath("schema")).length === 0) return changed;
  }
}

type Make = (chance: Chance, depth: number) => JsonSchema;

function anySchema(chance: Chance, depth: number): JsonSchema {
  const inner = [objectSchema, listSchema, mapSchema, openSchema];
  const schema = pick(chance, depth > 0 && chance.int(2) === 0 ? inner : leaves)(chance, depth - 1);
  return chance.int(8) === 0 && schema.enum === undefined ? { ...schema, nullable: true } : schema;
}

const leaves: readonly Make[] = [
  () => ({ type: "boolean" }),
  (chance) => ({ type: "integer", ...some(chance, { minimum: chance.int(4) - 2, maximum: 2 + chance.int(5) }) }),
  (chance) => ({
    type: "integer",
    ...some(chance, { format: pick(chance, ["int32", "int64"]), multipleOf: 1 + chance.int(3) }),
  }),
  (chance) => ({ type: "number", ...some(chance, { minimum: chance.int(4) / 4, exclusiveMinimum: true }) }),
  (chance) => ({ type: "string", ...some(chance, { minLength: chance.int(3), maxLength: 3 + chance.int(3) }) }),
  (chance) => ({ type: "string", ...some(chance, { default: pick(chance, texts) }) }),
  (chance) => ({ type: "string", enum: texts.slice(chance.int(2), 3 + chance.int(2)) }),
  (chance) => ({ type: "string", ...some(chance, { pattern: pick(chance, ["^[a-c]*$", "^[a-z]*$", "b"]) }) }),
  (chance) => ({
    type: "string",
    ...some(chance, { format: pick(chance, ["date", "uuid", "uuid4", "ipv4", "other"]) }),
  }),
  (chance) => ({
    "x-kubernetes-int-or-string": true,
    ...some(chance, { anyOf: [{ type: "integer" }, { type: "string" }] }),
  }),
  () => ({ "x-kubernetes-preserve-unknown-fields": true }),
];

const texts = ["a", "b", "c", "d"];
const names = ["a", "b", "c", "d"];

function objectSchema(chance: Chance, depth: number): JsonSchema {
  const present = names.filter(() => chance.int(2) === 0);
  const required = present.filter(() => chance.int(4) === 0);
  return {
    type: "object",
    properties: Object.fromEntries(present.map((name) => [name, anySchema(chance, depth)])),
    ...(required.length > 0 && { required }),
    ...rarely(chance, { maxProperties: Math.max(required.length, 2) }),
    ...rarely(chance, { anyOf: present.slice(0, 2).map((name) => ({ required: [name] })) }),
    ...rarely(chance, { not: { required: ["a", "b"] } }),
  };
}

function listSchema(chance: Chance, depth: number): JsonSchema {
  const bounds = some(chance, { minItems: chance.int(2), maxItems: 1 + chance.int(3) });
  switch (chance.int(3)) {
    case 0:
      return { type: "array", items: anySchema(chance, depth), ...bounds };
    case 1:
      return { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set", ...bounds };
    default:
      return {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": [pick(chance, ["k", "l"])],
        items: {
          type: "object",
          required: ["k", "l"],
          properties: { k: { type: "string" }, l: { type: "integer" }, a: anySchema(chance, depth) },
        },
        ...bounds,
      };
  }
}

function mapSchema(chance: Chance, depth: number): JsonSchema {
  return {
    type: "object",
    additionalProperties: anySchema(chance, depth),
    ...some(chance, { minProperties: chance.int(2) }),
  };
}

function openSchema(chance: Chance, depth: number): JsonSchema {
  return { ...objectSchema(chance, depth), "x-kubernetes-preserve-unknown-fields": true };
}

/** The node with one change in it or in a nested node. */
function changedNode(schema: JsonSchema, chance: Chance, depth: number): JsonSchema {
  const { properties, items, additionalProperties } = schema;
  const isHere = depth === 0 || chance.int(3) === 0;
  if (!isHere && properties !== undefined) {
    const name = pick(chance, names);
    const old = properties[name] ?? anySchema(chance, depth - 1);
    return { ...schema, properties: { ...properties, [name]: changedNode(old, chance, depth - 1) } };
  }
  // In a structural schema, items is always a single schema.
  if (!isHere && items !== undefined) return { ...schema, items: changedNode(items as JsonSchema, chance, depth - 1) };
  if (!isHere && typeof additionalProperties === "object") {
    return { ...schema, additionalProperties: changedNode(additionalProperties, chance, depth - 1) };
  }
  if (depth === 3) return { ...schema, ...keywordsOf(objectSchema(chance, 2), chance) };
  const other = anySchema(chance, depth);
  if (chance.int(3) === 0) return other;
  if (other.type === schema.type) return { ...schema, ...keywordsOf(other, chance) };
  return without(schema, chance);
}

/** Some of the keywords of a schema. */
function keywordsOf(schema: JsonSchema, chance: Chance): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(() => chance.int(2) === 0));
}

/** The schema without one of its keywords. */
function without(schema: JsonSchema, chance: Chance): JsonSchema {
  const keywords = Object.keys(schema);
  const gone = keywords.length === 0 ? "" : pick(chance, keywords);
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== gone));
}

function some(chance: Chance, keywords: JsonSchema): JsonSchema {
  return keywordsOf(keywords, chance);
}

function rarely(chance: Chance, keywords: JsonSchema): JsonSchema {
  return chance.int(8) === 0 ? keywords : {};
}

function pick<T>(chance: Chance, values: readonly T[]): T {
  return values[chance.int(values.length)] as T; // The list is never empty.
}
