// Decodes protobuf request bodies to JSON objects.
import {
  afterPause,
  apiVersionOf,
  badRequest,
  finish,
  parseApiVersion,
  whenDone,
  whenFailed,
} from "@kubewright/apimachinery";
import type { GroupVersion, GroupVersionKind, Work } from "@kubewright/apimachinery";
import { unrecognized } from "../negotiation/body.ts";
import type { Envelope } from "../protobuf/envelope.ts";
import { messageOfKind, objectInEnvelope, openEnvelope } from "../protobuf/envelope.ts";
import { ProtobufError } from "../protobuf/wire-error.ts";
import type { JsonObject } from "../objects/api-object.ts";

/**
 * Decodes a body, in steps, by the kind in its envelope, or by the expected kind if the envelope names none. For a kind without protobuf support, returns only
 * `kind` and `apiVersion`, which the caller rejects. A body in one of the `olderVersions` has the fields of the expected version.
 *
 * @throws {ApiError} 400 for a malformed envelope or message.
 */
export function decodeProtobufBody(
  body: Uint8Array,
  expected: GroupVersionKind,
  olderVersions: readonly string[] = [],
): Work<JsonObject> {
  const opening = decodeOrThrow(
    () => openEnvelope(body),
    (problem) => unrecognized(expected.kind, problem, body),
  );
  return afterPause(opening, (envelope) => {
    const kind = { ...groupVersionOf(envelope, expected), kind: envelope.kind || expected.kind };
    const typeMeta = { kind: kind.kind, apiVersion: apiVersionOf(kind.group, kind.version) };
    const definitionName = messageOfKind(olderVersions.includes(kind.version) ? expected : kind);
    if (definitionName === undefined) return typeMeta;
    const lead = `${kind.kind} in version ${JSON.stringify(kind.version)} cannot be handled as a ${expected.kind}`;
    const decoding = decodeOrThrow(
      () => objectInEnvelope(envelope, definitionName),
      (problem) => badRequest(`${lead}: ${problem}`),
    );
    return whenDone(decoding, (fields) => ({ ...typeMeta, ...fields }));
  });
}

/** Decodes the options of a delete; the caller rejects other kinds. Throws 400 for a malformed body. */
export function decodeProtobufOptions(body: Uint8Array): JsonObject {
  return finish(decodeOrThrow(() => optionsIn(body), badRequest));
}

function optionsIn(body: Uint8Array): Work<JsonObject> {
  const envelope = openEnvelope(body);
  const kind = { ...groupVersionOf(envelope, metaVersion), kind: envelope.kind || deleteOptions };
  const typeMeta = { kind: kind.kind, apiVersion: apiVersionOf(kind.group, kind.version) };
  if (kind.kind !== deleteOptions) return typeMeta;
  const definition = `io.k8s.apimachinery.pkg.apis.meta.v1.${deleteOptions}`;
  return whenDone(objectInEnvelope(envelope, definition), (fields) => ({ ...typeMeta, ...fields }));
}

const metaVersion: GroupVersion = { group: "meta.k8s.io", version: "v1" };
const deleteOptions = "DeleteOptions";

/** Throws the error that `errorOf` returns for malformed bytes. */
function decodeOrThrow<T>(decode: () => Work<T>, errorOf: (problem: string) => Error): Work<T> {
  return whenFailed(decode, (error) => {
    throw error instanceof ProtobufError ? errorOf(error.message) : error;
  });
}

/** The group and version in the envelope; the expected ones if they are missing or malformed. */
function groupVersionOf({ apiVersion }: Envelope, { group, version }: GroupVersion): GroupVersion {
  try {
    const named = parseApiVersion(apiVersion);
    return named.version === "" ? { group, version } : named;
  } catch {
    return { group, version };
  }
}
