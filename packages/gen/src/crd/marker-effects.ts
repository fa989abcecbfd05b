/**
 * The effect of each marker on a schema: one entry per marker, a pure function from a schema to the changed schema, or to a complaint if
 * the marker is not allowed on the schema.
 */
import { encodeJson, isJsonArray } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { compilePattern, PatternError } from "@kubewright/schema";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";

import type { Marker } from "../markers/definition.ts";
import { celSelect } from "./cel-names.ts";

/** The schema with the marker applied, or a complaint. A complaint continues the sentence `the marker "…"`. */
export type MarkerEffect = (schema: JsonSchema, marker: Marker) => JsonSchema | { readonly complaint: string };

/** The prefix of most markers for values. */
export const validationPrefix = "kubebuilder:validation:";

/** The type of a schema, for messages. */
export function typeOf(schema: JsonSchema): string {
  return schema.type ?? (schema["x-kubernetes-int-or-string"] === true ? "an integer or a string" : "no type");
}

/** Whether `items` is one schema for all items, as in a structural schema. */
export function isSingle(items: JsonSchema | readonly JsonSchema[]): items is JsonSchema {
  return !Array.isArray(items);
}

/** A string unchanged, any other value as JSON. */
function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : encodeJson(value ?? null);
}

const isNumeric = ({ type }: JsonSchema): boolean => type === "integer" || type === "number";
const isTextual = (schema: JsonSchema): boolean =>
  schema.type === "string" || schema["x-kubernetes-int-or-string"] === true;
const isList = ({ type }: JsonSchema): boolean => type === "array";
const isObject = ({ type }: JsonSchema): boolean => type === "object";

/** A keyword with the value of the marker, for the schemas that `fits` accepts. */
function keyword(key: keyof JsonSchema, fits: (schema: JsonSchema) => boolean, kind: string): MarkerEffect {
  return (schema, { value }) => {
    if (!fits(schema)) return { complaint: `is only allowed on ${kind}, found ${typeOf(schema)}` };
    if (schema.type === "integer" && typeof value === "number" && !Number.isInteger(value)) {
      return { complaint: `needs an integer here, found ${value}` };
    }
    return { ...schema, [key]: value };
  };
}

const always = (): boolean => true;

/** A boolean keyword: `false` removes it. */
function switched(
  key: "exclusiveMaximum" | "exclusiveMinimum" | "uniqueItems",
  fits: (schema: JsonSchema) => boolean,
  kind: string,
): MarkerEffect {
  return (schema, marker) => {
    const { [key]: _before, ...rest } = schema;
    return marker.value === false && fits(schema) ? rest : keyword(key, fits, kind)(schema, marker);
  };
}

const flag =
  (key: keyof JsonSchema): MarkerEffect =>
  (schema) => ({ ...schema, [key]: true });
const counted =
  (key: keyof JsonSchema, fits: (schema: JsonSchema) => boolean, kind: string): MarkerEffect =>
  (schema, marker) =>
    typeof marker.value === "number" && marker.value < 0
      ? { complaint: `needs 0 or more, found ${marker.value}` }
      : keyword(key, fits, kind)(schema, marker);

function oneOf(
  key: keyof JsonSchema,
  fits: (schema: JsonSchema) => boolean,
  kind: string,
  words: readonly string[],
): MarkerEffect {
  return (schema, { value }) => {
    if (!fits(schema)) return { complaint: `is only allowed on ${kind}, found ${typeOf(schema)}` };
    if (typeof value !== "string" || !words.includes(value))
      return { complaint: `needs a value that is one of ${words.join(", ")}, found "${textOf(value)}"` };
    return { ...schema, [key]: value };
  };
}

/** The API server compiles patterns when it validates the CRD. The syntax of Go lacks parts of that of JavaScript. */
const pattern: MarkerEffect = (schema, marker) => {
  try {
    compilePattern(textOf(marker.value));
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return {
      complaint: `needs a regular expression in RE2 syntax: ${error.message}: write it without look-around and back-references, or as a CEL rule (@cel)`,
    };
  }
  return keyword("pattern", isTextual, textual)(schema, marker);
};

const listMapKey: MarkerEffect = (schema, { value }) => {
  if (schema["x-kubernetes-list-type"] !== "map")
    return { complaint: 'is only allowed on a list with "@listType=map"' };
  const { items } = schema;
  const fields = items !== undefined && isSingle(items) ? items.properties : undefined;
  if (fields !== undefined && !Object.hasOwn(fields, textOf(value))) {
    return {
      complaint: `names "${textOf(value)}", which the items of the list do not have: the fields are ${Object.keys(fields).join(", ")}`,
    };
  }
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  return keys.includes(textOf(value)) ? schema : { ...schema, "x-kubernetes-list-map-keys": [...keys, textOf(value)] };
};

const setDefault: MarkerEffect = (schema, { value }) => {
  // `{}` in a marker is an empty map or an empty list, depending on the type.
  const isEmptyList = schema.type === "array" && typeof value === "object" && textOf(value) === "{}";
  const preset = isEmptyList ? [] : (value ?? null);
  const found = jsonTypeOf(preset);
  const fits =
    schema.type === undefined ||
    found === schema.type ||
    (found === "integer" && schema.type === "number") ||
    (preset === null && schema.nullable === true);
  return fits
    ? { ...schema, default: preset }
    : { complaint: `needs a value of type ${typeOf(schema)}, found ${encodeJson(preset)}` };
};

function jsonTypeOf(value: JsonValue): string {
  if (value === null) return "null";
  if (isJsonArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  return typeof value === "number" ? (Number.isInteger(value) ? "integer" : "number") : typeof value;
}

function withRule(schema: JsonSchema, rule: ValidationRule): JsonSchema {
  return { ...schema, "x-kubernetes-validations": [...(schema["x-kubernetes-validations"] ?? []), rule] };
}

const reasons = ["FieldValueInvalid", "FieldValueRequired", "FieldValueForbidden", "FieldValueDuplicate"];

const celRule: MarkerEffect = (schema, { named }) => {
  const given = Object.fromEntries(named);
  const { reason } = given;
  if (reason !== undefined && !reasons.includes(textOf(reason))) {
    return { complaint: `needs a reason that is one of ${reasons.join(", ")}, found "${textOf(reason)}"` };
  }
  return withRule(schema, { rule: "", ...given });
};

/** A rule for the number of fields that are set. */
function fieldRule(word: string, verb: string, ruleOf: (fields: readonly string[]) => string): MarkerEffect {
  return (schema, { value }) => {
    const fields = isJsonArray(value) ? value.map(textOf) : [];
    const unknown = fields.find((field) => !Object.hasOwn(schema.properties ?? {}, field));
    if (unknown !== undefined) {
      return {
        complaint: `names an unknown field "${unknown}": the fields are ${Object.keys(schema.properties ?? {}).join(", ")}`,
      };
    }
    const required = fields.find((field) => schema.required?.includes(field));
    if (required !== undefined) return { complaint: `needs optional fields: write "${required}?:"` };
    return withRule(schema, {
      message: `${word} of the fields in [${fields.join(" ")}] ${verb} be set`,
      rule: ruleOf(fields),
    });
  };
}

const countSet = (fields: readonly string[]): string =>
  fields.map((field) => `(has(${celSelect("self", field)})?1:0)`).join("+");

const notEmpty: MarkerEffect = (schema) => {
  if (schema.type === "string") return { minLength: 1, ...schema };
  if (schema.type === "array") return { minItems: 1, ...schema };
  return schema.type === "object" ? { minProperties: 1, ...schema } : schema;
};

const enumeration: MarkerEffect = (schema) =>
  schema.type === "string" && schema.enum !== undefined
    ? { ...schema, enum: schema.enum.toSorted((a, b) => (encodeJson(a) < encodeJson(b) ? -1 : 1)) }
    : { complaint: `is only allowed on a union of strings, such as "a" | "b", found ${typeOf(schema)}` };

const title: MarkerEffect = (schema, { value }) =>
  typeof value === "string" ? { ...schema, title: value } : { complaint: `needs a string, found ${textOf(value)}` };

const externalDocs: MarkerEffect = (schema, { named }) => {
  const url = textOf(named.get("url"));
  const description = named.get("description");
  if (!URL.canParse(url)) return { complaint: `needs an absolute URL, found "${url}"` };
  return { ...schema, externalDocs: { url, ...(typeof description === "string" ? { description } : {}) } };
};

const numeric = "a number";
const textual = "a string";
const list = "a list";
const object = "an object";
const merges = ["atomic", "granular"];
const lists = ["atomic", "set", "map"];

/** The effect of each marker by its name. Markers that do not describe values are not in it. */
export const markerEffects: ReadonlyMap<string, MarkerEffect> = new Map<string, MarkerEffect>([
  [`${validationPrefix}Maximum`, keyword("maximum", isNumeric, numeric)],
  [`${validationPrefix}Minimum`, keyword("minimum", isNumeric, numeric)],
  [`${validationPrefix}ExclusiveMaximum`, switched("exclusiveMaximum", isNumeric, numeric)],
  [`${validationPrefix}ExclusiveMinimum`, switched("exclusiveMinimum", isNumeric, numeric)],
  [`${validationPrefix}MultipleOf`, keyword("multipleOf", isNumeric, numeric)],
  [`${validationPrefix}MinProperties`, counted("minProperties", isObject, object)],
  [`${validationPrefix}MaxProperties`, counted("maxProperties", isObject, object)],
  [`${validationPrefix}MaxLength`, counted("maxLength", isTextual, textual)],
  [`${validationPrefix}MinLength`, counted("minLength", isTextual, textual)],
  [`${validationPrefix}Pattern`, pattern],
  [`${validationPrefix}MaxItems`, counted("maxItems", isList, list)],
  [`${validationPrefix}MinItems`, counted("minItems", isList, list)],
  [`${validationPrefix}UniqueItems`, switched("uniqueItems", isList, list)],
  [`${validationPrefix}Enum`, keyword("enum", always, "")],
  [`${validationPrefix}Format`, keyword("format", always, "")],
  [`${validationPrefix}Type`, oneOf("type", always, "", ["string", "integer", "number", "boolean", "array", "object"])],
  [`${validationPrefix}XPreserveUnknownFields`, flag("x-kubernetes-preserve-unknown-fields")],
  ["kubebuilder:pruning:PreserveUnknownFields", flag("x-kubernetes-preserve-unknown-fields")],
  [`${validationPrefix}XEmbeddedResource`, flag("x-kubernetes-embedded-resource")],
  [`${validationPrefix}EmbeddedResource`, flag("x-kubernetes-embedded-resource")],
  [`${validationPrefix}XIntOrString`, flag("x-kubernetes-int-or-string")],
  [`${validationPrefix}XValidation`, celRule],
  [`${validationPrefix}ExactlyOneOf`, fieldRule("exactly one", "must", (fields) => `${countSet(fields)} == 1`)],
  [`${validationPrefix}AtMostOneOf`, fieldRule("at most one", "may", (fields) => `${countSet(fields)} <= 1`)],
  [
    `${validationPrefix}AtLeastOneOf`,
    fieldRule("at least one", "must", (fields) => fields.map((field) => `has(${celSelect("self", field)})`).join("||")),
  ],
  ["k8s:enum", enumeration],
  ["k8s:immutable", (schema) => withRule(schema, { message: "field is immutable", rule: "self == oldSelf" })],
  ["k8s:required", notEmpty],
  ["k8s:maxItems", counted("maxItems", isList, list)],
  ["k8s:minimum", keyword("minimum", isNumeric, numeric)],
  ["k8s:maximum", keyword("maximum", isNumeric, numeric)],
  ["nullable", flag("nullable")],
  ["kubebuilder:default", setDefault],
  ["default", setDefault],
  ["kubebuilder:example", keyword("example", always, "")],
  ["kubebuilder:title", title],
  ["kubebuilder:externalDocs", externalDocs],
  ["listType", oneOf("x-kubernetes-list-type", isList, list, lists)],
  ["k8s:listType", oneOf("x-kubernetes-list-type", isList, list, lists)],
  ["listMapKey", listMapKey],
  ["k8s:listMapKey", listMapKey],
  ["mapType", oneOf("x-kubernetes-map-type", isObject, object, merges)],
  ["structType", oneOf("x-kubernetes-map-type", isObject, object, merges)],
]);
