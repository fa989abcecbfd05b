// Correlates the parts of a new value with those of the stored one. An unchanged part may stay, even if the schema has become
// stricter ("ratcheting"). Fields correspond by name, items of a list of type map by their keys; items of other lists do not correspond.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-ratcheting

import {
  eachInSteps,
  encodeJson,
  everyInSteps,
  getOwn,
  isDeepEqual,
  isJsonArray,
  isJsonObject,
  whenDone,
} from "@kubewright/apimachinery";
import type { JsonValue, Work } from "@kubewright/apimachinery";
import type { Type } from "../model/type.ts";

/** The stored value that corresponds to a new one. Without it (`undefined`) the value is validated as new. */
export interface Correlation {
  readonly old: JsonValue;
}

/** Returns the stored value of a field. */
export function correlateField(correlation: Correlation | undefined, key: string): Correlation | undefined {
  if (correlation === undefined || !isJsonObject(correlation.old)) return undefined;
  const old = getOwn(correlation.old, key);
  return old === undefined ? undefined : { old };
}

/** In steps: returns a function that finds the stored item of an item of a list. */
export function itemCorrelator(
  type: Type,
  correlation: Correlation | undefined,
): Work<(item: JsonValue) => Correlation | undefined> {
  const { "x-kubernetes-list-type": listType, "x-kubernetes-list-map-keys": keys = [] } = type.schema;
  if (correlation === undefined || listType !== "map" || !isJsonArray(correlation.old)) return () => undefined;
  const items = new Map<string, JsonValue>();
  const collecting = eachInSteps(correlation.old, (item) => {
    const text = keyText(item, keys);
    if (text !== undefined && !items.has(text)) items.set(text, item);
  });
  return whenDone(collecting, () => (item: JsonValue) => {
    const text = keyText(item, keys);
    const old = text === undefined ? undefined : items.get(text);
    return old === undefined ? undefined : { old };
  });
}

/**
 * In steps: whether a value equals the stored one, part by part. Undeclared fields do not correspond to stored ones, so an object with
 * such a field never counts as unchanged.
 */
export function isUnchanged(
  type: Type | undefined,
  value: JsonValue,
  correlation: Correlation | undefined,
): Work<boolean> {
  if (type === undefined || correlation === undefined) return false;
  const { old } = correlation;
  if (isJsonArray(value)) return isJsonArray(old) && isListUnchanged(type, value, old);
  if (!isJsonObject(value)) return isDeepEqual(value, old);
  const keys = Object.keys(value);
  if (!isJsonObject(old) || Object.keys(old).length !== keys.length) return false;
  return everyInSteps(keys, (key) =>
    isUnchanged(type.typeOfField(key), value[key] ?? null, correlateField(correlation, key)),
  );
}

function isListUnchanged(type: Type, value: readonly JsonValue[], old: readonly JsonValue[]): Work<boolean> {
  if (value.length !== old.length) return false;
  if (type.schema["x-kubernetes-list-type"] !== "map") return isDeepEqual(value, old);
  return whenDone(itemCorrelator(type, { old }), (oldOf) =>
    everyInSteps(value, (item) => isUnchanged(type.items, item, oldOf(item))),
  );
}

/** Returns a string that is equal for two items with equal keys; `undefined` for an item with keys that are not scalars. */
function keyText(item: JsonValue, keys: readonly string[]): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const values = keys.map((key) => getOwn(item, key) ?? null);
  if (values.some((value) => typeof value === "object")) return undefined;
  return encodeJson(values);
}
