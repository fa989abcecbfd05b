/** The schemas of kinds in a published OpenAPI v3 document, with their references resolved, for the types of expressions. */
import { getOwn, isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { GroupVersionKind, JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";

const referencePrefix = "#/components/schemas/";
const kindsKeyword = "x-kubernetes-group-version-kind";
const circular: JsonSchema = { type: "object" };

/** Returns the schema of a kind; `undefined` if the document does not have it. A schema that refers to itself is an object without fields. */
export function schemaInDocument(
  document: JsonObject,
  { group, version, kind }: GroupVersionKind,
): JsonSchema | undefined {
  const components = objectAt(objectAt(document, "components"), "schemas");
  const isOfKind = (each: JsonValue): boolean =>
    isJsonObject(each) && each["group"] === group && each["version"] === version && each["kind"] === kind;
  for (const [name, schema] of Object.entries(components)) {
    const kinds = isJsonObject(schema) ? schema[kindsKeyword] : undefined;
    if (isJsonArray(kinds) && kinds.some(isOfKind)) return resolve(schema, components, new Set([name]));
  }
  return undefined;
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = getOwn(object, name);
  return isJsonObject(value) ? value : {};
}

function resolve(schema: JsonValue | undefined, components: JsonObject, inside: ReadonlySet<string>): JsonSchema {
  if (!isJsonObject(schema)) return {};
  const name = referenceOf(schema);
  if (name !== undefined) {
    return inside.has(name) ? circular : resolve(getOwn(components, name), components, new Set([...inside, name]));
  }
  const { properties, additionalProperties, items, format, ...rest } = schema;
  const below = (value: JsonValue): JsonSchema => resolve(value, components, inside);
  const resolved: Record<string, unknown> = { ...rest };
  if (format !== undefined) resolved["format"] = format;
  // Only CRDs have the keyword; built-in types have the format.
  if (format === "int-or-string") resolved["x-kubernetes-int-or-string"] = true;
  if (isJsonObject(properties)) {
    resolved["properties"] = Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, below(value)]));
  }
  if (isJsonObject(additionalProperties)) resolved["additionalProperties"] = below(additionalProperties);
  if (isJsonObject(items)) resolved["items"] = below(items);
  return resolved;
}

/** The name of the referenced schema. A reference with a description is in `allOf`. */
function referenceOf({ $ref, allOf }: JsonObject): string | undefined {
  if (typeof $ref === "string") return $ref.slice(referencePrefix.length);
  if (!isJsonArray(allOf)) return undefined;
  for (const each of allOf) {
    const name = isJsonObject(each) ? referenceOf(each) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}
