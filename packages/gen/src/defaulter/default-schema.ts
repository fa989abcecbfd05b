/** Reduces a schema to its defaults and the fields that contain them, so that generated code holds no unused schema. */
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

/** Undefined when the schema has no default. */
export function defaultSchemaOf(schema: JsonSchema): JsonSchema | undefined {
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const kept = defaultSchemaOf(property);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  const items = below(itemsOf(schema));
  const additionalProperties = below(additionalOf(schema));
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

function below(schema: JsonSchema | undefined): JsonSchema | undefined {
  return schema === undefined ? undefined : defaultSchemaOf(schema);
}
