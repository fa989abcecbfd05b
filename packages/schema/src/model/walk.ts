// Reads the parts of a schema that may be written in several ways.

import type { JsonSchema } from "./json-schema.ts";

/** Returns the schema of all items of a list, or `undefined`. */
export function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  const { items } = schema;
  return items === undefined || Array.isArray(items) ? undefined : (items as JsonSchema); // Array.isArray leaves readonly arrays in.
}

/** Returns the schema of a declared property, or `undefined`. */
export function propertyOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const { properties } = schema;
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Returns the schema of undeclared properties, or `undefined`, also for `additionalProperties: true`. */
export function additionalOf(schema: JsonSchema): JsonSchema | undefined {
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** Whether a schema or one inside it fulfils a predicate. */
export function hasNode(schema: JsonSchema, predicate: (node: JsonSchema) => boolean): boolean {
  return predicate(schema) || childrenOf(schema).some((child) => hasNode(child, predicate));
}

export function isEmbedded(schema: JsonSchema): boolean {
  return schema["x-kubernetes-embedded-resource"] === true;
}

/** Every schema directly inside a schema. */
export function childrenOf(schema: JsonSchema): readonly JsonSchema[] {
  const { items, not } = schema;
  const additional = additionalOf(schema);
  return [
    ...(Array.isArray(items) ? (items as readonly JsonSchema[]) : items === undefined ? [] : [items as JsonSchema]), // As above.
    ...Object.values(schema.properties ?? {}),
    ...(additional === undefined ? [] : [additional]),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(not === undefined ? [] : [not]),
  ];
}
