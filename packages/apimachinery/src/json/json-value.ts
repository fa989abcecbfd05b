// Decoded JSON, and the only ways this project reads and writes keys that came from outside. Keys are data: "__proto__",
// "constructor" and "toString" are legal keys of a ConfigMap, so a key is read only if it is the object's own, and
// written so that it becomes the object's own.

/** A decoded JSON value. Integers beyond 2^53 are `bigint`. */
export type JsonValue = null | boolean | number | bigint | string | JsonArray | JsonObject;

/** A decoded JSON array. */
export type JsonArray = readonly JsonValue[];

/** A decoded JSON object. Read its keys with `getOwn` when they come from outside. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** An object under construction; `setOwn` adds to it. Becomes a `JsonObject` when handed out. */
export interface MutableJsonObject {
  [key: string]: JsonValue;
}

/** Whether a value is a JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a JSON array. Narrows readonly arrays too, unlike `Array.isArray`. */
export function isJsonArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}

/** The value of an own key, or undefined; never something inherited. */
export function getOwn<T>(object: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own key, whatever its name: `__proto__` becomes a key like any other. */
export function setOwn<T>(object: { [key: string]: T }, key: string, value: T): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}
