// A watch: the current objects, if requested, then the events, read by a position in the event log of the table.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
import { isApiError, notAcceptable } from "@kubewright/apimachinery";
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import { joinBuffers } from "../http/chunks.ts";
import type { LiveBody, ServerResponse } from "../http/server-request.ts";
import type { OpenWatch } from "../metrics/server-metrics.ts";
import { jsonType, protobufType, streamMediaTypes } from "../negotiation/media-types.ts";
import type { Engine } from "../registry/engine.ts";
import { parseIncludeObject } from "../negotiation/table.ts";
import { initialChunk } from "./initial-objects.ts";
import type { ListOptions } from "../request/list-options.ts";
import { parseListOptions } from "../request/list-options.ts";
import { entriesFrom } from "../reads/page.ts";
import { reachRevision, requestedRevision } from "../request/resource-version.ts";
import type { Scope } from "../request/scope.ts";
import { assertListable, notReadyStatus, selectEntries } from "../reads/select-entries.ts";
import type { Selection } from "../reads/selection.ts";
import { keyPrefixOf, selectionOf } from "../reads/selection.ts";
import type { Broadcast, WatchChunk } from "./watch-broadcaster.ts";
import { joinBroadcast } from "./watch-broadcaster.ts";
import type { WatchFrames } from "./watch-frames.ts";
import type { WatchEvent, WatchSchedule, WatchState } from "./watch-state.ts";
import { nextState } from "./watch-state.ts";
import { WatchTimer } from "./watch-timer.ts";

/** The minimum time before a watch without `timeoutSeconds` ends. Each ends after up to twice this time, so that clients do not all reconnect at once. */
const defaultTimeoutMs = 30 * 60 * 1000;

/** Handles a watch. */
export async function watch(scope: Scope): Promise<ServerResponse> {
  const { resource, request, accept, target } = scope;
  const options = parseListOptions(request.query, true);
  const selection = selectionOf(resource, scope.namespace, target.prefix === "watch" ? target.name : "", options);
  if (accept.format === "yaml") {
    throw notAcceptable(`only the following media types are accepted: ${streamMediaTypes.join(", ")}`);
  }
  assertListable(resource);
  if (accept.as === "Table") parseIncludeObject(request.query.get("includeObject")); // Reported before the stream starts.
  const body = new WatchBody(scope, { options, selection, revision: requestedRevision(options.resourceVersion) });
  const contentType = accept.format === "protobuf" ? `${protobufType};stream=watch` : jsonType;
  return { status: 200, headers: { "content-type": contentType }, body };
}

interface WatchRequest {
  readonly options: ListOptions;
  readonly selection: Selection;
  /** Events after this one; 0: from now on. */
  readonly revision: bigint;
}

class WatchBody implements LiveBody, AsyncIterableIterator<Uint8Array> {
  readonly #scope: Scope;
  readonly #engine: Engine;
  readonly #request: WatchRequest;
  readonly #schedule: WatchSchedule;
  readonly #metrics: OpenWatch;
  readonly #timer: WatchTimer;
  #state: WatchState = { phase: "waiting" };
  /** The initial objects that have not been sent. */
  #initial: Iterator<ConvertedEntry> | undefined;
  #hasSent = false;
  /** Whether objects are being converted that the watch sends next. */
  #isConverting = false;
  /** Exists from the first read to the end. */
  #broadcast: Broadcast | undefined;

  constructor(scope: Scope, request: WatchRequest) {
    const { engine, resource, metrics } = scope;
    const { options, revision } = request;
    const { clock, random, store } = engine;
    this.#scope = scope;
    this.#engine = engine;
    this.#request = request;
    const timeoutMs = (options.timeoutSeconds ?? 0) * 1000 || defaultTimeoutMs * (1 + random.next());
    this.#schedule = {
      announcesInitialEnd: options.sendInitialEvents === true && options.allowWatchBookmarks,
      sendsBookmarks: options.allowWatchBookmarks,
      endAtMs: clock.now() + timeoutMs,
    };
    this.#timer = new WatchTimer(clock, this.#signals());
    this.#metrics = metrics.openWatch(resource, request.selection);
    if (options.sendInitialEvents !== true || revision <= BigInt(store.revision)) this.#begin();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const turnEnd = this.#engine.store.turnEnd();
      if (turnEnd !== undefined) await turnEnd;
      const value = this.take();
      if (value !== undefined) return { done: false, value };
      if (this.isEnded) return { done: true, value: undefined };
      await this.ready();
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  get isEnded(): boolean {
    return this.#state.phase === "ended";
  }

  /** Resolves when `take` may return bytes, or the watch may have ended. */
  async ready(): Promise<void> {
    if (this.#state.phase === "waiting") return this.#reach();
    // A bookmark that is due is sent after the events that are being converted.
    const bookmarkAtMs = this.#state.phase === "live" && !this.#isConverting ? this.#state.bookmarkAtMs : Infinity;
    return this.#timer.wait(Math.min(this.#schedule.endAtMs, bookmarkAtMs));
  }

  /**
   * Returns the bytes that can be sent now, about one chunk; `undefined` if the watch has to wait or has ended. Throws if the written events may not be
   * on disk.
   */
  take(): Uint8Array | undefined {
    this.#broadcast ??= joinBroadcast(this.#scope, this.#request.selection, this.#timer.wake);
    if (this.#isOver()) this.#apply({ type: "stopped" });
    try {
      const bytes = this.#nextBytes(this.#broadcast);
      if (bytes !== undefined) {
        this.#engine.store.flush();
        this.#hasSent = true;
      }
      if (this.isEnded && bytes === undefined) this.close();
      return bytes;
    } catch (failure) {
      this.close(); // A reader does not call `return` after a failed `next`.
      throw failure;
    }
  }

  /** Runs through the phases until there are bytes to send or the watch has to wait. */
  #nextBytes({ broadcaster }: Broadcast): Uint8Array | undefined {
    const { frames } = broadcaster;
    for (;;) {
      const state = this.#state;
      const nowMs = this.#engine.clock.now();
      if (this.#isConverting) return undefined;
      switch (state.phase) {
        case "waiting":
        case "ended":
          return undefined;
        case "initial": {
          const bytes = this.#initialBytes(frames);
          if (bytes !== undefined) return bytes;
          break;
        }
        case "initialEnd":
          this.#apply({ type: "bookmarkSent", nowMs });
          return joinBuffers(frames.bookmark({ revision: state.after, isInitialEnd: true }, !this.#hasSent));
        case "live": {
          const chunk = broadcaster.chunkAt(this.#positionIn(state), !this.#hasSent);
          if (chunk instanceof Promise) {
            this.#awaitConversion(chunk);
            return undefined;
          }
          const bytes = this.#afterChunk(chunk, frames);
          if (bytes !== undefined) return bytes;
          if (chunk === undefined && this.#isDrained(state, nowMs)) return undefined;
          break;
        }
        case "bookmark": {
          this.#apply({ type: "bookmarkSent", nowMs });
          const revision = Math.max(state.after, this.#engine.store.revision);
          return joinBuffers(frames.bookmark({ revision, isInitialEnd: false }, !this.#hasSent));
        }
        case "failed":
          this.#apply({ type: "errorSent" });
          return joinBuffers(frames.error(state.status));
      }
    }
  }

  #initialBytes(frames: WatchFrames): Uint8Array | undefined {
    if (this.#initial === undefined) return undefined;
    const { bytes, eventCount, isLast } = initialChunk(this.#initial, frames, !this.#hasSent);
    if (isLast) this.#apply({ type: "initialSent" });
    return this.#shown(bytes, eventCount, frames);
  }

  #afterChunk(chunk: WatchChunk | "lagged" | undefined, frames: WatchFrames): Uint8Array | undefined {
    if (chunk === "lagged") this.#apply({ type: "lagged" });
    if (chunk === undefined || chunk === "lagged") return undefined;
    this.#apply({ type: "sent", position: chunk.end });
    return this.#shown(chunk.bytes, chunk.eventCount, frames);
  }

  /** The bytes of events; `undefined` if there are no events. */
  #shown(bytes: Uint8Array, eventCount: number, { canShow }: WatchFrames): Uint8Array | undefined {
    if (eventCount === 0) return undefined;
    if (!canShow) {
      this.#apply({ type: "stopped" });
      return undefined;
    }
    this.#metrics.events.value += eventCount;
    return bytes;
  }

  /** Whether the watch has to wait: no event is left, and no bookmark is due. A kind that is no longer served ends the watch after its last event. */
  #isDrained(state: WatchState, nowMs: number): boolean {
    this.#apply({ type: "drained", nowMs, storeRevision: this.#engine.store.revision });
    if (this.#state.phase === "live" && !this.#isServed()) this.#apply({ type: "stopped" });
    return this.#state === state;
  }

  /** A watch may begin after a revision that the store has not reached: it leaves out the events up to it. */
  #positionIn({ position, after }: WatchState & { readonly phase: "live" }): number {
    return Math.max(position, this.#engine.store.tableOf(this.#scope.resource).log.numberAfter(after) ?? 0);
  }

  #begin(): void {
    const { options, selection } = this.#request;
    const { store, clock } = this.#engine;
    const table = this.#engine.store.tableOf(this.#scope.resource);
    const revision = Number(this.#request.revision); // Exact for every revision that a store can reach.
    const sendsInitial = options.sendInitialEvents ?? revision === 0;
    const after = sendsInitial || revision === 0 ? store.revision : revision;
    if (sendsInitial) {
      const present = entriesFrom(table.current, keyPrefixOf(selection), selection);
      const begin = (entries: Iterable<ConvertedEntry>): void => {
        this.#initial = entries[Symbol.iterator]();
      };
      const selecting = selectEntries(present, this.#scope.resource, selection);
      if (selecting instanceof Promise) this.#awaitConversion(selecting.then(begin));
      else begin(selecting);
    }
    const position = table.log.numberAfter(after);
    const oldestRevision = table.log.startRevision;
    this.#apply({ type: "begun", after, position, oldestRevision, sendsInitial, nowMs: clock.now() });
  }

  /** Begins once the store has reached the requested version. The response has begun by then, so an error is an event. */
  async #reach(): Promise<void> {
    const { engine, request } = this.#scope;
    try {
      await reachRevision(engine, this.#request.revision, request.signal);
      this.#begin();
    } catch (error) {
      if (isApiError(error)) {
        this.#apply({ type: "timedOut", status: error.status });
        return;
      }
      this.close();
      throw error;
    }
  }

  /**
   * Sends nothing until the objects are converted. As in kube-apiserver, whose watch caches fail then, an event that cannot be converted ends the watch
   * without an error; if initial objects cannot be converted, the client tries again.
   */
  #awaitConversion(converting: Promise<unknown>): void {
    this.#isConverting = true;
    const end = (): void => {
      this.#isConverting = false;
      this.#timer.wake();
    };
    converting.then(end, (reason: unknown) => {
      this.#apply({ type: "unconverted", status: notReadyStatus(this.#scope.resource, reason) });
      end();
    });
  }

  #apply(event: WatchEvent): void {
    this.#state = nextState(this.#state, event, this.#schedule);
  }

  #signals(): readonly AbortSignal[] {
    const { closing, request } = this.#scope;
    return request.signal === undefined ? [closing] : [closing, request.signal];
  }

  #isOver(): boolean {
    return (
      this.#engine.clock.now() >= this.#schedule.endAtMs ||
      this.#scope.closing.aborted ||
      this.#scope.request.signal?.aborted === true
    );
  }

  #isServed(): boolean {
    const { group, plural, version } = this.#scope.resource;
    return this.#engine.registry.find(group, version.name, plural) === this.#scope.resource;
  }

  close(): void {
    this.#apply({ type: "stopped" });
    this.#metrics.close();
    this.#broadcast?.subscription[Symbol.dispose]();
    this.#timer[Symbol.dispose]();
  }
}
