/** The keywords that a type cannot express, as markers from which the generator produces the same schema. */
import { encodeJson } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";

import { argument, bare, namedArguments, quoted } from "./marker-text.ts";

const prefix = "@kubebuilder:validation:";

/** The markers of a schema, without those for type and format. `of` is the prefix for validations of items: `items:`. */
export function valueMarkers(schema: JsonSchema, of: "" | "items:" = ""): readonly string[] {
  const { externalDocs } = schema;
  return [
    ...limitMarkers(schema, of),
    ...flag(schema["x-kubernetes-embedded-resource"], `${prefix}${of}XEmbeddedResource`),
    ...(schema["x-kubernetes-validations"] ?? []).map((rule) => `${prefix}${of}XValidation:${ruleArguments(rule)}`),
    ...mergeMarkers(schema),
    ...(schema.title === undefined ? [] : [`@kubebuilder:title=${quoted(schema.title)}`]),
    ...(externalDocs?.url === undefined
      ? []
      : [
          `@kubebuilder:externalDocs:${namedArguments({ url: externalDocs.url, description: externalDocs.description })}`,
        ]),
  ];
}

/** Markers that are only allowed on fields. */
export function fieldMarkers({ default: preset, example }: JsonSchema): readonly string[] {
  const shown = example === undefined ? undefined : argument(example);
  return [
    ...(preset === undefined || preset === null ? [] : [`@default ${encodeJson(preset)}`]),
    ...(shown === undefined ? [] : [`@kubebuilder:example=${shown}`]),
  ];
}

/** The marker of an enumeration that literals cannot express. */
export function enumMarker(values: readonly JsonValue[], of: "" | "items:"): readonly string[] {
  const list = argument(values.filter((value) => value !== null));
  return list === undefined ? [] : [`${prefix}${of}Enum=${list}`];
}

/** A marker in its short form, or for the items of a list in its long form, because there is no short form for items. */
export function marker(name: string, value: string | undefined, of: "" | "items:"): string {
  const short = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
  if (of === "") return value === undefined ? `@${short}` : `@${short} ${value}`;
  return value === undefined ? `${prefix}${of}${name}` : `${prefix}${of}${name}=${value}`;
}

function limitMarkers(schema: JsonSchema, of: "" | "items:"): readonly string[] {
  const limits = numbers.flatMap((name) => {
    const value = schema[keyOf(name)];
    const isUnusable = schema.type === "integer" && !Number.isInteger(Number(value));
    return value === undefined || isUnusable ? [] : [marker(name, encodeJson(value), of)];
  });
  const { pattern, exclusiveMinimum, exclusiveMaximum } = schema;
  return [
    ...limits,
    ...(exclusiveMinimum === true ? [marker("ExclusiveMinimum", of === "" ? undefined : "true", of)] : []),
    ...(exclusiveMaximum === true ? [marker("ExclusiveMaximum", of === "" ? undefined : "true", of)] : []),
    ...(pattern === undefined || pattern === ""
      ? []
      : [marker("Pattern", of === "" ? bare(pattern) : quoted(pattern), of)]),
  ];
}

const numbers = [
  "Minimum",
  "Maximum",
  "MultipleOf",
  "MinLength",
  "MaxLength",
  "MinItems",
  "MaxItems",
  "MinProperties",
  "MaxProperties",
] as const;

function keyOf<Name extends string>(name: Name): Uncapitalize<Name> {
  return `${name.slice(0, 1).toLowerCase()}${name.slice(1)}` as Uncapitalize<Name>; // This is the definition of Uncapitalize.
}

function ruleArguments({
  rule,
  message,
  messageExpression,
  reason,
  fieldPath,
  optionalOldSelf,
}: ValidationRule): string {
  return namedArguments({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf });
}

function mergeMarkers(schema: JsonSchema): readonly string[] {
  const {
    "x-kubernetes-list-type": listType,
    "x-kubernetes-list-map-keys": keys = [],
    "x-kubernetes-map-type": mapType,
  } = schema;
  return [
    ...(listType === undefined ? [] : [`@listType ${bare(listType)}`]),
    ...keys.map((key) => `@listMapKey ${bare(key)}`),
    ...(mapType === undefined ? [] : [`@mapType ${bare(mapType)}`]),
  ];
}

function flag(value: boolean | undefined, name: string): readonly string[] {
  return value === true ? [name] : [];
}
