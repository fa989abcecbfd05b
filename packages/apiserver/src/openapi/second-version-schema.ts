/** Schemas for the document of OpenAPI v2, which has fewer keywords, some of them with another meaning. */
import { getOwn, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

/** Keywords that OpenAPI v2 lacks, and that its clients cannot read. */
const unknownKeywords: ReadonlySet<string> = new Set(["allOf", "anyOf", "default", "not", "nullable", "oneOf"]);

/** The schema for a document of v2: without keywords that change its meaning if a client ignores them. */
export function secondVersionSchema(schema: object): { readonly [keyword: string]: unknown } {
  return convert(schema) as { readonly [keyword: string]: unknown }; // An object remains an object.
}

function convert(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => convert(item));
  if (!isJsonObject(schema)) return schema;
  const reference = referenceIn(schema);
  const open = schema["nullable"] === true || schema["x-kubernetes-preserve-unknown-fields"] === true;
  const kept = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (unknownKeywords.has(key)) return [];
    // kubectl ignores fields and items of a schema without a type.
    if (open && (key === "properties" || key === "items" || key === "type")) return [];
    if (key === "required" && Array.isArray(value)) return requiredOf(schema, value);
    if (key === "properties" && isJsonObject(value)) {
      return [[key, Object.fromEntries(Object.entries(value).map(([name, item]) => [name, convert(item)]))]];
    }
    if (key === "$ref" && typeof value === "string") return [[key, renamed(value)]];
    return [[key, key === "items" || key === "additionalProperties" ? convert(value) : value]];
  });
  return Object.fromEntries(reference === undefined ? kept : [...kept, ["$ref", renamed(reference)]]);
}

/** A field that may be null has no type in v2, and kubectl reports it as missing if it is required. */
function requiredOf(schema: JsonObject, required: readonly JsonValue[]): [string, unknown][] {
  const { properties, additionalProperties } = schema;
  if (isNullable(additionalProperties)) return [];
  const kept = required.filter((name) => {
    return !(typeof name === "string" && isJsonObject(properties) && isNullable(getOwn(properties, name)));
  });
  return kept.length === 0 ? [] : [["required", kept]];
}

function isNullable(schema: JsonValue | undefined): boolean {
  return isJsonObject(schema) && schema["nullable"] === true;
}

/** Unwraps references: v3 wraps a reference with siblings in `allOf`. */
function referenceIn({ allOf }: { readonly [key: string]: unknown }): string | undefined {
  const [only] = Array.isArray(allOf) && allOf.length === 1 ? (allOf as readonly unknown[]) : [];
  return isJsonObject(only) && typeof only["$ref"] === "string" ? only["$ref"] : undefined;
}

function renamed(reference: string): string {
  return reference.replace("#/components/schemas/", "#/definitions/");
}
