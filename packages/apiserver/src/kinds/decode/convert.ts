/**
 * Turns merged values into an object of its kind the way the reference does after a strategic merge patch and after an apply: without a text
 * in between. It visits fields in the order in which the Go type declares them, stops at the first value that cannot be converted, and has
 * messages of its own. Numbers are converted as in Go, so one that is too large wraps around.
 */
import { setOwn } from "@kubewright/apimachinery";
import type { JsonObject } from "../../objects/api-object.ts";
import { DecodeError } from "./decode-error.ts";
import { bytePlan, decodeSingle, encodeBytes, isObject } from "./decode.ts";
import { goTypeOf } from "./go-type.ts";
import type { StructPlan, ValuePlan } from "./plan.ts";
import { canonicalBytes } from "./scalars.ts";

/** Converts the fields of `object` by `plan`, in place. Throws `DecodeError` for a value that cannot be converted. */
export function convertStruct(object: JsonObject, plan: StructPlan): void {
  for (const [name, field] of plan.fields) convertEntry(object, name, field.value);
}

function convertEntry(object: JsonObject, name: string, plan: ValuePlan): void {
  if (!Object.hasOwn(object, name)) return;
  const value = object[name];
  const converted = convertValue(value, plan);
  if (converted !== value) setOwn(object, name, converted);
}

function convertValue(value: unknown, plan: ValuePlan): unknown {
  if (value === null || value === undefined) return value;
  switch (plan.type) {
    case "string":
    case "boolean":
      if (typeof value === plan.type) return value;
      throw unconvertible(value, plan);
    case "number":
      if (isNumber(value)) return value;
      throw unconvertible(value, plan);
    case "int32":
    case "int64":
      return convertInteger(value, plan, plan.type === "int32" ? 32 : 64);
    case "bytes":
      return convertBytes(value);
    case "list":
      if (!Array.isArray(value)) throw new DecodeError(`cannot restore slice from ${kindOf(value)}`);
      return value.map((item: unknown) => convertValue(item, plan.item.value));
    case "map":
      if (!isObject(value)) throw new DecodeError(`cannot restore map from ${kindOf(value)}`);
      for (const key of Object.keys(value)) convertEntry(value, key, plan.value);
      return value;
    case "struct":
      if (!isObject(value)) throw new DecodeError(`cannot restore struct from: ${kindOf(value)}`);
      convertStruct(value, plan.plan());
      return value;
    // These types decode themselves, each from a text of its own.
    case "time":
    case "microTime":
    case "quantity":
    case "intOrString":
    case "structOr":
      return decodeSingle(value, plan);
    case "any":
      return value;
  }
}

function convertInteger(value: unknown, plan: ValuePlan, bits: 8 | 32 | 64): unknown {
  if (!isNumber(value) || (typeof value === "number" && !Number.isInteger(value))) throw unconvertible(value, plan);
  const wrapped = bits === 8 ? BigInt.asUintN(bits, BigInt(value)) : BigInt.asIntN(bits, BigInt(value));
  return wrapped === BigInt(value) ? value : bits === 64 ? wrapped : Number(wrapped);
}

function convertBytes(value: unknown): unknown {
  if (Array.isArray(value)) return encodeBytes(value.map((item: unknown) => convertInteger(item ?? 0, bytePlan, 8)));
  if (typeof value !== "string") throw new DecodeError(`cannot restore slice from ${kindOf(value)}`);
  try {
    return canonicalBytes(value);
  } catch (error) {
    throw error instanceof DecodeError ? new DecodeError(`error decoding from json: ${error.message}`) : error;
  }
}

/** Go converts a whole number to a string of one character, and any number to an integer, which this conversion rejects by name. */
function unconvertible(value: unknown, plan: ValuePlan): DecodeError {
  const kind = kindOf(value);
  const isInteger = plan.type === "int32" || plan.type === "int64";
  const isConvertible = (kind === "int64" && plan.type === "string") || (kind === "float64" && isInteger);
  if (isConvertible) return new DecodeError(`cannot convert ${kind} to ${goTypeOf(plan)}`);
  const { goType: _, ...unnamed } = plan;
  return new DecodeError(`unrecognized type: ${plan === bytePlan ? "uint8" : goTypeOf(unnamed)}`);
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** The kind of the Go value that a JSON value is decoded to. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "slice";
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "number":
      return Number.isInteger(value) ? "int64" : "float64";
    case "bigint":
      return "int64";
    case "string":
      return "string";
    default:
      return "map";
  }
}
