// JSON values without a schema. Numbers without a fraction are ints, as where Kubernetes decodes objects without a schema.

import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { goTypeOf, IntegralFloat, isJsonObject } from "@kubewright/apimachinery";
import { CelType } from "../types/type.ts";
import { formatValue } from "./describe.ts";
import { ArrayList, hasEqualEntries } from "./containers.ts";
import { Double, toInt } from "./numbers.ts";
import { Duration, Timestamp } from "./time.ts";
import type { Value } from "./value.ts";
import { CelError, ListValue, MapValue, OpaqueValue, Optional } from "./value.ts";

/** A list or map that represents a JSON value. */
export interface FromJson {
  readonly json: JsonValue | undefined;
}

/**
 * Null as an item that `+` adds to a list with a schema. The reference adds the number behind it, so reading the item is an error even if the schema
 * allows null.
 */
export const addedNull = Symbol("null") as unknown as JsonValue; // An item without a JSON form.

/** The value of JSON that no schema describes. Numbers may be an `IntegralFloat`. */
export function valueOfJson(json: JsonValue | undefined): Value {
  if (json === undefined || json === null || json === addedNull) return null;
  switch (typeof json) {
    case "number":
      return Number.isInteger(json) ? ofInteger(json) : new Double(json);
    case "bigint":
      return BigInt.asIntN(64, json) === json ? toInt(json) : new Double(Number(json));
    case "boolean":
    case "string":
      return json;
    default:
      if (json instanceof IntegralFloat) return new Double(json.value);
      return isJsonObject(json) ? new JsonMap(json) : new ArrayList(json.map(valueOfJson));
  }
}

// Numbers beyond the exact range are ints as long as they fit into 64 bits.
function ofInteger(value: number): Value {
  if (Number.isSafeInteger(value)) return value + 0;
  const integer = BigInt(value);
  return BigInt.asIntN(64, integer) === integer ? toInt(integer) : new Double(value);
}

/** A JSON object without a schema. */
export class JsonMap extends MapValue implements FromJson {
  readonly json: JsonObject;

  constructor(json: JsonObject) {
    super();
    this.json = json;
  }

  override get size(): number {
    return Object.keys(this.json).length;
  }

  override find(key: Value): Value | undefined {
    if (typeof key !== "string" || !Object.hasOwn(this.json, key)) return undefined;
    return valueOfJson(this.json[key]);
  }

  override keys(): readonly Value[] {
    return Object.keys(this.json);
  }

  override equals(other: Value): boolean {
    return hasEqualEntries(this, other);
  }
}

/**
 * The value that the reference converts to Go and back: it has lost its schema, a type is its name, and a type of Kubernetes is an error.
 */
export function nativeValue(value: Value): Value {
  if (value instanceof Optional) return value.value === undefined ? null : nativeValue(value.value);
  if (value instanceof CelType) return value.name;
  if (value instanceof CelError) {
    return new CelError(`unsupported conversion to ref.Val: (*errors.errorString)${value.message}`);
  }
  if (value instanceof OpaqueValue && value.goForm !== undefined) {
    return new CelError(`unsupported conversion to ref.Val: ${value.goForm}`);
  }
  if ((value instanceof MapValue || value instanceof ListValue) && isFromJson(value)) return valueOfJson(value.json);
  return value;
}

/** Whether a value represents JSON. */
export function isFromJson(value: object): value is FromJson {
  return "json" in value;
}

/** The JSON of a value, the form of items in lists with a schema; the value itself if it has no JSON form. */
export function toJson(value: Value): JsonValue | Value {
  if (value instanceof Double) return Number.isSafeInteger(value.value) ? new IntegralFloat(value.value) : value.value;
  if (value instanceof ListValue) return isFromJson(value) ? (value.json ?? null) : listToJson(value);
  if (value instanceof MapValue) return isFromJson(value) ? (value.json ?? null) : mapToJson(value);
  return value;
}

function listToJson(list: ListValue): JsonValue {
  // Items that have no JSON form stay values; reading them with a schema then reports their type.
  return list.items().map((item) => toJson(item)) as unknown as JsonValue;
}

function mapToJson(map: MapValue): JsonValue {
  const entries = map.keys().map((key) => [formatValue(key), toJson(map.find(key) ?? null)] as const);
  return Object.fromEntries(entries) as unknown as JsonValue;
}

/** Returns the error of a value whose type is not that of its schema. */
export function wrongType(expected: string, json: unknown): CelError {
  return new CelError(`invalid data, expected ${expected}, got ${goTypeOfItem(json)}`);
}

/** The Go type of JSON, or of a value that a list with a schema holds beside JSON. */
function goTypeOfItem(item: unknown): string {
  if (item instanceof Uint8Array) return "[]uint8";
  if (item instanceof IntegralFloat) return "float64";
  if (item === addedNull) return "structpb.NullValue";
  if (item instanceof Duration) return "time.Duration";
  return item instanceof Timestamp ? "time.Time" : goTypeOf(item);
}
