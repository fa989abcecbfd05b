// A list in JSON or YAML. The objects of a page are encoded while they are sent.
import { encodeJson, notAcceptable } from "@kubewright/apimachinery";
import { bodyOfBuffers, wholeBody } from "../http/chunks.ts";
import type { ServerResponse } from "../http/server-request.ts";
import { itemBuffers, metadataBuffers } from "../conversion/served-object.ts";
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import { goTypeOfKind, inFormat } from "../request/responses.ts";
import { tableBuffers } from "../negotiation/table.ts";
import { parseListOptions } from "../request/list-options.ts";
import type { Page } from "./page.ts";
import { findPage } from "./page.ts";
import { respondWithProtobufPage } from "./protobuf-list.ts";
import type { Scope } from "../request/scope.ts";
import { assertListable } from "./select-entries.ts";
import { selectionOf } from "./selection.ts";

/** Handles a list. */
export async function list(scope: Scope): Promise<ServerResponse> {
  const options = parseListOptions(scope.request.query, false);
  const selection = selectionOf(scope.resource, scope.namespace, "", options);
  assertListable(scope.resource);
  return respondWithPage(scope, await findPage(scope, options, selection));
}

/** Responds with these objects in the requested media type. */
export async function respondWithPage(scope: Scope, page: Page): Promise<ServerResponse> {
  const { accept, resource } = scope;
  const listMeta = {
    ...(page.continueToken !== "" || (resource.custom && accept.as === undefined)
      ? { continue: page.continueToken }
      : {}),
    ...(page.remainingItemCount === undefined ? {} : { remainingItemCount: page.remainingItemCount }),
    resourceVersion: String(page.revision),
  };
  if (accept.as === "PartialObjectMetadata") {
    const type = goTypeOfKind(scope, resource.listKind);
    throw notAcceptable(`you requested PartialObjectMetadata, but the requested object is a list (*${type})`);
  }
  if (accept.format === "protobuf") return respondWithProtobufPage(scope, page, listMeta);
  const body = bodyOfBuffers(
    accept.as === "Table" ? tableBuffers(scope, page.entries, listMeta) : listBuffers(scope, page.entries, listMeta),
  );
  if (accept.format === "yaml") return inFormat(accept, 200, await wholeBody(body));
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

const openBracket = Buffer.from("[");
const comma = Buffer.from(",");
const closeList = Buffer.from("]}");
const emptyList = Buffer.from("[]}");
const nullList = Buffer.from("null}");

function* listBuffers(
  { accept, resource }: Scope,
  entries: Iterable<ConvertedEntry>,
  listMeta: Readonly<Record<string, unknown>>,
): Generator<Uint8Array, void, undefined> {
  const isMetadata = accept.as === "PartialObjectMetadataList";
  const kind = isMetadata ? "PartialObjectMetadataList" : resource.listKind;
  const apiVersion = isMetadata ? `meta.k8s.io/${accept.asVersion}` : resource.apiVersion;
  yield Buffer.from(`${encodeJson({ kind, apiVersion, metadata: listMeta }).slice(0, -1)},"items":`);
  let isFirst = true;
  for (const entry of entries) {
    yield isFirst ? openBracket : comma;
    isFirst = false;
    yield* isMetadata ? metadataBuffers(entry, resource, accept.asVersion) : itemBuffers(entry, resource);
  }
  // The items of a metadata list without objects are null, as in kube-apiserver.
  yield isFirst && isMetadata ? nullList : isFirst ? emptyList : closeList;
}
