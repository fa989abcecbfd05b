// Reads fields of a server's documents, which are not validated: a field of the wrong type counts as absent.

import { getOwn, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

/** The objects in the list `key` of a document; empty if there is no such list. */
export function objectsOf(document: unknown, key: string): readonly JsonObject[] {
  const list = fieldOf(document, key);
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** The strings in the list `key` of a document; empty if there is no such list. */
export function textsOf(document: unknown, key: string): readonly string[] {
  const list = fieldOf(document, key);
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

/** The string `key` of a document, "" if it is absent. */
export function textOf(document: unknown, key: string): string {
  const value = fieldOf(document, key);
  return typeof value === "string" ? value : "";
}

/** The field `key` of a document. */
export function fieldOf(document: unknown, key: string): JsonValue | undefined {
  return isJsonObject(document) ? getOwn(document, key) : undefined;
}
