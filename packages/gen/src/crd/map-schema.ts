/** Transforms a schema with all its nested schemas. */
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

/** The schema with each nested schema transformed, and then itself. Nested are properties, items and additional properties. */
export function mapSchema(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const { properties, items: _items, additionalProperties, ...rest } = schema;
  const [items, values] = [itemsOf(schema), additionalOf(schema)];
  const changed = (part: JsonSchema): JsonSchema => mapSchema(part, change);
  return change({
    ...rest,
    ...(properties && { properties: mapProperties(properties, changed) }),
    ...(items && { items: changed(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: values ? changed(values) : additionalProperties,
    }),
  });
}

/** Names are data: fromEntries creates `__proto__` as an own property. */
export function mapProperties(
  properties: NonNullable<JsonSchema["properties"]>,
  change: (part: JsonSchema) => JsonSchema,
): NonNullable<JsonSchema["properties"]> {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, change(part)]));
}
