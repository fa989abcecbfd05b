/**
 * Mistakes in one node of a schema, as data: each returns the fields to set. A field that is `undefined` is removed. Some are harmless, so that a part of
 * the definitions is still accepted.
 */
import type { Random } from "@kubewright/async";
import { chance, oneOf } from "../../sequences/structural-schema.ts";

/** A node of a schema as JSON: after a mutation it may be anything. */
export type SchemaNode = Readonly<Record<string, unknown>>;

export type NodeMutation = (random: Random, node: SchemaNode) => SchemaNode;

const types = ["string", "integer", "number", "boolean", "array", "object"] as const;
const bounds = [-1, 0, 1, 2, 1.5, 1e6, 2 ** 31, 2 ** 53, 9.3e18, 1e21, 1e300] as const;
const wrongValues = [null, true, 1, 1.5, "", "a", [], ["a"], {}, { a: 1 }] as const;
const formats = [
  "int32",
  "int64",
  "float",
  "double",
  "byte",
  "date",
  "date-time",
  "duration",
  "ipv4",
  "ipv6",
  "cidr",
  "uri",
  "email",
  "hostname",
  "uuid",
  "password",
  "k8s-short-name",
  "k8s-long-name",
  "foo",
  "",
] as const;
const patterns = [
  "^a*$",
  "^[a-z0-9-]{1,63}$",
  "(",
  "[z-a]",
  "(?=a)",
  "a{1001}",
  "\\d+\\b",
  "(?i)a",
  "\\pL",
  "",
] as const;
const rules = [
  "self == oldSelf",
  "self.size() > 0",
  "size(self) <= 3",
  "has(self.a)",
  "self.all(x, x != '')",
  "self.exists(x, has(x.name))",
  "self.matches('^a')",
  "self > 0",
  "oldSelf.orValue(self) == self",
  "self.spec.replicas > 0",
  "type(self) == string",
  "self.map(x, size(x)).sum() > 0",
  "isURL(self)",
  "quantity(self).isGreaterThan(quantity('1'))",
  "self",
  "self ==",
  "unknown(self)",
  "true",
  " ",
  "",
] as const;

function rule(random: Random): SchemaNode {
  return {
    rule: oneOf(random, rules),
    ...(chance(random, 0.3) ? { message: oneOf(random, ["must fit", "", "a\nb", " "]) } : {}),
    ...(chance(random, 0.2)
      ? { messageExpression: oneOf(random, ["'is ' + string(self)", "self", "''", "'a", "string(oldSelf)"]) }
      : {}),
    ...(chance(random, 0.15)
      ? { reason: oneOf(random, ["FieldValueForbidden", "FieldValueRequired", "Foo", ""]) }
      : {}),
    ...(chance(random, 0.15) ? { fieldPath: oneOf(random, [".spec", ".name", "['a']", "name", ".[0]", ""]) } : {}),
    ...(chance(random, 0.15) ? { optionalOldSelf: chance(random, 0.5) } : {}),
  };
}

const keys = ["name", "type", "key", "a", "zzz"] as const;

function leaf(random: Random): SchemaNode {
  return { type: oneOf(random, types) };
}

function nameOf(random: Random, node: SchemaNode): string {
  const { properties } = node;
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return names.length > 0 && chance(random, 0.7) ? (names[random.int(names.length)] ?? "a") : oneOf(random, keys);
}

/** A keyword with one of these values, or now and then with a value of a wrong type. */
function keyword(name: string, values: readonly [unknown, ...unknown[]]): NodeMutation {
  return (random) => ({ [name]: chance(random, 0.1) ? oneOf(random, wrongValues) : oneOf(random, values) });
}

const bound = (...names: readonly [string, ...string[]]): NodeMutation => {
  return (random) => keyword(oneOf(random, names), bounds)(random, {});
};

const booleans = [true, false] as const;

export const nodeMutations: Readonly<Record<string, NodeMutation>> = {
  type: keyword("type", [...types, "null", "foo", "", undefined]),
  range: bound("minimum", "maximum", "multipleOf"),
  lengths: bound("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
  exclusive: (random) => ({
    [oneOf(random, ["exclusiveMinimum", "exclusiveMaximum"])]: oneOf(random, [true, false, 1]),
  }),
  format: keyword("format", formats),
  pattern: keyword("pattern", patterns),
  default: keyword("default", [...wrongValues, "b", -1, 0, { name: "a" }, [{ name: "a" }, { name: "a" }], 2 ** 31]),
  enum: keyword("enum", [[], ["a", "b"], ["a", "a"], [1, 2], [null], [1, "a"], [{ a: 1 }], [true]]),
  required: (random, node) => ({
    required: oneOf(random, [[], [nameOf(random, node)], ["a", "a"], ["zzz"], ["metadata"], undefined]),
  }),
  nullable: keyword("nullable", booleans),
  properties: (random, node) => {
    const { [nameOf(random, node)]: _, ...left } = (node["properties"] ?? {}) as SchemaNode;
    return { properties: oneOf(random, [left, { ...left, a: leaf(random) }, { ...left, metadata: leaf(random) }, {}]) };
  },
  additional: (random) => ({ additionalProperties: oneOf(random, [true, false, {}, leaf(random), 1]) }),
  items: (random) => ({ items: oneOf<unknown>(random, [leaf(random), {}, [], [leaf(random)], undefined, true]) }),
  alternatives: (random, node) => {
    const branch = oneOf<unknown>(random, [
      { required: [nameOf(random, node)] },
      { properties: { [nameOf(random, node)]: { minLength: 1 } } },
      { properties: { zzz: { minimum: 1 } } },
      { type: "string" },
      { description: "d" },
      { default: 1 },
      { nullable: true },
      { additionalProperties: false },
      { "x-kubernetes-preserve-unknown-fields": true },
      { "x-kubernetes-validations": [{ rule: "true" }] },
      { items: { minLength: 1 } },
      {},
    ]);
    return { [oneOf(random, ["allOf", "anyOf", "oneOf"])]: oneOf(random, [[branch], [branch, branch], [], [{}]]) };
  },
  not: keyword("not", [{}, { required: ["a"] }, { type: "string" }, { minLength: 1 }]),
  rules: (random) => ({ "x-kubernetes-validations": Array.from({ length: 1 + random.int(2) }, () => rule(random)) }),
  "a rule": (random, node) => {
    const own = node["x-kubernetes-validations"];
    return { "x-kubernetes-validations": [...(Array.isArray(own) ? (own as unknown[]) : []), rule(random)] };
  },
  preserve: keyword("x-kubernetes-preserve-unknown-fields", booleans),
  embedded: keyword("x-kubernetes-embedded-resource", booleans),
  "int or string": keyword("x-kubernetes-int-or-string", booleans),
  "list type": keyword("x-kubernetes-list-type", ["atomic", "set", "map", "foo", ""]),
  "list map keys": (random) => ({
    "x-kubernetes-list-map-keys": oneOf(random, [[], [oneOf(random, keys)], ["name", "name"], ["name", "type"], ""]),
    ...(chance(random, 0.5) ? { "x-kubernetes-list-type": "map" } : {}),
  }),
  "map type": keyword("x-kubernetes-map-type", ["atomic", "granular", "foo", ""]),
  forbidden: (random) => {
    const name = oneOf(random, ["definitions", "dependencies", "patternProperties", "$ref", "id", "$schema"]);
    return { [name]: oneOf<unknown>(random, [{}, { a: leaf(random) }, { a: { type: "foo" } }, "", "a", []]) };
  },
  other: (random) => ({
    [oneOf(random, ["uniqueItems", "title", "example", "externalDocs", "description", "additionalItems"])]: oneOf(
      random,
      [true, false, "a", 1, { url: "a" }, null],
    ),
  }),
  unknown: (random) => ({ [oneOf(random, ["zzz", "x-zzz", "const", "Type", "x-kubernetes-zzz"])]: 1 }),
};
