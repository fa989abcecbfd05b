// The envelope of protobuf bodies: four magic bytes, and a message (`runtime.Unknown`) with the kind and the object.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#protobuf-encoding
import { definitionOf, protobufMessage } from "@kubewright/api-facts";
import type { GroupVersionKind, KubernetesObject, Work } from "@kubewright/apimachinery";
import { parseApiVersion, whenDone, workOf } from "@kubewright/apimachinery";
import type { JsonObject } from "../objects/api-object.ts";
import { decodeMessage } from "./decode-message.ts";
import { encodeMessage, messageSize } from "./encode-message.ts";
import { expectWireType, readFields } from "./special-messages.ts";
import { ProtobufError } from "./wire-error.ts";
import { WireReader, wireType } from "./wire-reader.ts";
import type { MessageWriter } from "./wire-writer.ts";
import { BackwardWriter, MessageSize } from "./wire-writer.ts";

/** `k8s` and a zero. */
const prefix: Uint8Array = Uint8Array.of(0x6b, 0x38, 0x73, 0);

/** The contents of an envelope. */
export interface Envelope {
  /** `""` if the sender has omitted it. */
  readonly apiVersion: string;
  /** `""` if the sender has omitted it. */
  readonly kind: string;
  /** The encoded object. */
  readonly raw: Uint8Array;
}

/** Opens an envelope. As in kube-apiserver, its content type and encoding are ignored. */
export function openEnvelope(bytes: Uint8Array): Envelope {
  if (bytes.length === 0) throw new ProtobufError("empty data");
  if (!prefix.every((byte, index) => bytes[index] === byte)) {
    throw new ProtobufError(
      `provided data does not appear to be a protobuf message, expected prefix [${prefix.join(" ")}]`,
    );
  }
  if (bytes.length === prefix.length) throw new ProtobufError("empty body");
  const reader = new WireReader(bytes, prefix.length);
  let typeMeta = { apiVersion: "", kind: "" };
  let raw: Uint8Array = new Uint8Array(0);
  readFields(reader, "Unknown", (tag) => {
    const field = ["TypeMeta", "Raw", "ContentEncoding", "ContentType"][tag.number - 1];
    if (field === undefined) return false;
    expectWireType(tag, wireType.bytes, field);
    if (field === "TypeMeta") typeMeta = readTypeMeta(reader.message(), typeMeta);
    else if (field === "Raw") raw = reader.bytes();
    else reader.bytes();
    return true;
  });
  return { ...typeMeta, raw };
}

/** Decodes, in steps, the object in an envelope. `definitionName` is that of its kind. */
export function objectInEnvelope({ raw }: Envelope, definitionName: string): Work<JsonObject> {
  return workOf(decodeMessage(new WireReader(raw), definitionName)) as Work<JsonObject>; // Kinds are objects.
}

/**
 * Encodes an object in an envelope, by its kind.
 *
 * @throws {TypeError} for a kind that protobuf does not support
 */
export function encodeEnvelope(object: object): Uint8Array {
  const writer = new BackwardWriter();
  const definitionName = messageOfObject(object);
  writeEnvelope(writer, object, () => encodeMessage(writer, object, definitionName));
  writer.raw(prefix);
  return writer.finish();
}

/**
 * The length of `encodeEnvelope`, in steps.
 *
 * @throws {TypeError} for a kind that protobuf does not support
 */
export function envelopeSize(object: object): Work<number> {
  return whenDone(workOf(messageSize(object, messageOfObject(object))), (length) => {
    const writer = new MessageSize();
    writeEnvelope(writer, object, () => void (writer.length += length));
    return prefix.length + writer.length;
  });
}

function messageOfObject(object: object): string {
  const { apiVersion, kind } = object as KubernetesObject; // An object without a kind is rejected below.
  const definitionName = messageOfKind({ ...parseApiVersion(apiVersion ?? ""), kind: kind ?? "" });
  if (definitionName !== undefined) return definitionName;
  throw new TypeError(`Cannot encode ${apiVersion} ${kind}: protobuf supports only built-in kinds`);
}

/** Encodes a list in an envelope. The items are decoded one after the other, so that not all of them are in memory as objects. */
export function encodeListEnvelope(list: ListHead, items: Iterable<JsonObject>): Uint8Array {
  const encoded: Uint8Array[] = [];
  for (const item of items) {
    const writer = new BackwardWriter();
    encodeMessage(writer, item, list.itemDefinition);
    encoded.push(writer.finish());
  }
  const writer = new BackwardWriter();
  writeEnvelope(writer, list, () => {
    for (const item of encoded.reverse()) writer.bytes(2, item);
    writer.message(1, () => encodeMessage(writer, list.metadata, `${metaPackage}.ListMeta`));
  });
  writer.raw(prefix);
  return writer.finish();
}

/** The fields of a list other than its items. */
export interface ListHead {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: object;
  /** The definition of its items. */
  readonly itemDefinition: string;
}

function writeEnvelope(
  writer: MessageWriter,
  { apiVersion = "", kind = "" }: KubernetesObject,
  write: () => void,
): void {
  writer.string(4, "");
  writer.string(3, "");
  writer.message(2, write);
  writer.message(1, () => {
    writer.string(2, kind);
    writer.string(1, apiVersion);
  });
}

/** The name of the message of a built-in kind. Undefined for kinds that protobuf does not support, such as Table. */
export function messageOfKind(kind: GroupVersionKind): string | undefined {
  const name = definitionOf(kind) ?? (kind.group === "meta.k8s.io" ? `${metaPackage}.${kind.kind}` : "");
  return protobufMessage(name) === undefined || kind.kind === "Table" ? undefined : name;
}

const metaPackage = "io.k8s.apimachinery.pkg.apis.meta.v1";

function readTypeMeta(reader: WireReader, before: Pick<Envelope, "apiVersion" | "kind">): typeof before {
  let { apiVersion, kind } = before;
  readFields(reader, "TypeMeta", (tag) => {
    if (tag.number > 2) return false;
    expectWireType(tag, wireType.bytes, tag.number === 1 ? "APIVersion" : "Kind");
    if (tag.number === 1) apiVersion = reader.string();
    else kind = reader.string();
    return true;
  });
  return { apiVersion, kind };
}
