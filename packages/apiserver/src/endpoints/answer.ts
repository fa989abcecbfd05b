// From what a verb found to what the client asked to see: JSON, YAML or protobuf; the object, a table, or metadata.
import { decodeJson, notAcceptable } from "@kubewright/apimachinery";
import type { ApiError, Status } from "@kubewright/apimachinery";
import type { MediaTypeOptions } from "../negotiation/accept.ts";
import { jsonType } from "../negotiation/media-types.ts";
import { partialMetadata, rowOptionsOf, tableOf, tablePieces } from "../negotiation/table.ts";
import type { ApiObject } from "../objects/api-object.ts";
import { whenConverted } from "../conversion/prefetch.ts";
import { bytesIn, metadataPieces, objectIn, toServedVersion } from "../conversion/served-object.ts";
import type { WriteResult } from "../registry/written.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { joinPieces } from "../http/chunks.ts";
import type { Scope } from "./scope.ts";
import { serializers } from "./serializers.ts";
import type { ServerResponse } from "../http/server-request.ts";

/** Answers with a stored object. */
export function answerEntry(scope: Scope, status: number, entry: StoredEntry): ServerResponse {
  const { accept, resource } = scope;
  if (accept.as === undefined) {
    return accept.format === "json"
      ? jsonBytes(status, bytesIn(entry, resource))
      : answer(accept, status, objectIn(entry, resource));
  }
  switch (accept.as) {
    case "PartialObjectMetadata":
      return inFormat(accept, status, joinPieces(metadataPieces(entry, accept.asVersion)));
    case "PartialObjectMetadataList":
      throw notAList(scope);
    case "Table":
      return inFormat(
        accept,
        status,
        joinPieces(tablePieces(scope, [entry], { resourceVersion: String(entry.revision) })),
      );
  }
}

/** Answers with an object that is in no store, or not as it is there: a view, a dry run, a review. In the form of the request. */
export function answerObject(scope: Scope, status: number, object: ApiObject): ServerResponse {
  const { accept } = scope;
  if (accept.as === undefined) return answer(accept, status, object);
  switch (accept.as) {
    case "PartialObjectMetadata":
      return answer(accept, status, partialMetadata(object, accept.asVersion));
    case "PartialObjectMetadataList":
      throw notAList(scope);
    case "Table":
      return answer(accept, status, tableOf(object, rowOptionsOf(scope)));
  }
}

/** Answers with a document that is complete: a list or a table that is no single object. */
export function answerFields({ accept }: Pick<Scope, "accept">, fields: object): ServerResponse {
  return answer(accept, 200, fields);
}

/** Answers with the result of a write. */
export function answerWrite(scope: Scope, result: WriteResult): ServerResponse | Promise<ServerResponse> {
  const status = result.created ? 201 : 200;
  return whenConverted(() => {
    if (result.type === "stored") return answerEntry(scope, status, result.entry);
    // The answer to a review may be a Status.
    const isStatus = result.type === "reviewed" && result.object.kind === "Status";
    return answerObject(scope, status, isStatus ? result.object : toServedVersion(result.object, scope.resource));
  });
}

/** Answers with a Status; the forms of objects do not apply to it. */
export function answerStatus(accept: MediaTypeOptions, status: Status): ServerResponse {
  const code = status.code ?? 200;
  const retryAfter = status.details?.retryAfterSeconds;
  const response = answer(accept, code, status);
  if (retryAfter === undefined) return response;
  return { ...response, headers: { ...response.headers, "retry-after": String(retryAfter) } };
}

function notAList(scope: Scope): ApiError {
  const type = goTypeOf(scope, scope.resource.kind);
  return notAcceptable(`you requested PartialObjectMetadataList, but the requested object is not a list (*${type})`);
}

/** The name a kube-apiserver's language has for a kind; only its texts show it. */
export function goTypeOf({ resource }: Pick<Scope, "resource">, kind: string): string {
  if (resource.custom) return "unstructured.Unstructured";
  return `${resource.group === "" ? "core" : (resource.group.split(".")[0] ?? "")}.${kind}`;
}

/** JSON bytes in the format that the client takes. */
export function inFormat(accept: MediaTypeOptions, status: number, bytes: Uint8Array): ServerResponse {
  return accept.format === "json" ? jsonBytes(status, bytes) : answer(accept, status, valueIn(bytes));
}

/** JSON bytes of an object of a kind that has a protobuf form, in that form. */
export function protobufOf(bytes: Uint8Array): Uint8Array {
  return serializers.protobuf.encode(valueIn(bytes));
}

function valueIn(bytes: Uint8Array): object {
  return decodeJson(Buffer.from(bytes).toString()).value as object; // The server wrote it, and it was an object.
}

function answer({ format }: MediaTypeOptions, status: number, object: object): ServerResponse {
  const serializer = serializers[format];
  return { status, headers: { "content-type": serializer.mediaType }, body: serializer.encode(object) };
}

function jsonBytes(status: number, body: Uint8Array): ServerResponse {
  return { status, headers: { "content-type": jsonType }, body };
}
