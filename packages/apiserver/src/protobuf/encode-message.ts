// Encodes JSON objects as protobuf messages, as Go does: fields sorted by number, with zeros of fields that are not pointers in Go, and maps sorted by
// key. A message is written from its end, so all loops run backwards.
import type { ProtobufField, ProtobufMessage } from "@kubewright/api-facts";
import { protobufMessage } from "@kubewright/api-facts";
import type { Steps } from "@kubewright/apimachinery";
import { getOwn, itemsPerStep, shouldYield } from "@kubewright/apimachinery";
import { sortTexts } from "@kubewright/schema";
import type { JsonObject } from "../objects/api-object.ts";
import { unionOf } from "./schema-unions.ts";
import { specialMessage } from "./special-messages.ts";
import type { MessageWriter } from "./wire-writer.ts";
import { MessageSize } from "./wire-writer.ts";

/** Writes the fields of a message. Values with another type than the field are omitted. */
export function encodeMessage(writer: MessageWriter, value: unknown, definitionName: string): void {
  const special = specialMessage(definitionName);
  if (special !== undefined) return special.write(writer, value);
  const message = protobufMessage(definitionName);
  if (message === undefined) throw new TypeError(`Cannot encode "${definitionName}": it is not the name of a message`);
  encodeFields(writer, objectOf(value, definitionName, message), message);
}

/** In steps, the size of a message in bytes. */
export function messageSize(value: unknown, definitionName: string): Steps<number> {
  return sizeOf(value, definitionName, { visited: 0 });
}

/** The number of values that have been visited. */
interface Count {
  visited: number;
}

function* sizeOf(value: unknown, definitionName: string, count: Count): Steps<number> {
  const size = new MessageSize();
  const message = specialMessage(definitionName) === undefined ? protobufMessage(definitionName) : undefined;
  if (message === undefined) {
    if (shouldYield()) yield; // The fields of a manager may take 30 ms.
    encodeMessage(size, value, definitionName);
  } else yield* addFields(size, objectOf(value, definitionName, message), message, count);
  return size.length;
}

function* addFields(size: MessageSize, object: JsonObject, { fields }: ProtobufMessage, count: Count): Steps<void> {
  for (const field of fields.values()) {
    const value = field.name === "" ? object : getOwn(object, field.name);
    if (field.label === "single") {
      const isMessage = field.type === "message" && value !== undefined && value !== null;
      if (isMessage) yield* addMessage(size, field, field.number, value, count);
      else encodeSingle(size, field, value);
    } else if (field.label === "list") {
      if (!Array.isArray(value)) continue;
      for (const item of value) {
        if (++count.visited % itemsPerStep === 0) yield;
        if (field.type === "message") yield* addMessage(size, field, field.number, item, count);
        else encodeValue(size, field, field.number, item);
      }
    } else if (isObject(value)) {
      for (const key of Object.keys(value)) {
        if (++count.visited % itemsPerStep === 0) yield;
        const entry = new MessageSize();
        if (field.type === "message") yield* addMessage(entry, field, 2, value[key], count);
        else encodeValue(entry, field, 2, value[key]);
        entry.string(1, key);
        size.bytes(field.number, entry);
      }
    }
  }
}

function* addMessage(
  size: MessageSize,
  { message }: ProtobufField,
  number: number,
  value: unknown,
  count: Count,
): Steps<void> {
  size.bytes(number, { length: yield* sizeOf(value, message, count) });
}

/** The value as an object with the fields of the message. */
function objectOf(value: unknown, definitionName: string, { isList }: ProtobufMessage): JsonObject {
  if (isList) return { items: value };
  const union = unionOf(definitionName);
  if (union !== undefined) return union.fromJson(value);
  return isObject(value) ? value : {};
}

function encodeFields(writer: MessageWriter, object: JsonObject, { fields }: ProtobufMessage): void {
  for (const field of Array.from(fields.values()).reverse()) {
    const value = field.name === "" ? object : getOwn(object, field.name);
    switch (field.label) {
      case "single":
        encodeSingle(writer, field, value);
        break;
      case "list":
        if (Array.isArray(value)) for (const item of value.toReversed()) encodeValue(writer, field, field.number, item);
        break;
      case "map":
        if (isObject(value)) encodeMap(writer, field, value);
        break;
    }
  }
}

function encodeSingle(writer: MessageWriter, field: ProtobufField, value: unknown): void {
  const isAbsent = value === undefined || value === null;
  // Absent bytes are a nil slice.
  if (isAbsent && (field.isPointer || field.type === "bytes")) return;
  encodeValue(writer, field, field.number, value);
}

function encodeMap(writer: MessageWriter, field: ProtobufField, map: JsonObject): void {
  const keys = Object.keys(map);
  for (const key of sortTexts(keys).reverse()) {
    writer.message(field.number, () => {
      encodeValue(writer, field, 2, map[key]);
      writer.string(1, key);
    });
  }
}

function encodeValue(writer: MessageWriter, { type, message }: ProtobufField, number: number, value: unknown): void {
  switch (type) {
    case "string":
      return writer.string(number, typeof value === "string" ? value : "");
    case "bool":
      return writer.integer(number, value === true ? 1 : 0);
    case "int32":
    case "int64":
      return writer.integer(number, typeof value === "number" || typeof value === "bigint" ? value : 0);
    case "double":
      return writer.double(number, typeof value === "number" ? value : 0);
    case "bytes":
      return writer.bytes(number, Buffer.from(typeof value === "string" ? value : "", "base64"));
    case "message":
      return writer.message(number, () => encodeMessage(writer, value, message));
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
