/** What a schema says about defaults, and the way to them: all else is left out, so that a program carries no schema that it does not use. */
import type { JsonSchema } from "@kubewright/schema";

/** Undefined when there is no default below. */
export function defaultSchemaOf(schema: JsonSchema): JsonSchema | undefined {
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const kept = defaultSchemaOf(property);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  const items = subschema(schema.items);
  const additionalProperties = subschema(schema.additionalProperties);
  const hasDefault = schema.default !== undefined;
  if (!hasDefault && properties.length === 0 && items === undefined && additionalProperties === undefined) {
    return undefined;
  }
  return {
    ...(schema.nullable === true && { nullable: true }),
    ...(hasDefault && { default: schema.default }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(items !== undefined && { items }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
}

function subschema(schema: JsonSchema["items"] | boolean): JsonSchema | undefined {
  // Structural schemas have one schema for all items.
  return typeof schema === "object" && !isList(schema) ? defaultSchemaOf(schema) : undefined;
}

function isList(schema: JsonSchema | readonly JsonSchema[]): schema is readonly JsonSchema[] {
  return Array.isArray(schema);
}
