// Encodes and decodes objects in protobuf, the content type of Go clients for built-in kinds.
import type { KubernetesObject } from "@kubewright/apimachinery";
import { parseApiVersion } from "@kubewright/apimachinery";
import { encodeEnvelope, messageOfKind, objectInEnvelope, openEnvelope } from "./envelope.ts";
import { decodeWatchFrames } from "./watch-frame.ts";
import { ProtobufError } from "./wire-error.ts";

/** One event of a watch. */
export interface ProtobufEvent {
  /** `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`. */
  readonly type: string;
  readonly object: KubernetesObject;
}

/**
 * An object of a built-in kind, or a list of them, as the bytes that a client in Go sends: `application/vnd.kubernetes.protobuf`. Fields that
 * the kind does not have are left out, and a value of another type than the field's counts as absent.
 *
 * @throws {TypeError} for a kind that has no protobuf form, such as that of a custom resource
 */
export function encodeProtobuf(object: KubernetesObject): Uint8Array {
  return encodeEnvelope(object);
}

/**
 * The object in such bytes. Values that Go does not distinguish from absent (zeros that are no pointers) are absent.
 *
 * @throws {ProtobufError} when the bytes are no envelope, or hold a kind that is not built in, or no message of their kind
 */
export function decodeProtobuf(bytes: Uint8Array): KubernetesObject {
  const envelope = openEnvelope(bytes);
  const { apiVersion, kind } = envelope;
  const definitionName = messageOfKind({ ...parseApiVersion(apiVersion), kind });
  if (definitionName === undefined) {
    throw new ProtobufError(`Cannot decode ${apiVersion} ${kind}: it has no protobuf form, expected a built-in kind`);
  }
  return { kind, apiVersion, ...objectInEnvelope(envelope, definitionName) };
}

/**
 * The events in the body of a watch: `application/vnd.kubernetes.protobuf;stream=watch`.
 *
 * @throws {ProtobufError} as `decodeProtobuf`, and when the last event is not whole
 */
export function decodeProtobufEvents(bytes: Uint8Array): readonly ProtobufEvent[] {
  return decodeWatchFrames(bytes).map(({ type, envelope }) => ({ type, object: decodeProtobuf(envelope) }));
}
