/**
 * Converts merged values to an object of its kind, as kube-apiserver does after a strategic merge patch and after an apply: without encoding
 * them as JSON. It visits fields in the order in which the Go type declares them and stops at the first value that cannot be converted. Its
 * messages differ from those of the decoder. Numbers are converted as in Go, so one that is too large wraps around.
 */
import { setOwn } from "@kubewright/apimachinery";
import type { JsonObject } from "../../objects/api-object.ts";
import { DecodeError } from "./decode-error.ts";
import { byteDecoder, encodeBytes, isObject } from "./decode-scalar.ts";
import { decodeSingle } from "./decode.ts";
import { goTypeName } from "./go-type.ts";
import type { StructDecoder, ValueDecoder } from "./struct-decoder.ts";
import { canonicalBytes } from "./scalars.ts";

/** Converts the fields of `object` by `decoder`, in place. Throws `DecodeError` for a value that cannot be converted. */
export function convertStruct(object: JsonObject, decoder: StructDecoder): void {
  for (const [name, field] of decoder.fields) convertEntry(object, name, field.value);
}

function convertEntry(object: JsonObject, name: string, decoder: ValueDecoder): void {
  if (!Object.hasOwn(object, name)) return;
  const value = object[name];
  const converted = convertValue(value, decoder);
  if (converted !== value) setOwn(object, name, converted);
}

function convertValue(value: unknown, decoder: ValueDecoder): unknown {
  if (value === null || value === undefined) return value;
  switch (decoder.type) {
    case "string":
    case "boolean":
      if (typeof value === decoder.type) return value;
      throw unconvertible(value, decoder);
    case "number":
      if (isNumber(value)) return value;
      throw unconvertible(value, decoder);
    case "int32":
    case "int64":
      return convertInteger(value, decoder, decoder.type === "int32" ? 32 : 64);
    case "bytes":
      return convertBytes(value);
    case "list":
      if (!Array.isArray(value)) throw new DecodeError(`cannot restore slice from ${kindOf(value)}`);
      return value.map((item: unknown) => convertValue(item, decoder.item.value));
    case "map":
      if (!isObject(value)) throw new DecodeError(`cannot restore map from ${kindOf(value)}`);
      for (const key of Object.keys(value)) convertEntry(value, key, decoder.value);
      return value;
    case "struct":
      if (!isObject(value)) throw new DecodeError(`cannot restore struct from: ${kindOf(value)}`);
      convertStruct(value, decoder.struct());
      return value;
    // These types have their own decoders.
    case "time":
    case "microTime":
    case "quantity":
    case "intOrString":
    case "structOr":
      return decodeSingle(value, decoder);
    case "any":
      return value;
  }
}

function convertInteger(value: unknown, decoder: ValueDecoder, bits: 8 | 32 | 64): unknown {
  if (!isNumber(value) || (typeof value === "number" && !Number.isInteger(value))) throw unconvertible(value, decoder);
  const wrapped = bits === 8 ? BigInt.asUintN(bits, BigInt(value)) : BigInt.asIntN(bits, BigInt(value));
  return wrapped === BigInt(value) ? value : bits === 64 ? wrapped : Number(wrapped);
}

function convertBytes(value: unknown): unknown {
  if (Array.isArray(value)) return encodeBytes(value.map((item: unknown) => convertInteger(item ?? 0, byteDecoder, 8)));
  if (typeof value !== "string") throw new DecodeError(`cannot restore slice from ${kindOf(value)}`);
  try {
    return canonicalBytes(value);
  } catch (error) {
    throw error instanceof DecodeError ? new DecodeError(`error decoding from json: ${error.message}`) : error;
  }
}

/** Go converts a whole number to a string of one character, and any number to an integer, which this conversion rejects by name. */
function unconvertible(value: unknown, decoder: ValueDecoder): DecodeError {
  const kind = kindOf(value);
  const isInteger = decoder.type === "int32" || decoder.type === "int64";
  const isConvertible = (kind === "int64" && decoder.type === "string") || (kind === "float64" && isInteger);
  if (isConvertible) return new DecodeError(`cannot convert ${kind} to ${goTypeName(decoder)}`);
  const { goType: _, ...unnamed } = decoder;
  return new DecodeError(`unrecognized type: ${decoder === byteDecoder ? "uint8" : goTypeName(unnamed)}`);
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
