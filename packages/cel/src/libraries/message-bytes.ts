// Messages in their binary form, as `google.protobuf.Any` holds them.
// https://protobuf.dev/programming-guides/encoding/

import type { StructDeclaration } from "../checking/scope.ts";
import { ArrayList, EntryMap } from "../values/containers.ts";
import { Double, toInt, Uint } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import { CelError } from "../values/value.ts";

type ScalarType = "null" | "bool" | "bytes" | "double" | "float" | "int32" | "int64" | "string" | "uint32" | "uint64";
/** A scalar, a message by its name, or the repeated entries or values of a `Struct` or `ListValue`. */
type FieldType = ScalarType | "Struct" | "ListValue" | "entries" | "values";
type Field = readonly [name: string, type: FieldType];

/** The fields of each message, in the order of their numbers, which begin at 1. */
const layouts: ReadonlyMap<string, readonly Field[]> = new Map<string, readonly Field[]>([
  ["Any", fieldsOf({ type_url: "string", value: "bytes" })],
  ["BoolValue", fieldsOf({ value: "bool" })],
  ["BytesValue", fieldsOf({ value: "bytes" })],
  ["DoubleValue", fieldsOf({ value: "double" })],
  ["Duration", fieldsOf({ seconds: "int64", nanos: "int32" })],
  ["Empty", []],
  ["FloatValue", fieldsOf({ value: "float" })],
  ["Int32Value", fieldsOf({ value: "int32" })],
  ["Int64Value", fieldsOf({ value: "int64" })],
  ["ListValue", fieldsOf({ values: "values" })],
  ["StringValue", fieldsOf({ value: "string" })],
  ["Struct", fieldsOf({ fields: "entries" })],
  ["Timestamp", fieldsOf({ seconds: "int64", nanos: "int32" })],
  ["UInt32Value", fieldsOf({ value: "uint32" })],
  ["UInt64Value", fieldsOf({ value: "uint64" })],
  [
    "Value",
    fieldsOf({
      null_value: "null",
      number_value: "double",
      string_value: "string",
      bool_value: "bool",
      struct_value: "Struct",
      list_value: "ListValue",
    }),
  ],
]);

function fieldsOf(fields: Readonly<Record<string, FieldType>>): readonly Field[] {
  return Object.entries(fields);
}

/** Their value is that of the last field, which is JSON already. */
const jsonMessages: ReadonlySet<string> = new Set(["ListValue", "Struct", "Value"]);

/** Messages may be nested this deep, as in the reference. */
const depthMax = 10_000;

/** The value of a message; `undefined` if the message is unknown, or the bytes are not such a message. */
export function decodeMessage(
  name: string,
  bytes: Uint8Array,
  messages: ReadonlyMap<string, StructDeclaration>,
): Value | undefined {
  try {
    return new Decoder(messages).decode(name.replace(/^google\.protobuf\./, ""), bytes, 0);
  } catch (error) {
    if (error instanceof MalformedMessage) return undefined;
    throw error;
  }
}

class MalformedMessage extends Error {
  override readonly name = "MalformedMessage";
}

class Decoder {
  readonly #messages: ReadonlyMap<string, StructDeclaration>;

  constructor(messages: ReadonlyMap<string, StructDeclaration>) {
    this.#messages = messages;
  }

  decode(name: string, bytes: Uint8Array, depth: number): Value {
    const layout = layouts.get(name);
    const create = this.#messages.get(`google.protobuf.${name}`)?.create;
    if (layout === undefined || create === undefined || depth > depthMax) throw new MalformedMessage();
    const values = new Map<string, Value>();
    let last: Value | undefined;
    for (const part of partsOf(bytes)) {
      const field = layout[part.number - 1];
      if (field === undefined || part.wire !== wireOf(field[1])) continue; // As an unknown field.
      const [key, type] = field;
      last = this.#field(type, part, values.get(key), depth);
      values.set(key, last);
    }
    if (last !== undefined && jsonMessages.has(name)) return last;
    const value = create(values);
    if (value instanceof CelError) throw new MalformedMessage();
    return value;
  }

  #field(type: FieldType, { varint, bytes }: Part, before: Value | undefined, depth: number): Value {
    switch (type) {
      case "Struct":
      case "ListValue":
        return this.decode(type, bytes, depth + 1);
      case "values": {
        const list = before instanceof ArrayList ? before : new ArrayList([]);
        list.push(this.decode("Value", bytes, depth + 1));
        return list;
      }
      case "entries": {
        const map = before instanceof EntryMap ? before : new EntryMap();
        const entry = this.#entry(bytes, depth + 1);
        map.set(entry.key, entry.value);
        return map;
      }
      default:
        return scalarOf(type, varint, bytes);
    }
  }

  #entry(bytes: Uint8Array, depth: number): { readonly key: string; readonly value: Value } {
    let key = "";
    let value: Value = null;
    for (const part of partsOf(bytes)) {
      if (part.wire !== 2) continue;
      if (part.number === 1) key = textOf(part.bytes);
      if (part.number === 2) value = this.decode("Value", part.bytes, depth);
    }
    return { key, value };
  }
}

/** One field of a message. */
interface Part {
  readonly number: number;
  readonly wire: number;
  /** The value of a varint, otherwise 0. */
  readonly varint: bigint;
  /** The bytes of another value. */
  readonly bytes: Uint8Array;
}

const noBytes = new Uint8Array();

function* partsOf(bytes: Uint8Array): Generator<Part, void, undefined> {
  let at = 0;
  const varint = (): bigint => {
    let result = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, result);
    }
    throw new MalformedMessage();
  };
  const take = (size: number): Uint8Array => {
    if (size > bytes.length - at) throw new MalformedMessage();
    at += size;
    return bytes.subarray(at - size, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const [number, wire] = [Math.floor(tag / 8), tag % 8];
    if (number === 0 || number >= 2 ** 29) throw new MalformedMessage();
    if (wire === 0) yield { number, wire, varint: varint(), bytes: noBytes };
    else if (wire === 1) yield { number, wire, varint: 0n, bytes: take(8) };
    else if (wire === 2) yield { number, wire, varint: 0n, bytes: take(Number(varint())) };
    else if (wire === 5) yield { number, wire, varint: 0n, bytes: take(4) };
    else throw new MalformedMessage(); // Groups are not decoded.
  }
}

/** How a field is encoded: 0 for a varint, 1 and 5 for 8 and 4 bytes, 2 for a length and bytes. */
function wireOf(type: FieldType): number {
  if (type === "double") return 1;
  if (type === "float") return 5;
  return ["null", "bool", "int32", "int64", "uint32", "uint64"].includes(type) ? 0 : 2;
}

function scalarOf(type: ScalarType, varint: bigint, bytes: Uint8Array): Value {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (type) {
    case "null":
      return null;
    case "bool":
      return varint !== 0n;
    case "bytes":
      return bytes;
    case "double":
      return new Double(view.getFloat64(0, true));
    case "float":
      return new Double(view.getFloat32(0, true));
    case "int32":
      return toInt(BigInt.asIntN(32, varint));
    case "int64":
      return toInt(BigInt.asIntN(64, varint));
    case "string":
      return textOf(bytes);
    case "uint32":
      return new Uint(BigInt.asUintN(32, varint));
    case "uint64":
      return new Uint(varint);
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new MalformedMessage();
  }
}
