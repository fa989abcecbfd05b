// A list in JSON or YAML: the objects of a page, in pieces that are encoded while they are sent.
import { encodeJson, notAcceptable } from "@kubewright/apimachinery";
import { prefetch } from "../conversion/prefetch.ts";
import { bodyOfPieces, wholeBody } from "../http/chunks.ts";
import type { ServerResponse } from "../http/server-request.ts";
import { itemPieces, metadataPieces } from "../conversion/served-object.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { goTypeOf, inFormat } from "./answer.ts";
import { tablePieces } from "../negotiation/table.ts";
import { parseListOptions } from "./list-options.ts";
import type { Page } from "./page.ts";
import { findPage } from "./page.ts";
import { answerProtobufPage } from "./protobuf-list.ts";
import type { Scope } from "./scope.ts";
import { selectionOf } from "./selection.ts";

/** Answers a list. */
export async function list(scope: Scope): Promise<ServerResponse> {
  const options = parseListOptions(scope.request.query, false);
  const selection = selectionOf(scope.resource, scope.namespace, "", options);
  return answerPage(scope, await findPage(scope, options, selection));
}

/** Answers with these objects, in the form asked for. */
export async function answerPage(scope: Scope, page: Page): Promise<ServerResponse> {
  const { accept, resource } = scope;
  const listMeta = {
    ...(page.continueToken !== "" || (resource.custom && accept.as === undefined)
      ? { continue: page.continueToken }
      : {}),
    ...(page.remainingItemCount === undefined ? {} : { remainingItemCount: page.remainingItemCount }),
    resourceVersion: String(page.revision),
  };
  if (accept.as === "PartialObjectMetadata") {
    const type = goTypeOf(scope, resource.listKind);
    throw notAcceptable(`you requested PartialObjectMetadata, but the requested object is a list (*${type})`);
  }
  const isMetadata = accept.as === "PartialObjectMetadataList";
  const converting = isMetadata ? undefined : prefetch(page.entries, resource);
  if (converting !== undefined) await converting;
  if (accept.format === "protobuf") return answerProtobufPage(scope, page, listMeta);
  const body = bodyOfPieces(
    accept.as === "Table" ? tablePieces(scope, page.entries, listMeta) : listPieces(scope, page.entries, listMeta),
  );
  if (accept.format === "yaml") return inFormat(accept, 200, await wholeBody(body));
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

const openBracket = Buffer.from("[");
const comma = Buffer.from(",");
const closeList = Buffer.from("]}");
const emptyList = Buffer.from("[]}");
const nullList = Buffer.from("null}");

function* listPieces(
  { accept, resource }: Scope,
  entries: Iterable<StoredEntry>,
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
    yield* isMetadata ? metadataPieces(entry, accept.asVersion) : itemPieces(entry, resource);
  }
  // A kube-apiserver makes metadata lists on the way, and where it adds nothing there is nothing.
  yield isFirst && isMetadata ? nullList : isFirst ? emptyList : closeList;
}
