/** Reduces a schema to its defaults and the fields that contain them, so that generated code holds no unused schema. */
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

/** Undefined when the schema has no default. */
export function defaultSchemaOf(schema: JsonSchema | undefined): JsonSchema | undefined {
  if (schema === undefined) return undefined;
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const kept = defaultSchemaOf(property);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  const items = defaultSchemaOf(itemsOf(schema));
  const additionalProperties = defaultSchemaOf(additionalOf(schema));
  const kept = {
    ...(schema.default !== undefined && { default: schema.default }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(items !== undefined && { items }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
  if (Object.keys(kept).length === 0) return undefined;
  return { ...(schema.nullable === true && { nullable: true }), ...kept };
}
