// The response of a verb in the requested media type: JSON, YAML or protobuf; the object, a table, or metadata.
import { decodeJson, encodeJson, isStatus, notAcceptable } from "@kubewright/apimachinery";
import type { ApiError, Status } from "@kubewright/apimachinery";
import type { MediaTypeOptions } from "../negotiation/accept.ts";
import { jsonType } from "../negotiation/media-types.ts";
import { partialMetadata, rowOptionsOf, tableOf, tableBuffers } from "../negotiation/table.ts";
import type { ApiObject } from "../objects/api-object.ts";
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import type { Pauses } from "../turns/time-slices.ts";
import { pauseBetweenSlices, runInSteps } from "../turns/time-slices.ts";
import { prefetchEntry } from "../conversion/prefetch.ts";
import { bytesIn, metadataBuffers, objectIn, toServedVersion } from "../conversion/served-object.ts";
import type { WriteResult } from "../writes/commit.ts";
import { bodyOfBuffers, joinBuffers } from "../http/chunks.ts";
import type { Scope } from "./scope.ts";
import { requestEndOf } from "./scope.ts";
import { serializers } from "./serializers.ts";
import type { ServerResponse } from "../http/server-request.ts";

/** Responds with a stored object. */
export function respondWithConverted(scope: Scope, status: number, entry: ConvertedEntry): ServerResponse {
  const { accept, resource } = scope;
  if (accept.as === "PartialObjectMetadataList") throw notAList(scope);
  if (accept.as === "PartialObjectMetadata") {
    return inFormat(accept, status, joinBuffers(metadataBuffers(entry, resource, accept.asVersion)));
  }
  if (accept.as === "Table") {
    const listMeta = { resourceVersion: String(entry.revision) };
    return inFormat(accept, status, joinBuffers(tableBuffers(scope, [entry], listMeta)));
  }
  return accept.format === "json"
    ? jsonBytes(status, bytesIn(entry, resource))
    : respond(accept, status, objectIn(entry, resource));
}

/** Responds with an object of any version of the kind that is not stored in this state: the result of a dry run or of a delete. */
export async function respondWithUnstored(scope: Scope, status: number, object: ApiObject): Promise<ServerResponse> {
  const converting = runInSteps(() => toServedVersion(object, scope.resource), pauseBetweenSlices(requestEndOf(scope)));
  return respondWithObject(scope, status, converting instanceof Promise ? await converting : converting);
}

/** Responds with an object of the requested version that is not stored in this state, such as a view or a review. */
export function respondWithObject(scope: Scope, status: number, object: ApiObject): ServerResponse {
  const { accept } = scope;
  if (accept.as === undefined) return respond(accept, status, object);
  switch (accept.as) {
    case "PartialObjectMetadata":
      return respond(accept, status, partialMetadata(object, scope.resource, accept.asVersion));
    case "PartialObjectMetadataList":
      throw notAList(scope);
    case "Table":
      return respond(accept, status, tableOf(object, rowOptionsOf(scope)));
  }
}

/** Responds with a whole list or table. */
export function respondWithFields({ accept }: Pick<Scope, "accept">, fields: object): ServerResponse {
  return respond(accept, 200, fields);
}

/** Responds with the result of a write. */
export async function respondWithResult(scope: Scope, result: WriteResult, { pause }: Pauses): Promise<ServerResponse> {
  const pausing = pause();
  if (pausing !== undefined) await pausing;
  const status = result.created ? 201 : 200;
  if (result.type === "stored") {
    const converting = prefetchEntry(result.entry, scope.resource);
    return respondWithConverted(scope, status, converting instanceof Promise ? await converting : converting);
  }
  const { object } = result;
  // The result of a review may be a Status.
  const hasStatus = result.type === "reviewed" && object.kind === "Status";
  return hasStatus ? respondWithObject(scope, status, object) : respondWithUnstored(scope, status, object);
}

/** Responds with a Status, which has no table and no metadata-only representation. */
export function respondWithStatus(accept: MediaTypeOptions, status: Status): ServerResponse {
  const code = status.code ?? 200;
  const retryAfter = status.details?.retryAfterSeconds;
  const response =
    accept.format === "json" && isLarge(status)
      ? { status: code, headers: { "content-type": jsonType }, body: bodyOfBuffers(statusBuffers(status)) }
      : respond(accept, code, status);
  if (retryAfter === undefined) return response;
  return { ...response, headers: { ...response.headers, "retry-after": String(retryAfter) } };
}

/** A Status with more causes, or a longer message, is encoded while it is sent: each of its 3,000 causes may show a list of 3,000 items. */
const wholeCausesMax = 100;
const wholeMessageMax = 64 * 1024;

function isLarge({ message = "", details }: Status): boolean {
  const { length: causes } = details?.causes ?? [];
  return causes > wholeCausesMax || (causes > 0 && message.length > wholeMessageMax);
}

function* statusBuffers(status: Status): Generator<Uint8Array, void, undefined> {
  const { message = "", details } = status;
  const { causes = [] } = details ?? {};
  const text = encodeJson({ ...status, message: "", details: { ...details, causes: [] } });
  // Quotes inside of strings are escaped, so the first matches are the fields.
  const messageAt = text.indexOf('"message":""') + '"message":"'.length;
  const causesAt = text.indexOf('"causes":[]') + '"causes":['.length;
  yield Buffer.from(text.slice(0, messageAt));
  for (let at = 0; at < message.length;) {
    const part = message.slice(at, at + wholeMessageMax).replace(/(?<=[^])[\ud800-\udbff]$/, "");
    yield Buffer.from(encodeJson(part).slice(1, -1));
    at += part.length;
  }
  yield Buffer.from(text.slice(messageAt, causesAt));
  for (const [index, cause] of causes.entries()) yield Buffer.from(`${index === 0 ? "" : ","}${encodeJson(cause)}`);
  yield Buffer.from(text.slice(causesAt));
}

function notAList(scope: Scope): ApiError {
  const type = goTypeOfKind(scope, scope.resource.kind);
  return notAcceptable(`you requested PartialObjectMetadataList, but the requested object is not a list (*${type})`);
}

/** The Go type of a kind, which error messages contain. */
export function goTypeOfKind({ resource }: Pick<Scope, "resource">, kind: string): string {
  if (resource.custom) return "unstructured.Unstructured";
  return `${resource.group === "" ? "core" : (resource.group.split(".")[0] ?? "")}.${kind}`;
}

/** JSON bytes in the requested format. */
export function inFormat(accept: MediaTypeOptions, status: number, bytes: Uint8Array): ServerResponse {
  return accept.format === "json" ? jsonBytes(status, bytes) : respond(accept, status, valueIn(bytes));
}

/** The protobuf encoding of an object, given its JSON. */
export function protobufOf(bytes: Uint8Array): Uint8Array {
  return serializers.protobuf.encode(valueIn(bytes));
}

function valueIn(bytes: Uint8Array): object {
  return decodeJson(Buffer.from(bytes).toString()).value as object; // The server has encoded an object.
}

function respond({ format }: MediaTypeOptions, status: number, object: object): ServerResponse {
  const serializer = serializers[format];
  const headers = { "content-type": serializer.mediaType };
  const response = { status, headers, body: serializer.encode(object) };
  return isStatus(object) ? { ...response, statusObject: object } : response;
}

function jsonBytes(status: number, body: Uint8Array): ServerResponse {
  return { status, headers: { "content-type": jsonType }, body };
}
