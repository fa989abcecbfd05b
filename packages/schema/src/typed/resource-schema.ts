// The schema of a custom resource for field management. A definition leaves out the fields that every object has; this schema has them at the root
// and in embedded objects.

import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf, isEmbedded, itemsOf } from "../model/walk.ts";
import { memo } from "../model/memo.ts";
import { typeOf } from "../model/type.ts";

/**
 * The schema with the fields `apiVersion`, `kind` and `metadata` at the root and in all embedded resources. The same
 * object each time, because types are compiled per schema object; parts without embedded resources are shared with the schema.
 *
 * @param objectMeta the schema of `metadata`. It applies alone, even in objects that preserve unknown fields.
 */
export function resourceSchema(schema: JsonSchema, objectMeta: JsonSchema): JsonSchema {
  return resourceSchemas(objectMeta)(schema);
}

type Fields = NonNullable<JsonSchema["properties"]>;

const resourceSchemas: (objectMeta: JsonSchema) => (schema: JsonSchema) => JsonSchema = memo((objectMeta) => {
  const text: JsonSchema = { type: "string" };
  const metadata: JsonSchema = { ...objectMeta, "x-kubernetes-preserve-unknown-fields": false };
  const fields: Fields = { apiVersion: text, kind: text, metadata };
  return memo((schema) => wholeObject(withEmbedded(schema, fields), fields));
});

function wholeObject(schema: JsonSchema, fields: Fields): JsonSchema {
  return { ...schema, properties: { ...schema.properties, ...fields } };
}

function withEmbedded(schema: JsonSchema, fields: Fields): JsonSchema {
  if (!typeOf(schema).hasEmbedded) return schema;
  const { properties } = schema;
  const [items, additional] = [itemsOf(schema), additionalOf(schema)];
  const inner = (child: JsonSchema): JsonSchema => {
    const changed = withEmbedded(child, fields);
    return isEmbedded(child) ? wholeObject(changed, fields) : changed;
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
