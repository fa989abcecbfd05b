// The JSON of the values that mutations return: apply configurations, and the values in JSON patches.

import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { GoValue } from "@kubewright/schema";
import { isFromJson } from "../values/native.ts";
import { CelType } from "../types/type.ts";
import { formatValue, typeOfValue } from "../values/describe.ts";
import { Double, Uint } from "../values/numbers.ts";
import { Duration, formatDuration, formatTimestamp, Timestamp } from "../values/time.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, MapValue, Optional } from "../values/value.ts";
import { ObjectValue } from "./mutations.ts";

/** A value has no JSON form. */
export class NoJsonError extends Error {
  override readonly name = "NoJsonError";
}

/**
 * Describes the types inside a value that do not have the name of their place: `Object.spec` is the type of the field `spec` of `Object`. Items of lists
 * and values of maps have the name of the list or map.
 */
export function typeNameProblems(value: ObjectValue): readonly string[] {
  return problemsOf(value, value.type.name);
}

function problemsOf(value: Value, expected: string): readonly string[] {
  if (value instanceof ObjectValue) {
    const { name } = value.type;
    const inner = Array.from(value.fields).flatMap(([field, each]) => problemsOf(each, `${expected}.${field}`));
    const problem = `unexpected type name "${name}", expected "${expected}", which matches field name path from root Object type`;
    return name === expected ? inner : [problem, ...inner];
  }
  if (value instanceof ListValue) return value.items().flatMap((item) => problemsOf(item, expected));
  if (!(value instanceof MapValue)) return [];
  return value.keys().flatMap((key) => problemsOf(value.find(key) ?? null, expected));
}

/**
 * Converts an apply configuration to JSON. Values that have no JSON form become a `GoValue`, which fits no schema: kube-apiserver converts only the outer
 * list or map of a field, so there are such values where JSON has null, bytes, or a list or map in another one.
 *
 * @throws {NoJsonError}
 */
export function applyConfigurationJson(value: ObjectValue): JsonObject {
  return Object.fromEntries(Array.from(value.fields, ([name, each]) => [name, configurationField(each)]));
}

function configurationField(value: Value): JsonValue {
  if (value instanceof ListValue && !isFromJson(value)) return value.items().map(configurationValue);
  if (!(value instanceof MapValue) || isFromJson(value)) return configurationValue(value);
  const entries = value.keys().map((key) => {
    if (typeof key !== "string") throw new NoJsonError(`map key "${formatValue(key)}" is not a string`);
    return [key, configurationValue(value.find(key) ?? null)] as const;
  });
  return Object.fromEntries(entries);
}

function configurationValue(value: Value): JsonValue {
  if (value instanceof ObjectValue) return applyConfigurationJson(value);
  if (value instanceof Double) return value.value;
  if (typeof value === "object" && value !== null && "json" in value) return value.json as JsonValue; // Values that represent JSON.
  if (value === null || typeof value === "object") return goValue(value) as unknown as JsonValue; // It fits no schema.
  return value;
}

function goValue(value: Extract<Value, object | null>): GoValue {
  if (value === null) return new GoValue("structpb.NullValue", "NULL_VALUE", "0");
  const plain = formatValue(value);
  if (!(value instanceof Uint8Array)) return new GoValue(typeOfValue(value).name, plain, plain);
  const bytes = Array.from(value, (byte) => `0x${byte.toString(16)}`);
  return new GoValue("[]uint8", plain, `[]uint8{${bytes.join(", ")}}`);
}

/**
 * Converts the value of an operation of a JSON patch. Integers that doubles do not represent exactly become strings, as in the JSON of protocol buffers.
 *
 * @throws {NoJsonError}
 */
export function patchValueJson(value: Value): JsonValue {
  return jsonOf(value);
}

function jsonOf(value: Value): JsonValue {
  switch (typeof value) {
    case "boolean":
    case "number":
    case "string":
      return value;
    case "bigint":
      return String(value);
    default:
      return value === null ? null : jsonOfObject(value);
  }
}

type ObjectForm = Exclude<Value, null | boolean | number | bigint | string>;

function jsonOfObject(value: ObjectForm): JsonValue {
  if (value instanceof ObjectValue) {
    return Object.fromEntries(Array.from(value.fields, ([name, each]) => [name, jsonOf(each)]));
  }
  if (value instanceof ListValue) return value.items().map(jsonOf);
  if (value instanceof MapValue) return mapJson(value);
  if (value instanceof Double) return doubleJson(value);
  if (value instanceof Uint) {
    return value.value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value.value) : String(value.value);
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  if (!(value instanceof Optional)) throw new NoJsonError(problemOf(value));
  if (value.value === undefined) throw new NoJsonError("optional.none() dereference");
  return jsonOf(value.value);
}

function mapJson(map: MapValue): JsonObject {
  const entries = map.keys().map((key) => {
    if (typeof key !== "string") {
      throw new NoJsonError(`unsupported type conversion from '${typeOfValue(key).name}' to string`);
    }
    return [key, jsonOf(map.find(key) ?? null)] as const;
  });
  return Object.fromEntries(entries);
}

function doubleJson({ value }: Double): JsonValue {
  if (Number.isFinite(value)) return value;
  throw new NoJsonError(`google.protobuf.Value.number_value: invalid ${formatValue(new Double(value))} value`);
}

function problemOf(value: ObjectForm): string {
  if (value instanceof CelError) return value.message;
  return `type conversion not supported for '${value instanceof CelType ? "type" : formatValue(value)}'`;
}
