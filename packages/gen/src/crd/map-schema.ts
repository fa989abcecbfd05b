/** Transforms a schema with all its nested schemas. */
import type { JsonSchema } from "@kubewright/schema";

import { isSingle } from "./marker-effects.ts";

/** The schema with each nested schema transformed, and then itself. Nested are properties, items and additional properties. */
export function mapSchema(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const { properties, items, additionalProperties, ...rest } = schema;
  const changed = (part: JsonSchema): JsonSchema => mapSchema(part, change);
  return change({
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, changed(part)])),
    }),
    ...(items !== undefined && { items: isSingle(items) ? changed(items) : items.map(changed) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === "object" ? changed(additionalProperties) : additionalProperties,
    }),
  });
}
