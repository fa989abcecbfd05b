// A list in protobuf. It begins with its length, so all items are encoded before the first byte is sent.
import { decodeJson } from "@kubewright/apimachinery";
import { protobufType } from "../negotiation/media-types.ts";
import { encodeListEnvelope } from "../protobuf/envelope.ts";
import type { JsonObject } from "../objects/api-object.ts";
import { metadataBuffers, objectIn } from "../conversion/served-object.ts";
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import type { Page } from "./page.ts";
import { joinBuffers } from "../http/chunks.ts";
import type { Scope } from "../request/scope.ts";
import type { ServerResponse } from "../http/server-request.ts";

/** Responds with these objects, or with their metadata if the request accepts only metadata. */
export function respondWithProtobufPage({ accept, resource }: Scope, page: Page, metadata: object): ServerResponse {
  const partial = accept.as === "PartialObjectMetadataList";
  const head = partial
    ? { kind: accept.as, apiVersion: `meta.k8s.io/${accept.asVersion}`, itemDefinition: partialDefinition }
    : { kind: resource.listKind, apiVersion: resource.apiVersion, itemDefinition: resource.version.definitionName };
  const itemOf = (entry: ConvertedEntry): JsonObject =>
    partial ? valueOf(joinBuffers(metadataBuffers(entry, resource, accept.asVersion))) : objectIn(entry, resource);
  const body = encodeListEnvelope({ ...head, metadata }, Iterator.from(page.entries).map(itemOf));
  return { status: 200, headers: { "content-type": protobufType }, body };
}

const partialDefinition = "io.k8s.apimachinery.pkg.apis.meta.v1.PartialObjectMetadata";

function valueOf(bytes: Uint8Array): JsonObject {
  return decodeJson(Buffer.from(bytes).toString()).value as JsonObject; // The server has encoded an object.
}
