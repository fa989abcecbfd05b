// A list: a snapshot of the table, narrowed by a selection, in pages if asked for. The snapshot is immutable, so a long list is produced while it
// is sent, and later pages show the state of the first one.
import { badRequest, encodeJson, expired, notAcceptable } from "@kubewright/apimachinery";
import { itemPieces, metadataPieces } from "../registry/served-form.ts";
import { tableOf } from "../registry/engine.ts";
import type { OrderedMap } from "../storage/ordered-map.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { comma, goTypeOf, inFormat, tablePieces } from "./answer.ts";
import type { ContinueToken } from "./continue-token.ts";
import { encodeContinueToken, expiredTokenError, parseContinueToken } from "./continue-token.ts";
import type { ListOptions } from "./list-options.ts";
import { parseListOptions } from "./list-options.ts";
import { bodyOfPieces, wholeBody } from "./pieces.ts";
import { answerProtobufPage } from "./protobuf-list.ts";
import { reachRevision, resourceVersionProblem } from "./resource-version.ts";
import type { Scope } from "./scope.ts";
import type { Selection } from "./selection.ts";
import { keyPrefixOf, selectionOf } from "./selection.ts";
import type { ServerResponse } from "../http/server-request.ts";

/** Answers a list. */
export async function list(scope: Scope): Promise<ServerResponse> {
  const options = parseListOptions(scope.request.query, false);
  const selection = selectionOf(scope.form, scope.namespace, "", options);
  return answerPage(scope, await findPage(scope, options, selection));
}

/** The objects of one answer, and what its metadata says. */
export interface Page {
  readonly revision: number;
  readonly entries: Iterable<StoredEntry>;
  readonly continueToken: string;
  readonly remainingItemCount: number | undefined;
}

/** Finds the objects that a list shows. Rejects with 400, 410 or 504 for a version or a token that does not do. */
export async function findPage(scope: Scope, options: ListOptions, selection: Selection): Promise<Page> {
  const { snapshot, revision, start } = await snapshotFor(scope, options);
  const prefix = keyPrefixOf(selection);
  const from = `${prefix}${start}`;
  // A list that may be answered from any state is not cut into pages, as in a kube-apiserver.
  const isWhole = selection.isSingle || (options.resourceVersion === "0" && options.continueToken === "");
  const limit = isWhole ? 0 : options.limit;
  if (limit === 0) {
    const entries = matching(snapshot, from, prefix, selection);
    return { revision, entries, continueToken: "", remainingItemCount: undefined };
  }

  const entries: StoredEntry[] = [];
  let next: StoredEntry | undefined;
  for (const entry of snapshot.valuesFrom(from)) {
    if (!entry.key.startsWith(prefix)) break;
    if (entries.length === limit) {
      next = entry;
      break;
    }
    if (selection.matches(entry)) entries.push(entry);
  }
  if (next === undefined) return { revision, entries, continueToken: "", remainingItemCount: undefined };
  const lastKey = entries.at(-1)?.key ?? "";
  const after = snapshot.rank(prefix === "" ? "\uFFFF" : `${prefix.slice(0, -1)}0`);
  return {
    revision,
    entries,
    continueToken: encodeContinueToken({ revision, start: `${lastKey.slice(prefix.length)}\0` }),
    // How many of the rest a selector lets through is not known without looking.
    remainingItemCount: selection.hasSelector ? undefined : after - snapshot.rank(next.key),
  };
}

interface Snapshot {
  readonly snapshot: OrderedMap<StoredEntry>;
  readonly revision: number;
  /** The first key to look at, behind the selection's prefix. */
  readonly start: string;
}

async function snapshotFor(scope: Scope, options: ListOptions): Promise<Snapshot> {
  const { engine, form, request } = scope;
  const { resourceVersion, resourceVersionMatch, continueToken, limit } = options;
  const table = tableOf(engine, form.resource);
  if (continueToken !== "") {
    const token = parseContinueToken(continueToken);
    if (resourceVersion !== "" && resourceVersion !== "0") {
      throw badRequest("specifying resource version is not allowed when using continue");
    }
    return snapshotOfToken(scope, token);
  }
  if (resourceVersion !== "" && resourceVersion !== "0") {
    const problem = resourceVersionProblem(resourceVersion);
    if (problem !== undefined) throw badRequest(`invalid resource version: ${problem}`);
    await reachRevision(engine, BigInt(resourceVersion), request.signal);
    const revision = Number(resourceVersion); // Exact, since the store has reached it.
    if (resourceVersionMatch === "Exact" || (resourceVersionMatch === "" && limit > 0)) {
      const snapshot = table.at(revision);
      if (snapshot === undefined) throw expired("The resourceVersion for the provided list is too old.");
      return { snapshot, revision, start: "" };
    }
  }
  return { snapshot: table.current, revision: engine.store.revision, start: "" };
}

async function snapshotOfToken({ engine, form, request }: Scope, token: ContinueToken): Promise<Snapshot> {
  const table = tableOf(engine, form.resource);
  const { revision, start } = token;
  // A negative revision is a list that goes on in the present, after its first pages have expired.
  if (revision < 0n) return { snapshot: table.current, revision: engine.store.revision, start };
  await reachRevision(engine, revision, request.signal);
  const snapshot = table.at(Number(revision));
  if (snapshot === undefined) throw expiredTokenError(start);
  return { snapshot, revision: Number(revision), start };
}

function* matching(
  snapshot: OrderedMap<StoredEntry>,
  from: string,
  prefix: string,
  selection: Selection,
): Generator<StoredEntry, void, undefined> {
  for (const entry of snapshot.valuesFrom(from)) {
    if (!entry.key.startsWith(prefix)) return;
    if (selection.matches(entry)) yield entry;
  }
}

/** Answers with these objects, in the form asked for. */
export async function answerPage(scope: Scope, page: Page): Promise<ServerResponse> {
  const { accept, form } = scope;
  const listMeta = {
    ...(page.continueToken !== "" || (form.resource.custom && accept.as === undefined)
      ? { continue: page.continueToken }
      : {}),
    ...(page.remainingItemCount === undefined ? {} : { remainingItemCount: page.remainingItemCount }),
    resourceVersion: String(page.revision),
  };
  if (accept.as === "PartialObjectMetadata") {
    const type = goTypeOf(scope, form.resource.listKind);
    throw notAcceptable(`you requested PartialObjectMetadata, but the requested object is a list (*${type})`);
  }
  if (accept.format === "protobuf") return answerProtobufPage(scope, page, listMeta);
  const body = bodyOfPieces(
    accept.as === "Table" ? tablePieces(scope, page.entries, listMeta) : listPieces(scope, page.entries, listMeta),
  );
  if (accept.format === "yaml") return inFormat(accept, 200, await wholeBody(body));
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

const openBracket = Buffer.from("[");
const closeList = Buffer.from("]}");
const emptyList = Buffer.from("[]}");
const nullList = Buffer.from("null}");

function* listPieces(
  { accept, form }: Scope,
  entries: Iterable<StoredEntry>,
  listMeta: Readonly<Record<string, unknown>>,
): Generator<Uint8Array, void, undefined> {
  const isMetadata = accept.as === "PartialObjectMetadataList";
  const kind = isMetadata ? "PartialObjectMetadataList" : form.resource.listKind;
  const apiVersion = isMetadata ? `meta.k8s.io/${accept.asVersion}` : form.apiVersion;
  yield Buffer.from(`${encodeJson({ kind, apiVersion, metadata: listMeta }).slice(0, -1)},"items":`);
  let isFirst = true;
  for (const entry of entries) {
    yield isFirst ? openBracket : comma;
    isFirst = false;
    yield* isMetadata ? metadataPieces(entry, accept.asVersion) : itemPieces(entry, form);
  }
  // A kube-apiserver makes metadata lists on the way, and where it adds nothing there is nothing.
  yield isFirst && isMetadata ? nullList : isFirst ? emptyList : closeList;
}
