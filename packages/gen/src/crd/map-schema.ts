/** Changes a schema wherever it has parts. */
import type { JsonSchema } from "@kubewright/schema";

import { isSingle } from "./marker-effects.ts";

/** The schema with each schema in it changed, and then itself. The parts are those of a structural schema: properties, items, other values. */
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
