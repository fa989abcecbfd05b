// Defaulting: what the schema says a field is when nobody says so. A default applies where its parent object exists; a
// null takes the place of an absent field unless the schema allows nulls. Values are never changed: what needs no default
// is given back as it is.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting

import { cloneJson, getOwn, isJsonArray, isJsonObject, setOwn } from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, MutableJsonObject } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf, itemsOf, nodeFinder, propertyOf, schemaOfKey } from "../model/walk.ts";

/**
 * The value with defaults filled in.
 *
 * An explicit null is kept where the schema is nullable; else it becomes the default, or stays where there is none (see
 * `dropNulls`). A default of null counts as none.
 */
export function applyDefaults(value: JsonValue, schema: JsonSchema | undefined): JsonValue {
  if (schema === undefined || !hasDefaults(schema)) return value;
  if (isJsonArray(value)) return defaultItems(value, itemsOf(schema));
  return isJsonObject(value) ? defaultObject(value, schema) : value;
}

/**
 * The value without the nulls that mean nothing: those of fields that are neither nullable nor have a default, where the
 * schema knows the field. Items of lists keep their nulls.
 */
export function dropNulls(value: JsonValue, schema: JsonSchema | undefined): JsonValue {
  if (isJsonArray(value)) {
    const items = schema === undefined ? undefined : itemsOf(schema);
    return mapItems(value, (item) => dropNulls(item, items));
  }
  if (!isJsonObject(value)) return value;
  let kept: MutableJsonObject | undefined;
  for (const key of Object.keys(value)) {
    const item = value[key] ?? null;
    if (typeof item !== "object") continue;
    const child = schema === undefined ? undefined : schemaOfKey(schema, key);
    const isDropped = item === null && child !== undefined && child.nullable !== true && !hasDefault(child);
    const next = isDropped ? undefined : dropNulls(item, child);
    if (next === item) continue;
    kept ??= { ...value };
    if (next === undefined) delete kept[key];
    else setOwn(kept, key, next);
  }
  return kept ?? value;
}

function defaultObject(object: JsonObject, schema: JsonSchema): JsonObject {
  let changed: MutableJsonObject | undefined;
  const set = (key: string, value: JsonValue): void => {
    changed ??= { ...object };
    setOwn(changed, key, value);
  };
  for (const name of Object.keys(schema.properties ?? {})) {
    const property = propertyOf(schema, name);
    if (property === undefined || !hasDefault(property)) continue;
    if (!Object.hasOwn(object, name) || isMeaningless(object[name], property)) set(name, defaultOf(property));
  }
  // Defaults have defaults inside them too, so what was just filled in is walked as well.
  const filled = changed ?? object;
  for (const key of Object.keys(filled)) {
    const value = getOwn(filled, key) ?? null;
    const property = propertyOf(schema, key);
    const child = property ?? additionalOf(schema);
    const present = property === undefined && isMeaningless(value, child) ? defaultOf(child) : value;
    const next = applyDefaults(present, child);
    if (next !== value) set(key, next);
  }
  return changed ?? object;
}

function defaultItems(items: JsonArray, schema: JsonSchema | undefined): JsonArray {
  if (schema === undefined) return items;
  return mapItems(items, (item) => applyDefaults(isMeaningless(item, schema) ? defaultOf(schema) : item, schema));
}

function isMeaningless(value: JsonValue | undefined, schema: JsonSchema | undefined): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}

function hasDefault(schema: JsonSchema): boolean {
  return schema.default !== undefined && schema.default !== null;
}

const hasDefaults = nodeFinder(hasDefault);

// A copy, so that no two objects ever share a part that came from the schema.
function defaultOf(schema: JsonSchema | undefined): JsonValue {
  return cloneJson(schema?.default ?? null);
}

function mapItems(items: JsonArray, map: (item: JsonValue) => JsonValue): JsonArray {
  const mapped = items.map(map);
  return mapped.every((item, index) => item === items[index]) ? items : mapped;
}
