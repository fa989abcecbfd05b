/** Effects on schemas that several markers have, and their ways back. */
import { encodeJson } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";

import type { EffectOn } from "./marker.ts";

export type SchemaEffect = EffectOn<"schema">;

/** A complaint about a value. */
type Fault = (value: JsonValue) => string | undefined;

/** The schemas that a marker accepts, by the words for them in messages. */
const fits: Readonly<Record<SchemaKind, (schema: JsonSchema) => boolean>> = {
  "a number": ({ type }) => type === "integer" || type === "number",
  "a string": (schema) => schema.type === "string" || schema["x-kubernetes-int-or-string"] === true,
  "a list": ({ type }) => type === "array",
  "an object": ({ type }) => type === "object",
  "any value": () => true,
};

export type SchemaKind = "a number" | "a string" | "a list" | "an object" | "any value";

/** A keyword with the value of the marker. A boolean keyword that is false is removed. */
export function keyword(key: keyof JsonSchema, kind: SchemaKind, fault?: Fault): SchemaEffect {
  return (schema, { value = null, definition }) => {
    const complaint = fault?.(value);
    if (complaint !== undefined) return { complaint };
    if (!fits[kind](schema)) return { complaint: `is only allowed on ${kind}, found ${schemaTypeText(schema)}` };
    if (schema.type === "integer" && typeof value === "number" && !Number.isInteger(value)) {
      return { complaint: `needs an integer here, found ${value}` };
    }
    const { [key]: _before, ...rest } = schema;
    return value === false && definition.value === "bool" ? rest : { ...schema, [key]: value };
  };
}

export function flag(key: keyof JsonSchema): SchemaEffect {
  return (schema) => ({ ...schema, [key]: true });
}

export function oneOf(words: readonly string[]): Fault {
  return (value) =>
    typeof value === "string" && words.includes(value)
      ? undefined
      : `needs a value that is one of ${words.join(", ")}, found "${valueText(value)}"`;
}

export function notNegative(value: JsonValue): string | undefined {
  return typeof value === "number" && value < 0 ? `needs 0 or more, found ${value}` : undefined;
}

/** The schema with one more rule. */
export function withRule(schema: JsonSchema, rule: ValidationRule): JsonSchema {
  return { ...schema, "x-kubernetes-validations": [...(schema["x-kubernetes-validations"] ?? []), rule] };
}

/** The way back of a limit. Absent, empty and false are equal; an integer schema cannot have a fraction as a limit. */
export function back(key: keyof JsonSchema): (schema: JsonSchema) => readonly JsonValue[] {
  return (schema) => {
    const value = schema[key];
    if (typeof value === "number") return schema.type === "integer" && !Number.isInteger(value) ? [] : [value];
    return value === true || (typeof value === "string" && value !== "") ? [value] : [];
  };
}

/** The way back of a keyword that may have any JSON except null. */
export function backFromJson(key: "default" | "example"): (schema: JsonSchema) => readonly JsonValue[] {
  return ({ [key]: value = null }) => (value === null ? [] : [value]);
}

/** The type of a schema, for messages. */
export function schemaTypeText(schema: JsonSchema): string {
  return schema.type ?? (schema["x-kubernetes-int-or-string"] === true ? "an integer or a string" : "no type");
}

/** A string unchanged, any other value as JSON. */
export function valueText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : encodeJson(value ?? null);
}
