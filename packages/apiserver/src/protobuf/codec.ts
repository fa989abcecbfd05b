// Encodes and decodes objects in protobuf, the content type of Go clients for built-in kinds.
import type { KubernetesObject } from "@kubewright/apimachinery";
import { finish, parseApiVersion } from "@kubewright/apimachinery";
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
 * Encodes an object of a built-in kind, or a list of them, as `application/vnd.kubernetes.protobuf`. Omits unknown fields, and values
 * with another type than the field.
 *
 * @throws {TypeError} for a kind that protobuf does not support, such as a custom resource
 */
export function encodeProtobuf(object: KubernetesObject): Uint8Array {
  return encodeEnvelope(object);
}

/**
 * Decodes an object. Values that Go does not distinguish from absent values (zeros that are not pointers) are absent.
 *
 * @throws {ProtobufError} for a malformed envelope or message, and for a kind that is not built in
 */
export function decodeProtobuf(bytes: Uint8Array): KubernetesObject {
  const envelope = openEnvelope(bytes);
  const { apiVersion, kind } = envelope;
  const definitionName = messageOfKind({ ...parseApiVersion(apiVersion), kind });
  if (definitionName === undefined) {
    throw new ProtobufError(`Cannot decode ${apiVersion} ${kind}: protobuf supports only built-in kinds`);
  }
  return { kind, apiVersion, ...finish(objectInEnvelope(envelope, definitionName)) };
}

/**
 * Decodes the events in the body of a watch: `application/vnd.kubernetes.protobuf;stream=watch`.
 *
 * @throws {ProtobufError} as `decodeProtobuf`, and for an incomplete last event
 */
export function decodeProtobufEvents(bytes: Uint8Array): readonly ProtobufEvent[] {
  return decodeWatchFrames(bytes).map(({ type, envelope }) => ({ type, object: decodeProtobuf(envelope) }));
}
