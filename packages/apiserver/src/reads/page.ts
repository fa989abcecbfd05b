// The objects of one list response. A snapshot is immutable, so a long list is encoded while it is sent, and the later pages of a list show the
// state of the first page.
import { badRequest, expired } from "@kubewright/apimachinery";
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import { prefetch } from "../conversion/prefetch.ts";
import { assertActive } from "../turns/deadline.ts";
import type { OrderedMap } from "../storage/ordered-map.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { ContinueToken } from "../request/continue-token.ts";
import { encodeContinueToken, expiredTokenError, parseContinueToken } from "../request/continue-token.ts";
import type { ListOptions } from "../request/list-options.ts";
import { reachRevision, resourceVersionProblem } from "../request/resource-version.ts";
import type { Scope } from "../request/scope.ts";
import { requestEndOf } from "../request/scope.ts";
import { matchesConverted, selectsConverted } from "./select-entries.ts";
import type { Selection } from "./selection.ts";
import { keyPrefixOf } from "./selection.ts";

/** The objects of a list response, and its metadata. */
export interface Page {
  readonly revision: number;
  /** Can be iterated over more than once. */
  readonly entries: Iterable<ConvertedEntry>;
  readonly continueToken: string;
  readonly remainingItemCount: number | undefined;
}

/** Finds the objects of a list and converts them. Rejects with 400, 410 or 504 for an invalid, expired or future version or token. */
export async function findPage(scope: Scope, options: ListOptions, selection: Selection): Promise<Page> {
  const { resource } = scope;
  const state = await snapshotFor(scope, options);
  const converts = selectsConverted(resource, selection);
  const checkpoint = (): void => assertActive(requestEndOf(scope));
  if (converts) {
    const inRange = entriesFrom(state.snapshot, `${keyPrefixOf(selection)}${state.start}`, selection);
    await prefetch(inRange, resource, checkpoint);
  }
  const matches = converts ? matchesConverted(resource, selection) : selection.matchesSelectors;
  const page = pageOf(state, options, selection, matches);
  const entries = prefetch(page.entries, resource, checkpoint);
  return { ...page, entries: entries instanceof Promise ? await entries : entries };
}

type StoredPage = Omit<Page, "entries"> & { readonly entries: Iterable<StoredEntry> };

function pageOf(
  { snapshot, revision, start }: Snapshot,
  options: ListOptions,
  selection: Selection,
  matches: (entry: StoredEntry) => boolean,
): StoredPage {
  const prefix = keyPrefixOf(selection);
  const from = `${prefix}${start}`;
  // A list with resourceVersion=0 has no pages, as in kube-apiserver.
  const isWhole = selection.isSingle || (options.resourceVersion === "0" && options.continueToken === "");
  const limit = isWhole ? 0 : options.limit;
  if (limit === 0) {
    const entries = entriesFrom(snapshot, from, selection, matches);
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
    if (matches(entry)) entries.push(entry);
  }
  if (next === undefined) return { revision, entries, continueToken: "", remainingItemCount: undefined };
  const lastKey = entries.at(-1)?.key ?? "";
  const after = snapshot.rank(prefix === "" ? "\uFFFF" : `${prefix.slice(0, -1)}0`);
  return {
    revision,
    entries,
    continueToken: encodeContinueToken({ revision, start: `${lastKey.slice(prefix.length)}\0` }),
    // The number of the remaining objects that match a selector is unknown.
    remainingItemCount: selection.hasSelector ? undefined : after - snapshot.rank(next.key),
  };
}

interface Snapshot {
  readonly snapshot: OrderedMap<StoredEntry>;
  readonly revision: number;
  /** The first key, without the prefix of the selection. */
  readonly start: string;
}

async function snapshotFor(scope: Scope, options: ListOptions): Promise<Snapshot> {
  const { engine, resource, request } = scope;
  const { resourceVersion, resourceVersionMatch, continueToken, limit } = options;
  const table = engine.store.tableOf(resource);
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
  const table = engine.store.tableOf(resource);
  const { revision, start } = token;
  // A negative revision continues the list at the current revision, after its first pages have expired.
  if (revision < 0n) return { snapshot: table.current, revision: engine.store.revision, start };
  await reachRevision(engine, revision, request.signal);
  const snapshot = table.at(Number(revision));
  if (snapshot === undefined) throw expiredTokenError(start);
  return { snapshot, revision: Number(revision), start };
}

/** The entries of a snapshot from a key on that have the prefix of the selection and match. Default: all match. */
export function entriesFrom(
  snapshot: OrderedMap<StoredEntry>,
  from: string,
  selection: Selection,
  matches: (entry: StoredEntry) => boolean = () => true,
): Iterable<StoredEntry> {
  const prefix = keyPrefixOf(selection);
  return {
    *[Symbol.iterator]() {
      for (const entry of snapshot.valuesFrom(from)) {
        if (!entry.key.startsWith(prefix)) return;
        if (matches(entry)) yield entry;
      }
    },
  };
}
