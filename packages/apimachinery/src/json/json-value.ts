// Decoded JSON, and the only functions that read and write keys from input. "__proto__",
// "constructor" and "toString" are valid keys of a ConfigMap. So these functions read own properties only, and
// always write an own property.

/** A decoded JSON value. Integers beyond 2^53 are `bigint`. */
export type JsonValue = null | boolean | number | bigint | string | JsonArray | JsonObject;

/** A decoded JSON array. */
export type JsonArray = readonly JsonValue[];

/** A decoded JSON object. Use `getOwn` to read keys from input. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** An object under construction; `setOwn` adds keys. Functions return it as a `JsonObject`. */
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

/** The value of an own property; `undefined` for inherited ones. */
export function getOwn<T>(object: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own property of any name, also `__proto__`. */
export function setOwn<T>(object: { [key: string]: T }, key: string, value: T): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}
