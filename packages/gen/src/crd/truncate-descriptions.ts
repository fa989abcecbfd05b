/** Shortens descriptions, for CRDs that would otherwise be too large. */
import type { JsonSchema } from "@kubewright/schema";

import { isSingle } from "./marker-effects.ts";

/**
 * The schema with each description cut to `length` UTF-8 bytes at most: at the end of a sentence if there is one, else at a
 * space. With 0 there is none left.
 */
export function truncateDescriptions(schema: JsonSchema, length: number): JsonSchema {
  const { description, properties, items, additionalProperties, ...rest } = schema;
  const cut = (part: JsonSchema): JsonSchema => truncateDescriptions(part, length);
  return {
    ...rest,
    ...(description !== undefined && length > 0 && { description: truncate(description, length) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, cut(part)])),
    }),
    ...(items !== undefined && { items: isSingle(items) ? cut(items) : items.map(cut) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: typeof additionalProperties === "object" ? cut(additionalProperties) : additionalProperties,
    }),
  };
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
