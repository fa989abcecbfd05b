/** Random schemas of everything that types and markers can say. */
import type { Chance, JsonSchema } from "@kubewright/schema";

export function expressibleSchema(chance: Chance, depth: number): JsonSchema {
  const schema = objectSchema(chance, depth);
  const { "x-kubernetes-validations": rules = [] } = schema;
  // Only rules outside of lists may use oldSelf.
  const transition = { rule: "!oldSelf.hasValue() || true", optionalOldSelf: true };
  return described(chance, { ...schema, ...some(chance, { "x-kubernetes-validations": [...rules, transition] }) });
}

type Make = (chance: Chance, depth: number) => JsonSchema;

const leaves: readonly Make[] = [
  (chance) => ({ type: "boolean", ...some(chance, { default: chance.int(2) === 0 }) }),
  (chance) => ({ type: "integer", format: "int32", ...some(chance, { minimum: -3, maximum: 9, default: 2, multipleOf: 1 }) }),
  (chance) => ({ type: "integer", format: "int64", ...some(chance, { minimum: 0, example: 7 }) }),
  (chance) => ({ type: "number", format: "double", ...some(chance, { maximum: 0.5, default: 0.25 }) }),
  (chance) => ({ type: "string", ...some(chance, { minLength: 1, maxLength: 7, pattern: pick(chance, patterns) }) }),
  (chance) => ({ type: "string", format: pick(chance, ["date-time", "uuid", "byte"]), ...some(chance, { title: "A \"title\"" }) }),
  (chance) => ({ type: "string", enum: ["", "a", "b\"c", "*/"].slice(chance.int(3)), ...some(chance, { default: "*/" }) }),
  (chance) => ({ type: "integer", enum: [1, 2, 3].slice(chance.int(2)) }),
  (chance) => ({ ...eitherSchema, ...some(chance, { pattern: "^[0-9]+%?$", default: "10%" }) }),
  () => ({ "x-kubernetes-preserve-unknown-fields": true }),
  (chance) => ({
    type: "object",
    "x-kubernetes-preserve-unknown-fields": true,
    ...some(chance, { "x-kubernetes-embedded-resource": true }),
  }),
];

const eitherSchema: JsonSchema = {
  "x-kubernetes-int-or-string": true,
  anyOf: [{ type: "integer" }, { type: "string" }],
};

const patterns = ["^a+$", "^[\\w.*]*/$", " x ", "\"", "`", "^(?:a|b)\\\\{2}$", "a*/"];

const inner: readonly Make[] = [objectSchema, listSchema, mapSchema];

function anySchema(chance: Chance, depth: number, isField: boolean): JsonSchema {
  const schema = pick(chance, depth > 0 && chance.int(2) === 0 ? inner : leaves)(chance, depth - 1);
  const { default: preset, example, ...plain } = schema;
  const allowed = isField ? { ...plain, ...(preset !== undefined && { default: preset }), ...(example !== undefined && { example }) } : plain;
  const nullable = chance.int(6) === 0 && schema.enum === undefined ? { nullable: true } : {};
  return described(chance, { ...allowed, ...nullable });
}

function objectSchema(chance: Chance, depth: number): JsonSchema {
  const names = ["a", "b", "c-d", "e.f/g", "class", "__proto__", "É"].filter(() => chance.int(2) === 0);
  const required = names.filter(() => chance.int(3) === 0);
  return {
    type: "object",
    ...(names.length > 0 && { properties: Object.fromEntries(names.map((name) => [name, anySchema(chance, depth, true)])) }),
    ...(required.length > 0 && { required }),
    ...some(chance, { "x-kubernetes-map-type": "atomic", minProperties: 0, maxProperties: 9 }, 6),
    ...some(chance, { "x-kubernetes-validations": [{ rule: "\"*/\" != '`' &&\ntrue", message: "a \"message\"" }, { rule: "true", reason: "FieldValueInvalid" }] }, 6),
    ...(names.length > 0 && some(chance, { "x-kubernetes-preserve-unknown-fields": true }, 6)),
  };
}

function listSchema(chance: Chance, depth: number): JsonSchema {
  const bounds = some(chance, { minItems: 1, maxItems: 5 });
  switch (chance.int(3)) {
    case 0:
      return { type: "array", items: anySchema(chance, depth, false), ...bounds };
    case 1:
      return { type: "array", "x-kubernetes-list-type": "set", items: { type: "string", ...some(chance, { pattern: "^a,b;c$", maxLength: 3 }) }, ...bounds };
    default:
      return {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name", "port"],
        items: {
          type: "object",
          required: ["name", "port"],
          properties: { name: { type: "string" }, port: { type: "integer", format: "int32" }, a: anySchema(chance, depth, true) },
        },
        ...bounds,
      };
  }
}

function mapSchema(chance: Chance, depth: number): JsonSchema {
  return { type: "object", additionalProperties: anySchema(chance, depth, false), ...some(chance, { maxProperties: 3 }) };
}

function described(chance: Chance, schema: JsonSchema): JsonSchema {
  return chance.int(3) === 0 ? { ...schema, description: pick(chance, descriptions) } : schema;
}

const descriptions = [
  "One line.",
  "Several lines,\n\n  with an indent, and */ in one of them.",
  "@kubebuilder:validation:Minimum=3\n@see nothing",
  "Code:\n```\n@maximum 3\n```\nand more.",
  "A fence without an end:\n```\ncode",
  "Ends with a star *\n* begins with one",
];

function some(chance: Chance, keywords: JsonSchema, oneOutOf = 2): JsonSchema {
  return Object.fromEntries(Object.entries(keywords).filter(() => chance.int(oneOutOf) === 0));
}

function pick<T>(chance: Chance, values: readonly T[]): T {
  return values[chance.int(values.length)] as T; // Within the list, which is never empty here.
}
