// The objects of one list response. A snapshot is immutable, so a long list is encoded while it is sent, and the later pages of a list show the
// state of the first one.
import { badRequest, expired } from "@kubewright/apimachinery";
import { tableOf } from "../registry/engine.ts";
import type { OrderedMap } from "../storage/ordered-map.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { ContinueToken } from "./continue-token.ts";
import { encodeContinueToken, expiredTokenError, parseContinueToken } from "./continue-token.ts";
import type { ListOptions } from "./list-options.ts";
import { reachRevision, resourceVersionProblem } from "./resource-version.ts";
import type { Scope } from "./scope.ts";
import type { Selection } from "./selection.ts";
import { keyPrefixOf } from "./selection.ts";

/** The objects of one answer, and what its metadata says. */
export interface Page {
  readonly revision: number;
  /** Can be iterated over more than once. */
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
    const entries = matching(snapshot, from, selection);
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
    if (selection.matchesSelectors(entry)) entries.push(entry);
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
  const { engine, resource, request } = scope;
  const { resourceVersion, resourceVersionMatch, continueToken, limit } = options;
  const table = tableOf(engine, resource);
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

async function snapshotOfToken({ engine, resource, request }: Scope, token: ContinueToken): Promise<Snapshot> {
  const table = tableOf(engine, resource);
  const { revision, start } = token;
  // A negative revision is a list that goes on in the present, after its first pages have expired.
  if (revision < 0n) return { snapshot: table.current, revision: engine.store.revision, start };
  await reachRevision(engine, revision, request.signal);
  const snapshot = table.at(Number(revision));
  if (snapshot === undefined) throw expiredTokenError(start);
  return { snapshot, revision: Number(revision), start };
}

/** The selected entries of a snapshot from a key on. */
export function matching(snapshot: OrderedMap<StoredEntry>, from: string, selection: Selection): Iterable<StoredEntry> {
  return { [Symbol.iterator]: () => matchingFrom(snapshot, from, selection) };
}

function* matchingFrom(
  snapshot: OrderedMap<StoredEntry>,
  from: string,
  selection: Selection,
): Generator<StoredEntry, void, undefined> {
  const prefix = keyPrefixOf(selection);
  for (const entry of snapshot.valuesFrom(from)) {
    if (!entry.key.startsWith(prefix)) return;
    if (selection.matchesSelectors(entry)) yield entry;
  }
}
