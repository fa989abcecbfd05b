/** Markers for fields: their presence, default, documentation, and how a list or an object is merged. */
import { encodeJson, isJsonArray } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { itemsOf } from "@kubewright/schema";

import { optional, text } from "./marker.ts";
import type { EffectOn, MarkerRecord, MarkerTarget } from "./marker.ts";
import {
  back,
  backFromJson,
  flag,
  keyword,
  notNegative,
  oneOf,
  schemaTypeText,
  valueText,
  withRule,
} from "./schema-effects.ts";
import type { SchemaEffect } from "./schema-effects.ts";

const onField: readonly MarkerTarget[] = ["field"];
const everywhere: readonly MarkerTarget[] = ["type", "field"];

type Rest = Partial<MarkerRecord>;

function record(
  name: string,
  targets: readonly MarkerTarget[],
  help: string,
  effect: MarkerRecord["effect"],
  rest: Rest = {},
): MarkerRecord {
  return { name, targets, category: "CRD validation", help, effect, ...rest };
}

/** The markers of kubebuilder have precedence over the others, and an optional field over a required one. */
const presence =
  (required: boolean, precedence: number): EffectOn<"field"> =>
  (facts) =>
    (facts.presence?.precedence ?? 0) > precedence ? facts : { ...facts, presence: { required, precedence } };

const notEmpty: SchemaEffect = (schema) => {
  if (schema.type === "string") return { minLength: 1, ...schema };
  if (schema.type === "array") return { minItems: 1, ...schema };
  return schema.type === "object" ? { minProperties: 1, ...schema } : schema;
};

const optionalHelp = "The field is optional, even if its type is required.";

const presenceMarkers: readonly MarkerRecord[] = [
  record("required", onField, "The field is required, even if its type is optional.", { field: presence(true, 1) }),
  record(
    "k8s:required",
    onField,
    "The field is required and must not be empty.",
    { field: presence(true, 1), schema: notEmpty },
    { phase: 4 },
  ),
  record("optional", onField, optionalHelp, { field: presence(false, 2) }),
  record("k8s:optional", onField, optionalHelp, { field: presence(false, 2) }),
  record(
    "kubebuilder:validation:Required",
    ["field", "package"],
    "Like required; on a folder, for all its fields.",
    { field: presence(true, 3), folder: (facts) => ({ ...facts, isOptional: facts.isOptional ?? false }) },
    { deprecatedBy: "required" },
  ),
  record(
    "kubebuilder:validation:Optional",
    ["field", "package"],
    "Like optional; on a folder, for all its fields.",
    { field: presence(false, 4), folder: (facts) => ({ ...facts, isOptional: true }) },
    { deprecatedBy: "optional" },
  ),
  record("nullable", onField, "The field may be null; the same as | null in its type.", { schema: flag("nullable") }),
];

const setDefault: SchemaEffect = (schema, { value = null }) => {
  // `{}` in a marker is an empty map or an empty list, depending on the type.
  const isEmptyList = schema.type === "array" && typeof value === "object" && encodeJson(value) === "{}";
  const preset = isEmptyList ? [] : value;
  const found = jsonTypeOf(preset);
  const isExpected =
    schema.type === undefined ||
    found === schema.type ||
    (found === "integer" && schema.type === "number") ||
    (preset === null && schema.nullable === true);
  return isExpected
    ? { ...schema, default: preset }
    : { complaint: `needs a value of type ${schemaTypeText(schema)}, found ${encodeJson(preset)}` };
};

function jsonTypeOf(value: JsonValue): string {
  if (value === null) return "null";
  if (isJsonArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  return typeof value === "number" ? (Number.isInteger(value) ? "integer" : "number") : typeof value;
}

const setExternalDocs: SchemaEffect = (schema, { named }) => {
  const url = valueText(named.get("url"));
  const description = named.get("description");
  if (!URL.canParse(url)) return { complaint: `needs an absolute URL, found "${url}"` };
  return { ...schema, externalDocs: { url, ...(typeof description === "string" && { description }) } };
};

const documentationMarkers: readonly MarkerRecord[] = [
  record(
    "kubebuilder:title",
    everywhere,
    "A title for documentation generated from the schema.",
    {
      schema: (schema, { value }) =>
        typeof value === "string"
          ? { ...schema, title: value }
          : { complaint: `needs a string, found ${valueText(value)}` },
    },
    { short: "title", value: "any", fromSchema: back("title") },
  ),
  record(
    "kubebuilder:externalDocs",
    everywhere,
    "A link to further documentation.",
    { schema: setExternalDocs },
    {
      category: "CRD",
      short: "externalDocs",
      example: ":url=https://example.com/docs",
      named: {
        url: text("An absolute URL."),
        description: optional(text("The description of the link.")),
      },
      fromSchema: ({ externalDocs }) => (externalDocs?.url === undefined ? [] : [{ ...externalDocs }]),
    },
  ),
  record(
    "kubebuilder:default",
    onField,
    "The default of the field.",
    { schema: setDefault },
    { value: "any", example: "={level: info, depth: 3}" },
  ),
  record(
    "default",
    onField,
    "The default of the field, in JSON.",
    { schema: setDefault },
    { value: "json", aliases: ["defaultvalue"], fromSchema: backFromJson("default") },
  ),
  record(
    "kubebuilder:example",
    onField,
    "An example value.",
    { schema: keyword("example", "any value") },
    { value: "any", fromSchema: backFromJson("example") },
  ),
];

/** Other names for markers of values. */
const otherNames: readonly MarkerRecord[] = [
  record(
    "kubebuilder:validation:EmbeddedResource",
    onField,
    "The value is a complete object with apiVersion, kind and metadata.",
    { schema: flag("x-kubernetes-embedded-resource") },
  ),
  record(
    "kubebuilder:validation:Schemaless",
    onField,
    "The type adds nothing to the schema, only the other markers do.",
    { field: (facts) => ({ ...facts, isSchemaless: true }) },
    { short: "schemaless" },
  ),
  record(
    "k8s:immutable",
    onField,
    "The field cannot be changed once it is set.",
    {
      field: (facts) => ({ ...facts, isImmutable: true }),
      schema: (schema) => withRule(schema, { message: "field is immutable", rule: "self == oldSelf" }),
    },
    { short: "immutable" },
  ),
  record(
    "k8s:maxItems",
    onField,
    "The largest number of items.",
    { schema: keyword("maxItems", "a list", notNegative) },
    { value: "int" },
  ),
  record(
    "k8s:minimum",
    onField,
    "The smallest value.",
    { schema: keyword("minimum", "a number") },
    { value: "number" },
  ),
  record("k8s:maximum", onField, "The largest value.", { schema: keyword("maximum", "a number") }, { value: "number" }),
];

function merging(name: string, help: string, schema: SchemaEffect, rest: Rest = {}): MarkerRecord {
  return record(name, everywhere, help, { schema }, { category: "CRD processing", value: "string", ...rest });
}

const listTypeHelp = "How the list is merged: atomic, set or map.";
const listType = keyword("x-kubernetes-list-type", "a list", oneOf(["atomic", "set", "map"]));
const mapType = keyword("x-kubernetes-map-type", "an object", oneOf(["atomic", "granular"]));

const listMapKeyHelp = "A field that identifies the items of a list of type map.";
const listMapKey: SchemaEffect = (schema, { value }) => {
  if (schema["x-kubernetes-list-type"] !== "map")
    return { complaint: 'is only allowed on a list with "@listType=map"' };
  const key = valueText(value);
  const fields = itemsOf(schema)?.properties;
  if (fields !== undefined && !Object.hasOwn(fields, key)) {
    const known = Object.keys(fields).join(", ");
    return { complaint: `names "${key}", which the items of the list do not have: the fields are ${known}` };
  }
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  return keys.includes(key) ? schema : { ...schema, "x-kubernetes-list-map-keys": [...keys, key] };
};

const mergeMarkers: readonly MarkerRecord[] = [
  record(
    "kubebuilder:pruning:PreserveUnknownFields",
    everywhere,
    "Fields without a schema are kept.",
    { schema: flag("x-kubernetes-preserve-unknown-fields") },
    { category: "CRD processing" },
  ),
  merging("listType", listTypeHelp, listType, { phase: -1, fromSchema: back("x-kubernetes-list-type") }),
  merging("k8s:listType", listTypeHelp, listType, { phase: -1 }),
  merging("listMapKey", listMapKeyHelp, listMapKey, {
    fromSchema: ({ "x-kubernetes-list-map-keys": keys = [] }) => keys,
  }),
  merging("k8s:listMapKey", listMapKeyHelp, listMapKey),
  merging("mapType", "How the map is merged: atomic or granular.", mapType, {
    fromSchema: back("x-kubernetes-map-type"),
  }),
  merging("structType", "How the object is merged: atomic or granular.", mapType),
];

export const fieldMarkers: readonly MarkerRecord[] = [
  ...mergeMarkers,
  ...presenceMarkers,
  ...documentationMarkers,
  ...otherNames,
];
