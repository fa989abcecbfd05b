/**
 * Reads an untrusted schema: every keyword of a structural schema must have the right type, and the nesting is limited. As on the API
 * server, a keyword that is null or an empty string, such as `type: ""`, is absent.
 */
import { getOwn, isJsonObject } from "@kubewright/apimachinery";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";

import type { Fields } from "./read-fields.ts";

/** More than twice the depth of any real schema. */
const depthMax = 100;

/** The schema in some fields. Bounds are rounded to doubles, as on the API server. */
export function readSchema(fields: Fields): JsonSchema {
  checkSchema(fields, 0);
  return normalized(fields.value);
}

function checkSchema(fields: Fields, depth: number): void {
  if (depth > depthMax) throw fields.error("properties", {}, `at most ${depthMax} schemas nested in each other`);
  for (const [name, expected, check] of forms) {
    const found = getOwn(fields.value, name) ?? undefined;
    if (found !== undefined && !check(found)) throw fields.error(name, found, expected);
  }
  const refused = unsupported.find((name) => isPresent(name, getOwn(fields.value, name)));
  if (refused !== undefined)
    throw fields.error(refused, fields.value[refused], "a structural schema, which cannot have it");
  for (const child of childrenOf(fields)) checkSchema(child, depth + 1);
}

/** Every schema directly within a schema. */
function childrenOf(fields: Fields): readonly Fields[] {
  const single = ["items", "not", "additionalProperties"].filter((name) => isJsonObject(fields.value[name]));
  const properties = fields.optional("properties");
  return [
    ...single.map((name) => fields.object(name)),
    ...(properties === undefined
      ? []
      : Object.keys(properties.value).flatMap((name) => properties.optional(name) ?? [])),
    ...["allOf", "anyOf", "oneOf"].flatMap((name) => fields.list(name)),
  ];
}

/** Whether a keyword is set. */
function isPresent(name: string, value: unknown): boolean {
  return value !== undefined && value !== null && (value !== "" || !stringKeywords.includes(name));
}

/** The checked schema with the keywords that are set, and doubles as bounds. */
function normalized(given: JsonSchema): JsonSchema {
  const schema: JsonSchema = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => isPresent(name, value)),
  );
  const { properties, items, additionalProperties, not, externalDocs, "x-kubernetes-validations": rules } = schema;
  const each = (list: readonly JsonSchema[] | undefined): readonly JsonSchema[] | undefined => list?.map(normalized);
  const changed: JsonSchema = {
    ...Object.fromEntries(
      bounds.filter((name) => schema[name] !== undefined).map((name) => [name, Number(schema[name])]),
    ),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, normalized(field ?? {})]),
      ),
    }),
    ...(items !== undefined && { items: normalized(items as JsonSchema) }), // checkSchema has rejected lists of schemas.
    ...(typeof additionalProperties === "object" && { additionalProperties: normalized(additionalProperties) }),
    ...(not !== undefined && { not: normalized(not) }),
    ...(externalDocs !== undefined && { externalDocs: withoutNulls(externalDocs) }),
    ...(rules !== undefined && { "x-kubernetes-validations": rules.map(normalizedRule) }),
  };
  const alternatives = { allOf: each(schema.allOf), anyOf: each(schema.anyOf), oneOf: each(schema.oneOf) };
  const present = Object.fromEntries(Object.entries(alternatives).filter(([, list]) => list !== undefined));
  return { ...schema, ...changed, ...present };
}

/** The rule with the fields that are set. */
function normalizedRule(rule: ValidationRule): ValidationRule {
  const fields = Object.entries(withoutNulls(rule));
  const present = fields.filter(
    ([name, value]) => value !== "" || !["message", "messageExpression", "fieldPath"].includes(name),
  );
  return { ...Object.fromEntries(present), rule: rule.rule };
}

function withoutNulls<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as T; // T has no null values.
}

const stringKeywords = ["type", "format", "pattern", "title", "description", "$ref"];
const counts = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"] as const;
const bounds = ["minimum", "maximum", "multipleOf", ...counts] as const;

type Form = readonly [name: string, expected: string, check: (value: unknown) => boolean];

const isText = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number" || typeof value === "bigint";
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isObject = (value: unknown): boolean => isJsonObject(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isList = (value: unknown): boolean => Array.isArray(value);
const isRules = (value: unknown): boolean => Array.isArray(value) && value.every(isRule);
const isRule = (value: unknown): boolean =>
  isJsonObject(value) &&
  isText(value["rule"]) &&
  ["message", "messageExpression", "reason", "fieldPath"].every((name) => isText(getOwn(value, name) ?? "")) &&
  isFlag(getOwn(value, "optionalOldSelf") ?? false);

const form = (names: readonly string[], expected: string, check: (value: unknown) => boolean): readonly Form[] =>
  names.map((name): Form => [name, expected, check]);

const forms: readonly Form[] = [
  ...form(["type", "format", "pattern", "title", "description"], "a string", isText),
  ...form(["x-kubernetes-list-type", "x-kubernetes-map-type"], "a string", isText),
  ...form(bounds, "a number", isNumber),
  ...form(["exclusiveMinimum", "exclusiveMaximum", "nullable"], "true or false", isFlag),
  ...form(
    ["preserve-unknown-fields", "embedded-resource", "int-or-string"].map((name) => `x-kubernetes-${name}`),
    "true or false",
    isFlag,
  ),
  ...form(["required", "x-kubernetes-list-map-keys"], "a list of strings", isTexts),
  ...form(["enum", "allOf", "anyOf", "oneOf"], "a list", isList),
  ...form(["properties", "items", "not", "externalDocs"], "an object", isObject),
  ...form(["additionalProperties"], "a schema, true or false", (value) => isFlag(value) || isObject(value)),
  ...form(["x-kubernetes-validations"], "a list of rules", isRules),
];

const unsupported = ["$ref", "definitions", "dependencies", "patternProperties", "additionalItems"];
