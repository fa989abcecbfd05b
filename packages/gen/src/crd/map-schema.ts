/** Copies of a schema in which all nested schemas are changed. */
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

/**
 * The schema with each description truncated to at most `length` UTF-8 bytes: at the end of a sentence if possible, else at a
 * space. 0 removes all descriptions.
 */
export function truncateDescriptions(schema: JsonSchema, length: number): JsonSchema {
  return mapSchema(schema, ({ description, ...rest }) => ({
    ...rest,
    ...(description !== undefined && length > 0 && { description: truncate(description, length) }),
  }));
}

function truncate(text: string, length: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= length) return text;
  // A character that was cut in half becomes a replacement character, which is dropped.
  const cut = new TextDecoder().decode(bytes.subarray(0, length)).replace(/\uFFFD+$/u, "");
  const sentence = Math.max(...[".", "!", "?"].map((end) => cut.lastIndexOf(end)));
  if (sentence > 0) return cut.slice(0, sentence + 1);
  const space = /\s\S*$/u.exec(cut)?.index ?? 0;
  return `${space > 0 ? cut.slice(0, space) : cut}...`;
}

/**
 * The schema with a dynamic type for each part without a type, for which an error was reported. Expressions may use these parts in any way. This
 * and `forRules` let a single run report all errors: an API server checks defaults only in a schema without other errors, and rules only in a
 * schema with valid defaults.
 */
export function withDynamicParts(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (part) => (isUntyped(part) ? { "x-kubernetes-int-or-string": true } : part));
}

/** The schema reduced to what the types and costs of rules depend on: without defaults, list types, and the paths and messages of rules. */
export function forRules(schema: JsonSchema): JsonSchema {
  return mapSchema(withDynamicParts(schema), (part) => {
    const {
      default: _default,
      nullable: _nullable,
      uniqueItems: _uniqueItems,
      "x-kubernetes-list-type": _listType,
      "x-kubernetes-list-map-keys": _listMapKeys,
      "x-kubernetes-map-type": _mapType,
      "x-kubernetes-validations": rules,
      ...rest
    } = part;
    // A rule with line breaks needs a message.
    const bare = rules?.map(({ fieldPath: _fieldPath, reason: _reason, ...rule }) => ({ ...rule, message: "failed" }));
    return { ...rest, ...(bare && { "x-kubernetes-validations": bare }) };
  });
}

function isUntyped(schema: JsonSchema): boolean {
  return (
    schema.type === undefined &&
    schema["x-kubernetes-int-or-string"] !== true &&
    schema["x-kubernetes-preserve-unknown-fields"] !== true
  );
}
