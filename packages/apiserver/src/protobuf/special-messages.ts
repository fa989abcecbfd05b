// Messages whose JSON value is a scalar or raw JSON: times, quantities, IntOrString, RawExtension. The Go types write them by
// hand, so no table has them. https://github.com/kubernetes/apimachinery
import { canonicalQuantity, decodeJson, encodeJson, jsonDepthMax, JsonSyntaxError } from "@kubewright/apimachinery";
import { ProtobufError } from "./wire-error.ts";
import { wireType } from "./wire-reader.ts";
import type { Tag, WireReader } from "./wire-reader.ts";
import type { MessageWriter } from "./wire-writer.ts";

/** A type with its own encoding. */
export interface SpecialMessage {
  /** The JSON value. */
  readonly read: (reader: WireReader) => unknown;
  /** Writes the fields of the message, the last one first. */
  readonly write: (writer: MessageWriter, value: unknown) => void;
  /** The JSON value of an absent field that is not a pointer in Go. */
  readonly zero: unknown;
}

/** The encoding of a definition; undefined for ordinary messages. The unions of JSON schemas are in `schema-unions.ts`. */
export function specialMessage(definitionName: string): SpecialMessage | undefined {
  return specialMessages.get(definitionName);
}

/** Calls `field` for each field of a message, and skips the field if it returns `false`. */
export function readFields(reader: WireReader, messageName: string, field: (tag: Tag) => boolean): void {
  while (!reader.isAtEnd) {
    const tag = reader.tag(messageName);
    if (!field(tag)) reader.skip(tag.wireType);
  }
}

/** Throws for a field with another wire type. */
export function expectWireType(tag: Pick<Tag, "wireType">, wanted: number, goName: string): void {
  if (tag.wireType === wanted) return;
  throw new ProtobufError(`proto: wrong wireType = ${tag.wireType} for field ${goName}`);
}

function readTimestamp(reader: WireReader): { readonly seconds: number; readonly nanos: number } | undefined {
  if (reader.isAtEnd) return undefined;
  let seconds: number | bigint = 0;
  let nanos = 0;
  readFields(reader, "Timestamp", (tag) => {
    if (tag.number > 2) return false;
    expectWireType(tag, wireType.varint, tag.number === 1 ? "Seconds" : "Nanos");
    if (tag.number === 1) seconds = reader.int64();
    else nanos = reader.int32();
    return true;
  });
  return { seconds: Number(seconds), nanos };
}

function writeTimestamp(writer: MessageWriter, milliseconds: number, nanos: number): void {
  writer.integer(2, nanos);
  writer.integer(1, Math.floor(milliseconds / 1000));
}

/** The times with a year of four digits, which RFC 3339 can represent. */
const secondsMin = -62_167_219_200;
const secondsMax = 253_402_300_799;

function timeText(seconds: number): string {
  if (seconds < secondsMin || seconds > secondsMax) {
    throw new ProtobufError("Time.MarshalJSON: year outside of range [0,9999]");
  }
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}

/** Whole seconds. Fractions are dropped, since the JSON of a Time has no fractions. */
const time: SpecialMessage = {
  zero: null,
  read(reader) {
    const timestamp = readTimestamp(reader);
    return timestamp === undefined ? null : `${timeText(timestamp.seconds)}Z`;
  },
  write(writer, value) {
    if (typeof value === "string") writeTimestamp(writer, Date.parse(value), 0);
  },
};

const microTime: SpecialMessage = {
  zero: null,
  read(reader) {
    const timestamp = readTimestamp(reader);
    if (timestamp === undefined) return null;
    const micros = Math.trunc(timestamp.nanos / 1000);
    const seconds = timestamp.seconds + Math.floor(micros / 1e6);
    return `${timeText(seconds)}.${String(micros - Math.floor(micros / 1e6) * 1e6).padStart(6, "0")}Z`;
  },
  write(writer, value) {
    if (typeof value !== "string") return;
    const fraction = /\.(\d{1,6})/u.exec(value)?.[1] ?? "";
    writeTimestamp(writer, Date.parse(value), Number(fraction.padEnd(6, "0")) * 1000);
  },
};

const quantity: SpecialMessage = {
  zero: "0",
  read(reader) {
    let value = "0";
    readFields(reader, "Quantity", (tag) => {
      if (tag.number !== 1) return false;
      expectWireType(tag, wireType.bytes, "String_");
      value = quantityOf(reader.string());
      return true;
    });
    return value;
  },
  write(writer, value) {
    writer.string(1, typeof value === "string" ? value : "0");
  },
};

function quantityOf(text: string): string {
  const canonical = canonicalQuantity(text);
  if (canonical !== undefined) return canonical;
  throw new ProtobufError(
    text === ""
      ? "unable to parse quantity's suffix"
      : "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  );
}

const intOrString: SpecialMessage = {
  zero: 0,
  read(reader) {
    let [type, number, text] = [0, 0, ""];
    readFields(reader, "IntOrString", (tag) => {
      if (tag.number > 3) return false;
      expectWireType(
        tag,
        tag.number === 3 ? wireType.bytes : wireType.varint,
        ["Type", "IntVal", "StrVal"][tag.number - 1] ?? "",
      );
      if (tag.number === 1) type = reader.int32();
      else if (tag.number === 2) number = reader.int32();
      else text = reader.string();
      return true;
    });
    // A kube-apiserver accepts it, and fails to encode it in a response.
    if (type !== 0 && type !== 1) throw new ProtobufError("impossible IntOrString.Type");
    return type === 1 ? text : number;
  },
  write(writer, value) {
    writer.string(3, typeof value === "string" ? value : "");
    writer.integer(2, typeof value === "number" ? value : 0);
    writer.integer(1, typeof value === "string" ? 1 : 0);
  },
};

/** JSON as bytes: raw extensions, defaults in schemas, field sets. */
function rawJson(messageName: string): SpecialMessage {
  return {
    zero: null,
    read(reader) {
      let value: unknown = null;
      readFields(reader, messageName, (tag) => {
        if (tag.number !== 1) return false;
        expectWireType(tag, wireType.bytes, "Raw");
        value = jsonIn(reader.string());
        return true;
      });
      return value;
    },
    write(writer, value) {
      if (value !== null && value !== undefined) writer.string(1, encodeJson(value));
    },
  };
}

function jsonIn(text: string): unknown {
  if (text === "") return null;
  try {
    return decodeJson(text, { depthMax: jsonDepthMax }).value;
  } catch (error) {
    throw error instanceof JsonSyntaxError ? new ProtobufError(error.message, { cause: error }) : error;
  }
}

const metaPackage = "io.k8s.apimachinery.pkg.apis.meta.v1";

const specialMessages: ReadonlyMap<string, SpecialMessage> = new Map([
  [`${metaPackage}.Time`, time],
  [`${metaPackage}.MicroTime`, microTime],
  [`${metaPackage}.FieldsV1`, rawJson("FieldsV1")],
  ["io.k8s.apimachinery.pkg.api.resource.Quantity", quantity],
  ["io.k8s.apimachinery.pkg.util.intstr.IntOrString", intOrString],
  ["io.k8s.apimachinery.pkg.runtime.RawExtension", rawJson("RawExtension")],
  ["io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON", rawJson("JSON")],
]);
