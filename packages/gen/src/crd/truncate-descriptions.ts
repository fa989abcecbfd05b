/** Truncates descriptions, for CRDs that would otherwise be too large. */
import type { JsonSchema } from "@kubewright/schema";

import { mapSchema } from "./map-schema.ts";

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
