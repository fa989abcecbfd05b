// The messages that expressions can create. A message that holds one value is that value: `google.protobuf.Int32Value{value: 1} == 1`.
// https://protobuf.dev/reference/protobuf/google.protobuf/

import type { StructDeclaration } from "../checking/scope.ts";
import type { CelType } from "../types/type.ts";
import {
  anyType,
  boolType,
  bytesType,
  doubleType,
  dynType,
  intType,
  listOf,
  mapOf,
  stringType,
  uintType,
  wrapperOf,
} from "../types/type.ts";
import { ArrayList, EntryMap } from "../values/containers.ts";
import { typeOfValue } from "../values/describe.ts";
import { Double, toInt, Uint } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, MapValue } from "../values/value.ts";
import { emptyMessage } from "./empty-message.ts";
import {
  conversionError,
  fieldError,
  fieldOf,
  integerField,
  jsonEntries,
  jsonItems,
  jsonList,
  jsonMap,
  present,
  unsignedField,
} from "./message-fields.ts";
import { decodeMessage } from "./message-bytes.ts";
import { timeMessages } from "./time-messages.ts";

/** The messages by name. */
export const messages: ReadonlyMap<string, StructDeclaration> = new Map([
  ...timeMessages,
  wrapper("BoolValue", boolType, { zero: false, convert: (value) => fieldOf(value, boolType, "bool") }),
  wrapper("BytesValue", bytesType, {
    zero: new Uint8Array(),
    convert: (value) => fieldOf(value, bytesType, "[]uint8"),
  }),
  wrapper("DoubleValue", doubleType, { zero: new Double(0), convert: double }),
  wrapper("FloatValue", doubleType, { zero: new Double(0), convert: float }),
  wrapper("Int32Value", intType, { zero: 0, convert: (value) => int(value, 32) }),
  wrapper("Int64Value", intType, { zero: 0, convert: (value) => int(value, 64) }),
  wrapper("StringValue", stringType, { zero: "", convert: (value) => fieldOf(value, stringType, "string") }),
  wrapper("UInt32Value", uintType, { zero: new Uint(0), convert: (value) => unsignedField(value, 32) }),
  wrapper("UInt64Value", uintType, { zero: new Uint(0), convert: (value) => unsignedField(value, 64) }),
  declare("Value", dynType, {
    null_value: { type: intType, convert: withFieldError(nullField) },
    number_value: { type: doubleType, convert: withFieldError(double) },
    string_value: { type: stringType, convert: withFieldError((value) => fieldOf(value, stringType, "string")) },
    bool_value: { type: boolType, convert: withFieldError((value) => fieldOf(value, boolType, "bool")) },
    struct_value: { type: mapOf(stringType, dynType), convert: withFieldError(structField) },
    list_value: { type: listOf(dynType), convert: withFieldError(listField) },
  }),
  declare("Struct", mapOf(stringType, dynType), { fields: { type: mapOf(stringType, dynType), convert: mapField } }),
  declare("ListValue", listOf(dynType), { values: { type: listOf(dynType), convert: repeatedField } }),
  ["google.protobuf.Empty", emptyMessage],
  anyMessage(),
]);

interface MessageField {
  readonly type: CelType;
  /** The value as the field holds it, or an error. */
  readonly convert: (value: Value, field: string) => Value;
}

type Declaration = readonly [name: string, declaration: StructDeclaration];

/** A message whose value is that of its last field; without fields, `zero`. */
function declare(
  short: string,
  type: CelType,
  fields: Readonly<Record<string, MessageField>>,
  zero: Value = zeroOf(type),
): Declaration {
  const message = `google.protobuf.${short}`;
  const create = (values: ReadonlyMap<string, Value>): Value => {
    let result = zero;
    for (const [name, value] of values) {
      result = fields[name]?.convert(value, `${message}.${name}`) ?? null;
      if (result instanceof CelError) return result;
    }
    return result;
  };
  return [
    message,
    { type, fieldType: (name) => (Object.hasOwn(fields, name) ? fields[name]?.type : undefined), create },
  ];
}

function zeroOf({ kind }: CelType): Value {
  if (kind === "list") return new ArrayList([]);
  return kind === "map" ? new EntryMap() : null;
}

function wrapper(
  short: string,
  type: CelType,
  { zero, convert }: { readonly zero: Value; readonly convert: (value: Value) => Value },
): Declaration {
  return declare(short, wrapperOf(type), { value: { type, convert: withFieldError(convert) } }, zero);
}

function withFieldError(convert: (value: Value) => Value): MessageField["convert"] {
  return (value, field) => {
    const converted = convert(value);
    return converted instanceof CelError ? fieldError(field, converted) : converted;
  };
}

function int(value: Value, bits: 32 | 64): Value {
  const integer = integerField(value, bits);
  return integer instanceof CelError ? integer : toInt(integer);
}

function double(value: Value): Value {
  return fieldOf(value, doubleType, "float64");
}

function float(value: Value): Value {
  const converted = fieldOf(value, doubleType, "float32");
  return converted instanceof Double ? new Double(Math.fround(converted.value)) : converted;
}

/** An enum of one value: every integer is null. */
function nullField(value: Value): Value {
  const number = integerField(value, 32, "protoreflect.EnumNumber");
  return number instanceof CelError ? number : null;
}

function structField(value: Value): Value {
  const inner = present(value);
  return inner instanceof MapValue ? jsonMap(inner, "*structpb.Struct") : conversionError(inner, "*structpb.Struct");
}

function listField(value: Value): Value {
  const inner = present(value);
  return inner instanceof ListValue
    ? jsonList(inner, "*structpb.ListValue")
    : conversionError(inner, "*structpb.ListValue");
}

function mapField(value: Value, field: string): Value {
  return value instanceof MapValue
    ? withFieldError(() => jsonEntries(value))(value, field)
    : unsupportedField(value, field);
}

function repeatedField(value: Value, field: string): Value {
  return value instanceof ListValue
    ? withFieldError(() => jsonItems(value))(value, field)
    : unsupportedField(value, field);
}

function unsupportedField(value: Value, field: string): CelError {
  return new CelError(`unsupported field type for ${field}: ${typeOfValue(value).name}`);
}

/** A message with its own type, which is decoded when it is created. */
function anyMessage(): Declaration {
  const fields: ReadonlyMap<string, { readonly type: CelType; readonly target: string; readonly zero: Value }> =
    new Map([
      ["type_url", { type: stringType, target: "string", zero: "" }],
      ["value", { type: bytesType, target: "[]uint8", zero: new Uint8Array() }],
    ]);
  const create = (values: ReadonlyMap<string, Value>): Value => {
    const converted: Value[] = [];
    for (const [name, { type, target, zero }] of fields) {
      const value = fieldOf(values.get(name) ?? (values.has(name) ? null : zero), type, target);
      if (value instanceof CelError) return fieldError(`${anyType.name}.${name}`, value);
      converted.push(value);
    }
    const [url, bytes] = converted as [string, Uint8Array]; // As the fields have these types.
    const decoded = decodeMessage(url.slice(url.lastIndexOf("/") + 1), bytes, messages);
    return decoded === undefined ? undecodable(url, bytes) : decoded;
  };
  return [anyType.name, { type: anyType, fieldType: (name) => fields.get(name)?.type, create }];
}

/** The error shows the message as the reference prints it. */
function undecodable(url: string, bytes: Uint8Array): CelError {
  const shown = [
    url === "" ? "" : `type_url:${JSON.stringify(url)}`,
    bytes.length === 0 ? "" : `value:${quoted(bytes)}`,
  ];
  const text = shown.filter((field) => field !== "").join(" ");
  return new CelError(`unsupported conversion to ref.Val: (*dynamicpb.Message)${text}`);
}

/** Bytes in the text format of messages. */
function quoted(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => {
    const char = String.fromCodePoint(byte);
    if (char === '"' || char === "\\") return `\\${char}`;
    return byte >= 0x20 && byte < 0x7f ? char : (escapes.get(char) ?? `\\x${byte.toString(16).padStart(2, "0")}`);
  });
  return `"${text.join("")}"`;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);
