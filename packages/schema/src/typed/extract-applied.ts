// Extracts the fields that a manager owns, with their current values. The field set has all information to
// find them, so no schema is needed.

import { getOwn, isDeepEqual, isJsonArray, isJsonObject, setOwn } from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, KubernetesObject, MutableJsonObject } from "@kubewright/apimachinery";
import type { FieldNode, FieldNodes } from "./field-set.ts";
import { nodesOf } from "./field-set.ts";
import { fieldSetFromJson } from "./fields-v1.ts";
import type { PathElement } from "./path-element.ts";

export interface ExtractOptions {
  /** Extracts the fields applied to this subresource, such as "status". Default: those applied to the object itself. */
  readonly subresource?: string;
}

/**
 * The fields that this manager has applied, with the object's kind and key. Without applied fields, only kind and key. Applying the result again
 * changes nothing. Change a field before applying it to change the object, and remove a field to give up its ownership.
 *
 * @throws {TypeError} if the manager has applied the object only in other versions, whose fields may have other names. Also if
 * the object has fields and no `managedFields`: informer caches do not store them, and an apply of the empty result would remove
 * every field that the manager owns.
 */
export function extractApplied(
  object: KubernetesObject,
  fieldManager: string,
  { subresource = "" }: ExtractOptions = {},
): JsonObject {
  const { apiVersion = "", kind = "", metadata = {} } = object;
  if (metadata.managedFields === undefined && hasFields(object)) {
    throw new TypeError(
      `Cannot extract what "${fieldManager}" has applied to ${kind} "${metadata.name ?? ""}": metadata.managedFields is absent: read the object from the API server, a cache does not store it`,
    );
  }
  const applied = (metadata.managedFields ?? []).filter(
    (entry) =>
      entry.operation === "Apply" && entry.manager === fieldManager && (entry.subresource ?? "") === subresource,
  );
  const entry = applied.find((each) => each.apiVersion === apiVersion);
  if (entry === undefined && applied.length > 0) {
    const versions = applied.map((each) => each.apiVersion).join(", ");
    throw new TypeError(
      `Cannot extract what "${fieldManager}" has applied to ${kind} "${metadata.name ?? ""}": it was applied as ${versions}, and the object is read as ${apiVersion}`,
    );
  }

  const fields = entry?.fieldsV1 === undefined ? noFields : nodesOf(fieldSetFromJson(entry.fieldsV1 as JsonObject));
  const value = object as unknown as JsonValue; // Objects of the API are JSON.
  const owned = isJsonObject(value) ? extractObject(value, fields) : {};
  const key = { name: metadata.name ?? "", ...(metadata.namespace ? { namespace: metadata.namespace } : {}) };
  const ownedMeta = getOwn(owned, "metadata");
  return { ...owned, apiVersion, kind, metadata: { ...(isJsonObject(ownedMeta) ? ownedMeta : {}), ...key } };
}

/** Whether an object has a field that a manager can own. */
function hasFields({ apiVersion: _version, kind: _kind, metadata = {}, ...rest }: KubernetesObject): boolean {
  const { labels, annotations, finalizers, ownerReferences } = metadata;
  return [...Object.values<unknown>(rest), labels, annotations, finalizers, ownerReferences].some(
    (value) => value !== undefined && (typeof value !== "object" || value === null || Object.keys(value).length > 0),
  );
}

const noFields: FieldNodes = new Map();

/** A field without children is extracted as a whole. */
function extract(value: JsonValue, { children }: FieldNode): JsonValue {
  if (children.size === 0) return value;
  if (isJsonObject(value)) return extractObject(value, children);
  return isJsonArray(value) ? extractItems(value, children) : value;
}

function extractObject(object: JsonObject, fields: FieldNodes): JsonObject {
  const kept: MutableJsonObject = {};
  for (const node of fields.values()) {
    if (!("field" in node.element)) continue;
    const value = getOwn(object, node.element.field);
    if (value === undefined) continue;
    const owned = extract(value, node);
    // Other managers have removed its content.
    const isGone = !node.isMember && isJsonObject(owned) && Object.keys(owned).length === 0;
    if (!isGone) setOwn(kept, node.element.field, owned);
  }
  return kept;
}

/** In the order of the list. An item without its keys could not be applied again. */
function extractItems(list: JsonArray, items: FieldNodes): JsonArray {
  return list.flatMap((value) => {
    const node = [...items.values()].find(({ element }) => isItem(value, element));
    if (node === undefined) return [];
    const item = extract(value, node);
    return "key" in node.element && isJsonObject(item)
      ? [{ ...Object.fromEntries(node.element.key), ...item }]
      : [item];
  });
}

function isItem(value: JsonValue, element: PathElement): boolean {
  if ("value" in element) return isDeepEqual(value, element.value);
  if (!("key" in element) || !isJsonObject(value)) return false;
  return element.key.every(([name, wanted]) => isDeepEqual(getOwn(value, name), wanted));
}
