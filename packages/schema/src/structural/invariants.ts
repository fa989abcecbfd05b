// Checks that a schema is structural: every value has a type outside of allOf, anyOf, oneOf and not, which pruning and
// defaulting require.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema

import { field, isDeepEqual } from "@kubewright/apimachinery";
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf, itemsOf, propertyOf } from "../model/walk.ts";
import { compilePattern } from "../pattern/pattern.ts";
import { isSet, isZero, propertiesOf } from "./keywords.ts";

type Level = "root" | "item" | "field";

const intOrString = [{ type: "integer" }, { type: "string" }];

/** Errors of a schema whose values could not be pruned or defaulted. */
export function checkInvariants(schema: JsonSchema, path: FieldPath): FieldError[] {
  return checkNode(schema, "root", path);
}

function checkNode(schema: JsonSchema, level: Level, path: FieldPath): FieldError[] {
  const items = itemsOf(schema);
  return [
    ...(schema.type === "array" && items === undefined
      ? [field.required(path.child("items"), "must be specified")]
      : []),
    ...(items === undefined ? [] : checkNode(items, "item", path.child("items"))),
    ...propertiesOf(schema).flatMap(([name, child]) => checkNode(child, "field", path.child("properties").key(name))),
    ...checkAdditional(schema, level, path.child("additionalProperties")),
    ...checkExtensions(schema, path),
    ...checkValidations(schema, isIntOrStringAnyOf(schema), isIntOrStringAllOf(schema), path),
    ...checkType(schema, level, path),
    ...checkTypeMeta(schema, level, path),
    ...checkEmbeddedProperties(schema, path),
  ];
}

function checkAdditional(schema: JsonSchema, level: Level, path: FieldPath): FieldError[] {
  if (schema.additionalProperties === undefined) return [];
  const additional = additionalOf(schema);
  return [
    ...(level === "root" ? [field.forbidden(path, "must not be used at the root")] : []),
    ...(additional === undefined ? [] : checkNode(additional, "field", path)),
  ];
}

function checkExtensions(schema: JsonSchema, path: FieldPath): FieldError[] {
  if (schema["x-kubernetes-int-or-string"] !== true) return [];
  return (["x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"] as const)
    .filter((name) => schema[name] === true)
    .map((name) => field.invalid(path.child(name), true, "must be false if x-kubernetes-int-or-string is true"));
}

function checkType(schema: JsonSchema, level: Level, path: FieldPath): FieldError[] {
  const { type = "", "x-kubernetes-embedded-resource": isEmbedded = false } = schema;
  const errors: FieldError[] = [];
  const at = path.child("type");
  const isFree =
    schema["x-kubernetes-int-or-string"] === true || schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (isEmbedded && type !== "object") {
    const text = "must be object if x-kubernetes-embedded-resource is true";
    errors.push(type === "" ? field.required(at, text) : field.invalid(at, type, text));
  } else if (type === "" && !isFree) {
    errors.push(field.required(at, emptyTypeTexts[level]));
  }
  if (isEmbedded && schema.additionalProperties !== undefined) {
    const text = "must not be used if x-kubernetes-embedded-resource is set";
    errors.push(field.forbidden(path.child("additionalProperties"), text));
  }
  if (level === "root" && type !== "" && type !== "object") {
    errors.push(field.invalid(at, type, "must be object at the root"));
  }
  return errors;
}

const emptyTypeTexts: { readonly [L in Level]: string } = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

function checkTypeMeta(schema: JsonSchema, level: Level, path: FieldPath): FieldError[] {
  const properties = path.child("properties");
  const isObject = level === "root" || schema["x-kubernetes-embedded-resource"] === true;
  const errors = !isObject
    ? []
    : ["kind", "apiVersion"].flatMap((name) => {
        const property = propertyOf(schema, name);
        if (property === undefined || property.type === "string") return [];
        return [field.invalid(properties.key(name).child("type"), property.type ?? "", "must be string")];
      });
  const metadata = propertyOf(schema, "metadata");
  if (metadata === undefined) return errors;
  return [...errors, ...checkMetadata(metadata, level, isObject, properties.key("metadata"))];
}

function checkMetadata(metadata: JsonSchema, level: Level, isObject: boolean, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (isObject && metadata.type !== "object") {
    errors.push(field.invalid(path.child("type"), metadata.type ?? "", "must be object"));
  }
  if (level === "root" && !restrictsNamesOnly(metadata)) {
    const text = "must not specify anything other than name and generateName, but metadata is implicitly specified";
    errors.push(field.forbidden(path, text));
  }
  return errors;
}

/** Keywords that kube-apiserver has taken over one by one, so that it does not see whether an empty one was present. */
const convertedKeywords: ReadonlySet<string> = new Set([
  "enum",
  "allOf",
  "anyOf",
  "oneOf",
  "definitions",
  "patternProperties",
  "dependencies",
  "$ref",
]);

/** Other lists and structs that are present count as set, even if they are empty. */
function restrictsNamesOnly({ type: _type, default: _default, properties = {}, items, ...rest }: JsonSchema): boolean {
  const isNames = Object.keys(properties).every((name) => name === "name" || name === "generateName");
  const hasItems = items !== undefined && !(Array.isArray(items) && items.length === 0);
  return (
    isNames &&
    !hasItems &&
    Object.entries(rest).every(
      ([keyword, value]) => isZero(keyword, value) || (convertedKeywords.has(keyword) && !isSet(value)),
    )
  );
}

function checkEmbeddedProperties(schema: JsonSchema, path: FieldPath): FieldError[] {
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  if (!isEmbedded || schema["x-kubernetes-preserve-unknown-fields"] === true || isSet(schema.properties)) return [];
  const text =
    "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
  return [field.required(path.child("properties"), text)];
}

// anyOf may contain types in one case: for "an integer or a string".
function isIntOrStringAnyOf(schema: JsonSchema): boolean {
  return isDeepEqual(schema.anyOf, intOrString);
}

function isIntOrStringAllOf(schema: JsonSchema): boolean {
  return isDeepEqual(schema.allOf?.[0]?.anyOf, intOrString);
}

function checkValidations(
  schema: JsonSchema,
  skipAnyOf: boolean,
  skipFirstAllOf: boolean,
  path: FieldPath,
): FieldError[] {
  const nested = (name: "anyOf" | "allOf" | "oneOf", skips: (index: number) => boolean): FieldError[] =>
    (schema[name] ?? []).flatMap((child, index) => checkNested(child, skips(index), path.child(name).index(index)));
  return [
    ...(skipAnyOf ? [] : nested("anyOf", () => false)),
    ...nested("allOf", (index) => skipFirstAllOf && index === 0),
    ...nested("oneOf", () => false),
    ...(schema.not === undefined ? [] : checkNested(schema.not, false, path.child("not"))),
    ...checkPattern(schema.pattern ?? "", path.child("pattern")),
  ];
}

function checkPattern(pattern: string, path: FieldPath): FieldError[] {
  if (pattern === "") return [];
  try {
    compilePattern(pattern);
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [field.invalid(path, pattern, `must be a valid regular expression, but isn't: ${why}`)];
  }
}

/** allOf, anyOf, oneOf and not may only restrict values, not define their type. */
function checkNested(schema: JsonSchema, skipAnyOf: boolean, path: FieldPath): FieldError[] {
  const items = itemsOf(schema);
  return [
    ...checkValidations(schema, skipAnyOf, false, path),
    ...(items === undefined ? [] : checkNested(items, false, path.child("items"))),
    ...propertiesOf(schema).flatMap(([name, child]) => checkNested(child, false, path.child("properties").key(name))),
    ...forbiddenWhenNested
      .filter(([name]) => isSetWhenNested(name, schema[name]))
      .map(([name, text]) => field.forbidden(path.child(name), text)),
    ...(propertyOf(schema, "metadata") === undefined
      ? []
      : [field.forbidden(path.child("properties").key("metadata"), "must not be specified in a nested context")]),
  ];
}

/** Whether kube-apiserver forbids the keyword there. It does not see `additionalProperties: false`. */
function isSetWhenNested(name: keyof JsonSchema, value: unknown): boolean {
  if (name === "additionalProperties") return isGiven(value) && value !== false;
  if (["default", "x-kubernetes-list-type", "x-kubernetes-map-type"].includes(name)) return isGiven(value);
  return isSet(value);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

const forbiddenWhenNested: readonly (readonly [keyof JsonSchema, string])[] = [
  ["type", "must be empty to be structural"],
  ["additionalProperties", "must be undefined to be structural"],
  ["default", "must be undefined to be structural"],
  ["title", "must be empty to be structural"],
  ["description", "must be empty to be structural"],
  ["nullable", "must be false to be structural"],
  ["x-kubernetes-preserve-unknown-fields", "must be false to be structural"],
  ["x-kubernetes-embedded-resource", "must be false to be structural"],
  ["x-kubernetes-int-or-string", "must be false to be structural"],
  ["x-kubernetes-list-map-keys", "must be empty to be structural"],
  ["x-kubernetes-list-type", "must be undefined to be structural"],
  ["x-kubernetes-map-type", "must be undefined to be structural"],
  ["x-kubernetes-validations", "must be empty to be structural"],
];
