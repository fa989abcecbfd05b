// Defaulting: fields that a client leaves out get the schema's default. A default applies where its parent object exists; a null counts as an
// absent field unless the schema allows nulls. Values are not changed: a value that needs no default is returned itself.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting

import { cloneJson, finish, isJsonArray, isJsonObject, setOwn } from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, MutableJsonObject, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { mapFields, mapItems } from "../model/map-in-steps.ts";
import type { Type } from "../model/type.ts";
import { typeOf } from "../model/type.ts";

/**
 * Returns the value with its defaults.
 *
 * An explicit null is kept if the schema is nullable. Otherwise the default replaces it; without a default it stays (see `dropNulls`). A default
 * of null does not count.
 */
export function applyDefaults(value: JsonValue, schema: JsonSchema | undefined): JsonValue {
  return schema === undefined ? value : finish(applyDefaultsInSteps(value, schema));
}

/** Like `applyDefaults`, in steps. */
export function applyDefaultsInSteps(value: JsonValue, schema: JsonSchema): Work<JsonValue> {
  return defaultValue(value, typeOf(schema));
}

function defaultValue(value: JsonValue, type: Type | undefined): Work<JsonValue> {
  if (type?.hasDefaults !== true) return value;
  if (isJsonArray(value)) return defaultItems(value, type.items);
  return isJsonObject(value) ? defaultObject(value, type) : value;
}

function defaultObject(object: JsonObject, type: Type): Work<JsonObject> {
  let changed: MutableJsonObject | undefined;
  for (const [name, field] of type.fieldsWithDefault) {
    if (Object.hasOwn(object, name) && !isMeaningless(object[name], field)) continue;
    changed ??= { ...object };
    setOwn(changed, name, defaultOf(field));
  }
  // The defaults contain objects with defaults, too, so the walk includes what was just filled in.
  const filled = changed ?? object;
  return mapFields(filled, (key, value) => {
    const field = type.field(key);
    const child = field?.type ?? type.additional;
    const present = field === undefined && isMeaningless(value, child) ? defaultOf(child) : value;
    return defaultValue(present, child);
  });
}

function defaultItems(items: JsonArray, type: Type | undefined): Work<JsonArray> {
  if (type === undefined) return items;
  return mapItems(items, (item) => defaultValue(isMeaningless(item, type) ? defaultOf(type) : item, type));
}

function isMeaningless(value: JsonValue | undefined, type: Type | undefined): boolean {
  return value === null && type !== undefined && !type.isNullable;
}

// A copy, so that no two objects share a part that came from the schema.
function defaultOf(type: Type | undefined): JsonValue {
  return cloneJson(type?.default ?? null);
}
