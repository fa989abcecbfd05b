// The values of the fields of messages. The reference converts a value to the Go type of the field; the messages of failed conversions are those of each
// type of values.

import type { CelType } from "../types/type.ts";
import { ArrayList, EntryMap } from "../values/containers.ts";
import { goTypeOfValue, typeOfValue } from "../values/describe.ts";
import { Double, Uint } from "../values/numbers.ts";
import { Duration, formatDuration, formatTimestamp, Timestamp } from "../values/time.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, MapValue, Optional } from "../values/value.ts";
import { empty } from "./empty-message.ts";

/** The error of a field whose value cannot be converted. `field` is `message.field`. */
export function fieldError(field: string, { message }: CelError): CelError {
  return new CelError(`field type conversion error for ${field} value type: ${message}`);
}

/** The error of a value that cannot become the Go type `target`. */
export function conversionError(value: Value, target: string): CelError {
  return new CelError(conversionProblem(value, target));
}

function conversionProblem(value: Value, target: string): string {
  const { name } = typeOfValue(value);
  if (typeof value === "string") return `unsupported native conversion from string to '${target}'`;
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Uint) {
    return `unsupported type conversion from '${name}' to ${target}`;
  }
  if (typeof value === "boolean") return `type conversion error from bool to '${target}'`;
  if (value instanceof Double) return `type conversion error from Double to '${target}'`;
  if (value instanceof Uint8Array) return `type conversion error from Bytes to '${target}'`;
  if (isFromCluster(value)) {
    return `type conversion error from '${value instanceof ListValue ? "list(dyn)" : "map(dyn, dyn)"}' to '${target}'`;
  }
  if (value instanceof ListValue || value instanceof MapValue) {
    return `type conversion error from ${name} to '${target}'`;
  }
  if (value instanceof Timestamp) return `type conversion error from 'Timestamp' to '${target}'`;
  if (value instanceof Duration) return `type conversion error from 'Duration' to '${target}'`;
  if (name === "type") return "type conversion not supported for 'type'";
  return `type conversion error from '${name.replace(/^(?:kubernetes|net)\./, "")}' to '${target}'`;
}

/** The value inside an optional; an error for an empty one. */
export function present(value: Value): Value {
  if (!(value instanceof Optional)) return value;
  return value.value === undefined ? new CelError("optional.none() dereference") : present(value.value);
}

/** The integer of a field, whose value may be of any type if the checker does not know it. */
export function integerField(value: Value, bits: 32 | 64, target = `int${bits}`): bigint | CelError {
  const inner = present(value);
  if (inner instanceof CelError) return inner;
  if (typeof inner !== "number" && typeof inner !== "bigint") return conversionError(inner, target);
  const integer = BigInt(inner);
  return BigInt.asIntN(bits, integer) === integer ? integer : new CelError("integer overflow");
}

/** The value of an unsigned field. */
export function unsignedField(value: Value, bits: 32 | 64): Value {
  const inner = present(value);
  if (!(inner instanceof Uint)) return inner instanceof CelError ? inner : conversionError(inner, `uint${bits}`);
  const integer = BigInt(inner.value);
  return BigInt.asUintN(bits, integer) === integer ? inner : new CelError("unsigned integer overflow");
}

/** The value of a field with values of one type. */
export function fieldOf(value: Value, { name }: CelType, target: string): Value {
  const inner = present(value);
  return inner instanceof CelError || typeOfValue(inner).name === name ? inner : conversionError(inner, target);
}

const jsonTarget = "*structpb.Value";

/** The JSON value of any value, as `google.protobuf.Value` holds it: numbers are doubles, or strings if a double is not exact. */
export function jsonField(value: Value): Value {
  const inner = present(value);
  if (inner === null || typeof inner === "boolean" || typeof inner === "string") return inner;
  if (typeof inner === "number" || typeof inner === "bigint") return jsonNumber(inner);
  if (inner instanceof Uint) return jsonNumber(inner.value);
  if (inner instanceof Double || inner instanceof CelError) return inner;
  if (inner instanceof Uint8Array) return Buffer.from(inner).toString("base64");
  if (inner instanceof Duration) return formatDuration(inner);
  if (inner instanceof Timestamp) return formatTimestamp(inner);
  if (inner instanceof ListValue) return jsonList(inner, jsonTarget);
  if (inner instanceof MapValue) return jsonMap(inner, jsonTarget);
  if (inner === empty) return new EntryMap();
  return conversionError(inner, jsonTarget);
}

function jsonNumber(value: number | bigint): Value {
  return Number.isSafeInteger(Number(value)) ? new Double(Number(value)) : String(value);
}

/** A list of JSON values. Lists of objects of the cluster can become such a list only item by item. */
export function jsonList(list: ListValue, target: string): Value {
  return isFromCluster(list) ? conversionError(list, target) : jsonItems(list);
}

/** A list of the JSON values of the items of any list. */
export function jsonItems(list: ListValue): Value {
  const items: Value[] = [];
  for (const item of list.items()) {
    const json = jsonField(item);
    if (json instanceof CelError) return json;
    items.push(json);
  }
  return new ArrayList(items);
}

/** A map of JSON values. Maps of objects of the cluster can become such a map only entry by entry. */
export function jsonMap(map: MapValue, target: string): Value {
  return isFromCluster(map) ? conversionError(map, target) : jsonEntries(map);
}

function isFromCluster(value: Value): boolean {
  return goTypeOfValue(value).startsWith("*common.unstructured");
}

/** A map of the JSON values of the entries of any map, whose keys must be strings. */
export function jsonEntries(map: MapValue): Value {
  const entries = new EntryMap();
  for (const key of map.keys()) {
    if (typeof key !== "string") return conversionError(key, "string");
    const json = jsonField(map.find(key) ?? null);
    if (json instanceof CelError) return json;
    entries.set(key, json);
  }
  return entries;
}
