// A published schema without descriptions and with its keys in a fixed order, so that two servers of the same version give
// the same text. A reference wrapped in `allOf` (the only way in OpenAPI 3.0 to combine it with a default) becomes a
// plain `$ref` with the other keywords beside it.

import type { PublishedSchema } from "./document.ts";
import { byText } from "./names.ts";

/**
 * The facts of a schema: names, types, numbers; no descriptions.
 *
 * @throws {TypeError} when the schema uses a part of OpenAPI that kube-apiserver does not use, because leaving it out
 *   would lose a fact.
 */
export function leanSchema(schema: PublishedSchema, where: string): PublishedSchema {
  assertKnownKeys(schema, where);
  const { allOf, ...rest } = schema;
  const [wrapped, ...more] = allOf ?? [];
  if (more.length > 0 || (wrapped && (rest.$ref !== undefined || wrapped.$ref === undefined))) {
    throw new TypeError(`Cannot read the schema of ${where}: allOf is expected to wrap exactly one reference`);
  }

  const merged = wrapped ? { ...rest, ...wrapped } : rest;
  return defined({
    $ref: merged.$ref,
    type: merged.type,
    format: merged.format,
    enum: merged.enum,
    default: merged.default,
    required: merged.required,
    properties: merged.properties && leanProperties(merged.properties, where),
    items: merged.items && leanSchema(merged.items, `${where}[*]`),
    additionalProperties:
      typeof merged.additionalProperties === "object"
        ? leanSchema(merged.additionalProperties, `${where}.*`)
        : merged.additionalProperties,
    oneOf: merged.oneOf?.map((alternative) => leanSchema(alternative, where)),
    "x-kubernetes-group-version-kind": merged["x-kubernetes-group-version-kind"],
    "x-kubernetes-list-type": merged["x-kubernetes-list-type"],
    "x-kubernetes-list-map-keys": merged["x-kubernetes-list-map-keys"],
    "x-kubernetes-map-type": merged["x-kubernetes-map-type"],
    "x-kubernetes-patch-strategy": merged["x-kubernetes-patch-strategy"],
    "x-kubernetes-patch-merge-key": merged["x-kubernetes-patch-merge-key"],
    "x-kubernetes-unions": merged["x-kubernetes-unions"],
  });
}

const knownKeys: ReadonlySet<string> = new Set([
  "$ref",
  "additionalProperties",
  "allOf",
  "default",
  "description",
  "enum",
  "format",
  "items",
  "oneOf",
  "properties",
  "required",
  "type",
  "x-kubernetes-group-version-kind",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-list-type",
  "x-kubernetes-map-type",
  "x-kubernetes-patch-merge-key",
  "x-kubernetes-patch-strategy",
  "x-kubernetes-unions",
]);

function assertKnownKeys(schema: PublishedSchema, where: string): void {
  const unknown = Object.keys(schema).filter((key) => !knownKeys.has(key));
  if (unknown.length > 0) {
    throw new TypeError(`Cannot read the schema of ${where}: unknown key "${unknown.join('", "')}"`);
  }
}

function leanProperties(
  properties: { readonly [name: string]: PublishedSchema },
  where: string,
): { readonly [name: string]: PublishedSchema } {
  const sorted = Object.entries(properties).sort(([a], [b]) => byText(a, b));
  return Object.fromEntries(sorted.map(([name, schema]) => [name, leanSchema(schema, `${where}.${name}`)]));
}

/** The schema without keys whose value is undefined. */
function defined(schema: { readonly [K in keyof PublishedSchema]: PublishedSchema[K] | undefined }): PublishedSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
