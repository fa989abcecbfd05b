// Decodes protobuf messages to JSON objects by the tables of the built-in types. As in Go, unknown fields are skipped, the last value of a repeated scalar
// field counts, and repeated messages of one field are merged.
import type { ProtobufField } from "@kubewright/api-facts";
import { protobufMessage } from "@kubewright/api-facts";
import type { Steps } from "@kubewright/apimachinery";
import { getOwn, itemsPerStep, jsonDepthMax, setOwn } from "@kubewright/apimachinery";
import type { JsonObject } from "../objects/api-object.ts";
import { unionOf } from "./schema-unions.ts";
import { expectWireType, specialMessage } from "./special-messages.ts";
import { ProtobufError } from "./wire-error.ts";
import { wireType } from "./wire-reader.ts";
import type { WireReader } from "./wire-reader.ts";

/**
 * Decodes a message, in steps, to an object or to the JSON value of the type. A zero where Go has no pointer is absent.
 *
 * @throws {ProtobufError} for malformed bytes, and for a message that is nested deeper than JSON allows
 */
export function* decodeMessage(reader: WireReader, definitionName: string, depth = 0): Steps<unknown> {
  const special = specialMessage(definitionName);
  if (special !== undefined) return special.read(reader);
  const fields: JsonObject = {};
  yield* decodeInto(fields, reader, definitionName, depth);
  if (protobufMessage(definitionName)?.isList) return fields["items"] ?? [];
  const union = unionOf(definitionName);
  return union === undefined ? fields : union.toJson(fields);
}

function* decodeInto(object: JsonObject, reader: WireReader, definitionName: string, depth: number): Steps<void> {
  const message = protobufMessage(definitionName);
  if (message === undefined) throw new TypeError(`Cannot decode "${definitionName}": it is not the name of a message`);
  if (depth > jsonDepthMax) throw new ProtobufError("exceeded max depth");
  let visited = 0;
  while (!reader.isAtEnd) {
    if (++visited % fieldsPerStep === 0) yield;
    const tag = reader.tag(message.goName);
    const field = message.fields.get(tag.number);
    if (field === undefined) reader.skip(tag.wireType);
    else if (field.label === "single" && field.type !== "message") {
      expectWireType(tag, layoutOf(field), field.goName);
      setSingle(object, field, decodeScalar(field.type, reader));
    } else yield* decodeField(object, { field, reader, wireType: tag.wireType, depth: depth + 1 });
  }
}

/** How many fields of one message a step decodes. */
const fieldsPerStep = 512;

/** A field whose tag has just been read. */
interface TaggedField {
  readonly field: ProtobufField;
  readonly reader: WireReader;
  readonly wireType: number;
  readonly depth: number;
}

function* decodeField(object: JsonObject, tagged: TaggedField): Steps<void> {
  switch (tagged.field.label) {
    case "single":
      return yield* decodeSingle(object, tagged);
    case "list":
      return yield* decodeItems(object, tagged);
    case "map":
      return yield* decodeEntry(object, tagged);
  }
}

function* decodeSingle(object: JsonObject, tagged: TaggedField): Steps<void> {
  const { field, reader, depth } = tagged;
  expectLayout(tagged);
  if (field.name === "") {
    yield* decodeInto(object, reader.message(), field.message, depth);
    return;
  }
  const before = getOwn(object, field.name);
  if (field.type === "message" && isPlainMessage(field.message) && isObject(before)) {
    yield* decodeInto(before, reader.message(), field.message, depth);
    return;
  }
  setSingle(object, field, yield* decodeValue(tagged));
}

function setSingle(object: JsonObject, field: ProtobufField, value: unknown): void {
  if (value === null || (!field.isPointer && isZero(value))) delete object[field.name];
  else setOwn(object, field.name, value);
}

function isZero(value: unknown): boolean {
  return value === "" || value === 0 || value === false;
}

function* decodeItems(object: JsonObject, tagged: TaggedField): Steps<void> {
  const { field, reader } = tagged;
  const known = getOwn(object, field.name);
  const items: unknown[] = Array.isArray(known) ? known : [];
  setOwn(object, field.name, items);
  if (tagged.wireType === wireType.bytes && isPackable(field)) {
    const packed = reader.message();
    while (!packed.isAtEnd) {
      if (items.length % itemsPerStep === 0) yield;
      items.push(yield* decodeValue({ ...tagged, reader: packed }));
    }
  } else {
    expectLayout(tagged);
    items.push(yield* decodeValue(tagged));
  }
}

/** An entry of a map is a message with a key and a value, both of which are absent if they are zero. */
function* decodeEntry(object: JsonObject, tagged: TaggedField): Steps<void> {
  const { field, reader, depth } = tagged;
  expectWireType(tagged, wireType.bytes, field.goName);
  const known = getOwn(object, field.name);
  const map: JsonObject = isObject(known) ? known : {};
  setOwn(object, field.name, map);
  const entry = reader.message();
  let key = "";
  let value = zeroOf(field);
  let visited = 0;
  while (!entry.isAtEnd) {
    if (++visited % fieldsPerStep === 0) yield;
    const tag = entry.tag(field.goName);
    if (tag.number === 1) key = entry.string();
    else if (tag.number === 2)
      value = yield* decodeValue({ field, reader: entry, wireType: tag.wireType, depth: depth + 1 });
    else entry.skip(tag.wireType);
  }
  setOwn(map, key, value);
}

function* decodeValue({ field, reader, depth }: TaggedField): Steps<unknown> {
  if (field.type === "message") return yield* decodeMessage(reader.message(), field.message, depth);
  return decodeScalar(field.type, reader);
}

function decodeScalar(type: Exclude<ProtobufField["type"], "message">, reader: WireReader): unknown {
  switch (type) {
    case "string":
      return reader.string();
    case "bool":
      return reader.bool();
    case "int32":
      return reader.int32();
    case "int64":
      return reader.int64();
    case "double":
      return reader.double();
    case "bytes":
      return base64(reader.bytes());
  }
}

function zeroOf(field: ProtobufField): unknown {
  switch (field.type) {
    case "string":
    case "bytes":
      return "";
    case "bool":
      return false;
    case "int32":
    case "int64":
    case "double":
      return 0;
    case "message":
      return specialMessage(field.message)?.zero ?? (protobufMessage(field.message)?.isList ? [] : {});
  }
}

function expectLayout(tagged: TaggedField): void {
  expectWireType(tagged, layoutOf(tagged.field), tagged.field.goName);
}

function layoutOf({ type }: ProtobufField): number {
  switch (type) {
    case "bool":
    case "int32":
    case "int64":
      return wireType.varint;
    case "double":
      return wireType.fixed64;
    case "string":
    case "bytes":
    case "message":
      return wireType.bytes;
  }
}

/** The numbers of a list are separate fields or one packed field. */
function isPackable({ type }: ProtobufField): boolean {
  return type === "bool" || type === "int32" || type === "int64";
}

/** Whether a message is a JSON object with its fields. */
function isPlainMessage(definitionName: string): boolean {
  return (
    specialMessage(definitionName) === undefined &&
    unionOf(definitionName) === undefined &&
    protobufMessage(definitionName)?.isList !== true
  );
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
