// Which keywords count as absent: in Go, an empty string, list or map in a schema equals an absent one.

import type { JsonSchema } from "../model/json-schema.ts";
import { childrenOf } from "../model/walk.ts";

/** Whether a keyword is present and not empty. */
export function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

/** Pointers of the Go type, which are set by every value. */
const pointers: ReadonlySet<string> = new Set([
  "$ref",
  "additionalProperties",
  "additionalItems",
  "default",
  "example",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-map-type",
  "x-kubernetes-list-type",
]);

/** Whether a keyword has the zero value of its Go type. Present pointers, lists and maps are not zero. */
export function isZero(keyword: string, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return (value === "" || value === false) && !pointers.has(keyword);
}

/** The first keyword that a structural schema must not have, with kube-apiserver's message. */
export function unsupportedKeyword(schema: JsonSchema): string | undefined {
  if (isSet(schema.id)) return "id";
  if (isSet(schema.$schema)) return "schema";
  if (isSet(schema.$ref)) return "$ref";
  if (isSet(schema.patternProperties)) return "patternProperties";
  if (isSet(schema.dependencies)) return "dependencies";
  if (schema.additionalItems !== undefined) return "additionalItems";
  return isSet(schema.definitions) ? "definitions" : undefined;
}

/** Whether a schema or one inside it fulfils a predicate, also inside keywords that a structural schema must not have. */
export function hasSchema(schema: JsonSchema, predicate: (node: JsonSchema) => boolean): boolean {
  const { patternProperties = {}, definitions = {}, dependencies = {}, additionalItems } = schema;
  const others = [
    additionalItems,
    ...[patternProperties, definitions, dependencies].flatMap((map) => Object.values(map)),
  ];
  const isSchema = (value: unknown): value is JsonSchema =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  return (
    predicate(schema) ||
    [...childrenOf(schema), ...others.filter(isSchema)].some((child) => hasSchema(child, predicate))
  );
}

/** Returns the entries of `properties`, which may be absent. */
export function propertiesOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(schema.properties ?? {});
}

/** The message of kube-apiserver if a schema is not structural; otherwise `undefined`. */
export function whyNotStructural(schema: JsonSchema): string | undefined {
  const keyword = unsupportedKeyword(schema);
  if (keyword !== undefined) return `OpenAPIV3Schema '${keyword}' is not supported`;
  if (schema["x-kubernetes-preserve-unknown-fields"] === false) {
    return "'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  if (Array.isArray(schema.items) && schema.items.length > 0)
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  for (const child of childrenOf(schema)) {
    const reason = whyNotStructural(child);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
