// Pruning: fields that the schema does not name are dropped, so that nobody can smuggle in data that a later version of
// the schema gives a meaning. Values are never changed: what keeps all its fields is given back as it is.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning

import { isJsonArray, isJsonObject, setOwn } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, MutableJsonObject } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf, itemsOf, propertyOf } from "../model/walk.ts";

/** How a value is pruned. */
export interface PruneOptions {
  /** The value is a whole object: `apiVersion`, `kind` and `metadata` are kept whatever the schema says. Default: true. */
  readonly isResourceRoot?: boolean;
}

/** What is left, and what was dropped. */
export interface Pruned {
  /** The same value when nothing was dropped. */
  readonly value: JsonValue;
  /** Paths of dropped fields, sorted: `spec.foo`, `spec.list[0].bar`. */
  readonly pruned: readonly string[];
}

/** Drops what the schema does not name. */
export function prune(value: JsonValue, schema: JsonSchema, options: PruneOptions = {}): Pruned {
  const { isResourceRoot = true } = options;
  const root = isResourceRoot ? { ...schema, "x-kubernetes-embedded-resource": true } : schema;
  const pruned: string[] = [];
  const kept = pruneValue(value, root, "", pruned);
  return { value: kept, pruned: pruned.toSorted() };
}

function pruneValue(value: JsonValue, schema: JsonSchema | undefined, path: string, pruned: string[]): JsonValue {
  if (isJsonArray(value)) {
    const items = schema === undefined ? undefined : itemsOf(schema);
    // Under a schema that preserves unknown fields, items without a schema of their own are preserved too.
    if (items === undefined && schema?.["x-kubernetes-preserve-unknown-fields"] === true) return value;
    const preserved = schema?.["x-kubernetes-preserve-unknown-fields"] === true && items !== undefined;
    return mapItems(value, (item, index) =>
      pruneValue(item, preserved ? preserving(items) : items, `${path}[${index}]`, pruned),
    );
  }
  return isJsonObject(value) ? pruneObject(value, schema, path, pruned) : value;
}

function pruneObject(object: JsonObject, schema: JsonSchema | undefined, path: string, pruned: string[]): JsonObject {
  let kept: MutableJsonObject | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key] ?? null;
    const next = pruneField(key, value, schema, path, pruned);
    if (next === value) continue;
    kept ??= { ...object };
    if (next === undefined) delete kept[key];
    else setOwn(kept, key, next);
  }
  return kept ?? object;
}

/** The pruned value of a field; undefined when the field goes. */
function pruneField(
  key: string,
  value: JsonValue,
  schema: JsonSchema | undefined,
  path: string,
  pruned: string[],
): JsonValue | undefined {
  const isMetaField = key === "apiVersion" || key === "kind" || key === "metadata";
  if (schema?.["x-kubernetes-embedded-resource"] === true && isMetaField) return value;
  const property = schema === undefined ? undefined : propertyOf(schema, key);
  if (property !== undefined && typeof value !== "object") return value; // As most fields are.
  const childPath = path === "" ? key : `${path}.${key}`;
  if (property !== undefined) return pruneValue(value, property, childPath, pruned);
  if (schema?.additionalProperties !== undefined) {
    return pruneValue(value, additionalOf(schema), childPath, pruned);
  }
  if (schema?.["x-kubernetes-preserve-unknown-fields"] === true) return value;
  if (!isMetaField || path !== "") pruned.push(childPath);
  return undefined;
}

function preserving(schema: JsonSchema): JsonSchema {
  return { ...schema, "x-kubernetes-preserve-unknown-fields": true };
}

function mapItems(
  items: readonly JsonValue[],
  map: (item: JsonValue, index: number) => JsonValue,
): readonly JsonValue[] {
  const mapped = items.map(map);
  return mapped.every((item, index) => item === items[index]) ? items : mapped;
}
