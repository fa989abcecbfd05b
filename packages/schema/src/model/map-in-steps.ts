// Maps the parts of a value, in steps. A value whose parts do not change is returned itself.

import { eachInSteps, Rest, setOwn, whenDone } from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, MutableJsonObject, Work } from "@kubewright/apimachinery";

/** Returns the object with mapped fields; a field for which `map` returns undefined is dropped. */
export function mapFields(
  object: JsonObject,
  map: (key: string, value: JsonValue) => Work<JsonValue | undefined>,
): Work<JsonObject> {
  const keys = Object.keys(object);
  let kept: MutableJsonObject | undefined;
  const keep = (key: string, index: number, next: JsonValue | undefined): void => {
    // An object may have 100,000 fields, and removing each from a copy would take several times as long.
    if (kept === undefined && next !== object[key]) kept = firstFields(object, keys, index);
    if (kept !== undefined && next !== undefined) setOwn(kept, key, next);
  };
  const mapping = eachInSteps(keys, (key, index) => {
    const next = map(key, object[key] ?? null);
    if (next instanceof Rest) return whenDone(next, (done) => keep(key, index, done));
    return keep(key, index, next);
  });
  return whenDone(mapping, () => kept ?? object);
}

function firstFields(object: JsonObject, keys: readonly string[], count: number): MutableJsonObject {
  const fields: MutableJsonObject = {};
  for (const key of keys.slice(0, count)) setOwn(fields, key, object[key] ?? null);
  return fields;
}

/** Returns the list with mapped items. */
export function mapItems(items: JsonArray, map: (item: JsonValue, index: number) => Work<JsonValue>): Work<JsonArray> {
  let kept: JsonValue[] | undefined;
  const keep = (index: number, next: JsonValue): void => {
    if (next !== items[index]) (kept ??= [...items])[index] = next;
  };
  const mapping = eachInSteps(items, (item, index) => {
    const next = map(item, index);
    if (next instanceof Rest) return whenDone(next, (done) => keep(index, done));
    return keep(index, next);
  });
  return whenDone(mapping, () => kept ?? items);
}
