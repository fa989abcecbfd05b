// A watch: the current objects, if requested, then the events, read by a cursor on the table's event log.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
import { expired, isApiError, notAcceptable } from "@kubewright/apimachinery";
import { jsonType, protobufType, streamMediaTypes } from "../negotiation/media-types.ts";
import type { OpenWatch } from "../metrics/server-metrics.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { Engine } from "../registry/engine.ts";
import { tableOf } from "../registry/engine.ts";
import type { StoreEvent } from "../storage/event-log.ts";
import type { Table } from "../storage/store.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { withRevision } from "../storage/stored-entry.ts";
import { joinPieces } from "../http/chunks.ts";
import type { ListOptions } from "./list-options.ts";
import { parseListOptions } from "./list-options.ts";
import { reachRevision, requestedRevision } from "./resource-version.ts";
import type { Scope } from "./scope.ts";
import type { Selection } from "./selection.ts";
import { keyPrefixOf, selectionOf } from "./selection.ts";
import type { ServerResponse } from "../http/server-request.ts";
import type { Frame, WatchFrames } from "./watch-frames.ts";
import { createWatchFrames } from "./watch-frames.ts";
import { WatchNews } from "./watch-news.ts";

/** Without `timeoutSeconds` a watch ends after this time, or up to twice as long, so that clients do not all come back at once. */
const defaultTimeoutMs = 30 * 60 * 1000;
/** How often a bookmark tells a quiet watch how far the store is. */
const bookmarkIntervalMs = 60 * 1000;
/** How long before the end of a watch its last bookmark comes. */
const lastBookmarkMs = 2000;
/** Frames are sent in chunks of about this size when many are ready. */
const chunkBytes = 64 * 1024;

/** Answers a watch. */
export async function watch(scope: Scope): Promise<ServerResponse> {
  const { resource, request, accept, target } = scope;
  const options = parseListOptions(request.query, true);
  const selection = selectionOf(resource, scope.namespace, target.watchPrefix ? target.name : "", options);
  if (accept.format === "yaml") {
    throw notAcceptable(`only the following media types are accepted: ${streamMediaTypes.join(", ")}`);
  }
  const body = new WatchStream(scope, { options, selection, revision: requestedRevision(options.resourceVersion) });
  const contentType = accept.format === "protobuf" ? `${protobufType};stream=watch` : jsonType;
  return { status: 200, headers: { "content-type": contentType }, body };
}

interface WatchRequest {
  readonly options: ListOptions;
  readonly selection: Selection;
  /** Events after this one; 0: from now on. */
  readonly revision: bigint;
}

class WatchStream implements AsyncIterableIterator<Uint8Array> {
  readonly #engine: Engine;
  readonly #resource: VersionedResource;
  readonly #table: Table;
  readonly #selection: Selection;
  readonly #frames: WatchFrames;
  readonly #metrics: OpenWatch;
  readonly #signals: readonly AbortSignal[];
  readonly #bookmarks: boolean;
  readonly #endAt: number;
  /** Initial objects still to be sent, in key order; then the cursor takes over. */
  #initial: Iterator<StoredEntry> | undefined;
  /** Whether the end of the initial objects is announced. */
  readonly #announceInitialEnd: boolean;
  readonly #request: WatchRequest;
  /** A version that the store has to reach before the watch can begin; 0: it has begun. */
  #awaited: bigint;
  /** The number of the next event to look at. */
  #cursor = 0;
  /** Events up to this revision are known to the client. */
  #after = 0;
  /** Bookmarks say more than this, or nothing. */
  #begunAt = 0;
  #nextBookmarkAt: number;
  #expired = false;
  #done = false;
  readonly #news: WatchNews;

  constructor({ engine, resource, accept, request, closing, metrics }: Scope, watchRequest: WatchRequest) {
    const { options, selection, revision } = watchRequest;
    const { clock, random, store } = engine;
    this.#engine = engine;
    this.#resource = resource;
    this.#table = tableOf(engine, resource);
    this.#selection = selection;
    this.#request = watchRequest;
    this.#frames = createWatchFrames({ engine, resource, accept, request });
    this.#signals = request.signal === undefined ? [closing] : [closing, request.signal];
    this.#news = new WatchNews(engine, this.#table, this.#signals);
    this.#bookmarks = options.allowWatchBookmarks;
    const timeoutMs = (options.timeoutSeconds ?? 0) * 1000 || defaultTimeoutMs * (1 + random.next());
    this.#endAt = clock.now() + timeoutMs;
    this.#nextBookmarkAt = this.#bookmarkTime(clock.now());
    this.#metrics = metrics.openWatch(resource, selection);
    this.#announceInitialEnd = options.sendInitialEvents === true && options.allowWatchBookmarks;
    this.#awaited = options.sendInitialEvents === true && revision > BigInt(store.revision) ? revision : 0n;
    if (this.#awaited === 0n) this.#begin();
  }

  #begin(): void {
    const { options } = this.#request;
    const { store } = this.#engine;
    const revision = Number(this.#request.revision); // Exact up to far beyond the store's revision.
    const sendInitial = options.sendInitialEvents ?? revision === 0;
    this.#after = sendInitial || revision === 0 ? store.revision : revision;
    this.#begunAt = this.#after;
    if (sendInitial) this.#initial = this.#table.current.valuesFrom(keyPrefixOf(this.#selection));
    const cursor = this.#table.log.numberAfter(this.#after);
    this.#expired = cursor === undefined;
    this.#cursor = cursor ?? this.#table.log.end;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#awaited > 0n) {
      const refusal = await this.#reach(this.#awaited);
      if (refusal !== undefined) return { done: false, value: joinPieces(refusal) };
    }
    for (;;) {
      if (this.#done || this.#isOver()) return this.#finish();
      const pieces = this.#take();
      if (pieces.length > 0) {
        this.#flush();
        return { done: false, value: joinPieces(pieces) };
      }
      if (this.#done || !this.#isServed()) return this.#finish();
      await this.#somethingHappens();
    }
  }

  /** Ends the watch if its events may not be on disk: a reader does not call `return` after a failed `next`. */
  #flush(): void {
    try {
      this.#engine.store.flush();
    } catch (failure) {
      this.#finish();
      throw failure;
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    return this.#finish();
  }

  /** Begins once the store is there. The answer has begun by then, so what goes wrong is an event, and the last one. */
  async #reach(revision: bigint): Promise<Frame | undefined> {
    const [, signal] = this.#signals;
    try {
      await reachRevision(this.#engine, revision, signal);
    } catch (error) {
      this.#done = true;
      if (isApiError(error)) return this.#frames.error(error.status);
      throw error;
    } finally {
      this.#awaited = 0n;
    }
    this.#begin();
    return undefined;
  }

  /** The frames that are ready, in pieces. Sets `#done` behind the last ones. */
  #take(): Frame {
    if (this.#expired) {
      this.#done = true;
      const oldest = this.#table.log.startRevision;
      const { status } = expired(`too old resource version: ${this.#after} (${oldest})`);
      return this.#frames.error(status);
    }
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (const frame of this.#ready()) {
      if (!this.#frames.canShow) {
        this.#done = true;
        break;
      }
      this.#metrics.events.value++;
      for (const piece of frame) {
        pieces.push(piece);
        length += piece.length;
      }
      if (length >= chunkBytes) break;
    }
    return pieces;
  }

  *#ready(): Generator<Frame, void, undefined> {
    if (this.#initial !== undefined) yield* this.#initialFrames(this.#initial);
    const { log } = this.#table;
    while (this.#cursor < log.end) {
      const event = log.get(this.#cursor);
      if (event === undefined) {
        this.#done = true; // Too slow: what comes next is gone from the log.
        return;
      }
      this.#cursor++;
      if (event.revision <= this.#after) continue;
      this.#after = event.revision;
      const frame = this.#frameOf(event);
      if (frame !== undefined) yield frame;
    }
    if (this.#bookmarks && this.#engine.clock.now() >= this.#nextBookmarkAt) {
      this.#nextBookmarkAt = this.#bookmarkTime(this.#engine.clock.now());
      if (this.#engine.store.revision > this.#begunAt) yield this.#bookmark(false);
    }
  }

  *#initialFrames(entries: Iterator<StoredEntry>): Generator<Frame, void, undefined> {
    const prefix = keyPrefixOf(this.#selection);
    // The iterator is asked by hand, because it outlives this generator when a chunk is full.
    for (let next = entries.next(); next.done !== true; next = entries.next()) {
      if (!next.value.key.startsWith(prefix)) break;
      if (this.#selection.matches(next.value)) yield this.#frames.event("ADDED", next.value);
    }
    this.#initial = undefined;
    if (this.#announceInitialEnd) yield this.#bookmark(true);
  }

  /** What a change means to this selection: what begins to match is added, what ceases to is deleted. */
  #frameOf({ type, entry, previous, revision }: StoreEvent): Frame | undefined {
    const { matches } = this.#selection;
    const was = previous !== undefined && matches(previous);
    const is = type !== "deleted" && matches(entry);
    if (is) return this.#frames.event(was ? "MODIFIED" : "ADDED", entry);
    if (!was) return undefined;
    return this.#frames.event("DELETED", type === "deleted" ? entry : withRevision(previous, revision));
  }

  #bookmark(initialEnd: boolean): Frame {
    // With every event up to now looked at, the client is as new as the store.
    const revision = initialEnd ? this.#after : Math.max(this.#after, this.#engine.store.revision);
    return this.#frames.bookmark(revision, initialEnd);
  }

  #bookmarkTime(now: number): number {
    const regular = now + bookmarkIntervalMs;
    const last = this.#endAt - lastBookmarkMs;
    return regular > last && now < last ? last : regular;
  }

  #isOver(): boolean {
    return this.#engine.clock.now() >= this.#endAt || this.#signals.some((signal) => signal.aborted);
  }

  /** A kind that was removed or replaced by another definition ends its watches, once they have seen all of it. */
  #isServed(): boolean {
    const { group, version, plural } = this.#resource;
    return this.#engine.registry.find(group, version.name, plural) === this.#resource;
  }

  #somethingHappens(): Promise<void> {
    return this.#news.wait(this.#bookmarks ? Math.min(this.#endAt, this.#nextBookmarkAt) : this.#endAt);
  }

  #finish(): IteratorReturnResult<undefined> {
    this.#metrics.close();
    this.#done = true;
    this.#news[Symbol.dispose]();
    return { done: true, value: undefined };
  }
}
