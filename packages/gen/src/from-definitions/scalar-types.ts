/** Schemas of scalar values as types. Types of `@kubewright/apimachinery` are used where they are more precise than those of TypeScript. */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";

import { literal } from "../artifacts/code.ts";
import { validationMarker } from "./written-markers.ts";
import type { WrittenOn } from "./written-markers.ts";

/** A type, and the markers for its type and format. */
export interface ScalarType {
  readonly type: string;
  /** The name of an imported type of `@kubewright/apimachinery`. */
  readonly imported?: string;
  readonly markers: readonly string[];
}

/** The type of scalar values and of objects without declared fields. */
export function scalarType(schema: JsonSchema, on: WrittenOn): ScalarType {
  const listed = schema.enum?.filter((value) => value !== null) ?? [];
  const plain = plainType(schema, on);
  if (listed.length === 0) return plain;
  // The generator derives the type from the literals, which must be the type of the schema.
  const isUnion = schema.format === undefined && areLiterals(listed, schema.type);
  if (isUnion) return { type: listed.map((value) => literal(value)).join(" | "), markers: [] };
  return { ...plain, markers: [...plain.markers, ...validationMarker("Enum", listed, on)] };
}

/** Whether the generator reads a union of the values as an enumeration of the type: `true | false` is read as boolean. */
function areLiterals(values: readonly JsonValue[], type: string | undefined): boolean {
  if (new Set(values).size !== values.length) return false;
  if (type === "string") return values.every((value) => typeof value === "string");
  return type === "integer" && values.every((value) => typeof value === "number" && Number.isInteger(value));
}

function plainType(schema: JsonSchema, on: WrittenOn): ScalarType {
  const { type, format } = schema;
  if (schema["x-kubernetes-int-or-string"] === true) return eitherType(schema, on);
  switch (type) {
    case "string":
    case "boolean":
      return { type, markers: formatMarkers(format, on) };
    case "integer":
      if (format === "int32" || format === "int64") return library(format === "int32" ? "Int32" : "Int64");
      return { type: "number", markers: [typeMarker("integer", on), ...formatMarkers(format, on)] };
    case "number":
      if (format === "double") return library("Double");
      return { type: "number", markers: [typeMarker("number", on), ...formatMarkers(format, on)] };
    default:
      return library("JsonValue");
  }
}

function library(name: string): ScalarType {
  return { type: name, imported: name, markers: [] };
}

/** `IntOrString` implies the `anyOf`; a schema without it needs markers. */
function eitherType(schema: JsonSchema, on: WrittenOn): ScalarType {
  const either = library("IntOrString");
  if (isDeepEqual(schema.anyOf, [{ type: "integer" }, { type: "string" }]) || on === "items") return either;
  return { ...either, markers: [`@kubebuilder:validation:Schemaless`, `@kubebuilder:validation:XIntOrString`] };
}

function formatMarkers(format: string | undefined, on: WrittenOn): readonly string[] {
  return format === undefined || format === "" ? [] : validationMarker("Format", format, on);
}

/** The marker for the type, which has no short form. */
function typeMarker(type: string, on: WrittenOn): string {
  return `@kubebuilder:validation:${on === "items" ? "items:" : ""}Type=${type}`;
}
