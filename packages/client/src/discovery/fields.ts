// Reading fields of documents from a server, whose shape is known but not to be trusted.

import { getOwn, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

/** The objects in a list that a document has under `key`; none when there is no such list. */
export function objectsOf(document: unknown, key: string): readonly JsonObject[] {
  const list = fieldOf(document, key);
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** The texts in a list that a document has under `key`. */
export function textsOf(document: unknown, key: string): readonly string[] {
  const list = fieldOf(document, key);
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

/** The text that a document has under `key`, "" when it has none. */
export function textOf(document: unknown, key: string): string {
  const value = fieldOf(document, key);
  return typeof value === "string" ? value : "";
}

/** What a document has under `key`. */
export function fieldOf(document: unknown, key: string): JsonValue | undefined {
  return isJsonObject(document) ? getOwn(document, key) : undefined;
}
