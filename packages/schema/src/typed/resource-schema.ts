// The schema of a custom resource as merging reads it. A definition leaves out what every object has; the published
// schema, by which fields are owned, has it, at the root and wherever a whole object is embedded.

import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf, itemsOf } from "../model/walk.ts";

/**
 * The schema with the fields `apiVersion`, `kind` and `metadata` at the root and in all embedded resources. Make it once
 * for a definition: forms are remembered by the object.
 *
 * @param objectMeta the schema of `metadata`. It decides alone what is in it, even in objects that keep unknown fields.
 */
export function resourceSchema(schema: JsonSchema, objectMeta: JsonSchema): JsonSchema {
  const text: JsonSchema = { type: "string" };
  const fields = {
    apiVersion: text,
    kind: text,
    metadata: { ...objectMeta, "x-kubernetes-preserve-unknown-fields": false },
  };
  return wholeObject(withEmbedded(schema, fields), fields);
}

type Fields = NonNullable<JsonSchema["properties"]>;

function wholeObject(schema: JsonSchema, fields: Fields): JsonSchema {
  return { ...schema, properties: { ...schema.properties, ...fields } };
}

function withEmbedded(schema: JsonSchema, fields: Fields): JsonSchema {
  const { properties } = schema;
  const [items, additional] = [itemsOf(schema), additionalOf(schema)];
  const inner = (child: JsonSchema): JsonSchema => {
    const changed = withEmbedded(child, fields);
    return child["x-kubernetes-embedded-resource"] === true ? wholeObject(changed, fields) : changed;
  };
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, inner(child)])),
    }),
    ...(items && { items: inner(items) }),
    ...(additional && { additionalProperties: inner(additional) }),
  };
}
