// The loop of client-go's Reflector: carries out the current state of `state.ts` (list, watch or wait), passes what it receives to the
// sink, and moves to `nextState` of the outcome. An error is an outcome; only the caller's signal ends the loop.
import { backoffMs, linkSignals } from "@kubewright/async";
import type { Backoff, Clock, LinkedSignal, Random } from "@kubewright/async";
import {
  asResourceVersion,
  isExpired,
  isNotFound,
  isTooLargeResourceVersion,
  retryAfterSecondsOf,
} from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, ResourceVersion } from "@kubewright/apimachinery";
import { listPages } from "@kubewright/client";
import type { CollectionOptions, RawObject, RawWatchEvent, Verbs, WatchOptions } from "@kubewright/client";
import type { InformerObserver } from "./observer.ts";
import { InconsistentCacheError, InitialEventsError } from "../errors.ts";
import { InitialEvents, listFallbackOf } from "./initial-events.ts";
import { createRequestBudget } from "./request-budget.ts";
import type { RequestBudget } from "./request-budget.ts";
import type { ReflectorSink } from "./sink.ts";
import { initialState, nextState } from "./state.ts";
import type { Listing, ReflectorOutcome, ReflectorState } from "./state.ts";
import { bookmarkDeadlineMs, createWatchGuard } from "./watch-guard.ts";

/** The page size of lists. */
export const pageSize = 500;

/** The backoff between attempts, as in client-go. `maxMs` also bounds the time until a recovered server is used again. */
export const reflectorBackoff: Backoff = { initialMs: 800, maxMs: 30_000 };

/**
 * The interval of requests for a kind that is not installed, outside of the request budget. Such a request costs the server almost nothing,
 * and controllers of the kind start within a second of its installation.
 */
export const missingRetryMs = 1_000;

/** Lists and watches let other tasks run after this number of bytes: processing them takes about 2 ms. */
const turnBytes = 256 * 1024;

/** A watch that ends earlier without an error counts as a failure. Servers end watches after minutes. */
const earlyMs = 10_000;

export interface ReflectorOptions<T extends KubernetesObject> {
  readonly verbs: Pick<Verbs, "listStream" | "watch">;
  readonly type: ResourceType<T>;
  readonly collection: Omit<CollectionOptions, "signal" | "retriesMax">;
  readonly sink: ReflectorSink;
  /** Lists by the initial events of a watch if the server supports it. */
  readonly watchList: boolean;
  readonly clock: Clock;
  readonly random: Random;
  /** Must not throw: the informer guards it. */
  readonly observer: InformerObserver;
  readonly onState: (state: ReflectorState) => void;
  /** Called with each response that is not a failure: a chunk of a list, an accepted watch, an event, a bookmark, a missing kind. */
  readonly onProgress: () => void;
  /** Reads the version of a bookmark. */
  readonly versionOf: (object: RawObject) => ResourceVersion | undefined;
}

export class Reflector<T extends KubernetesObject> {
  readonly #options: ReflectorOptions<T>;
  readonly #signal: AbortSignal;
  readonly #budget: RequestBudget;
  #state: ReflectorState = initialState;
  /** The Retry-After of the last error response. */
  #retryAfterMs = 0;
  /** The last list found that the kind is not installed. */
  #isMissing = false;
  /** The server sends bookmarks. */
  #hasBookmarks = false;
  /** The open watch. */
  #watchLink: LinkedSignal | undefined;
  /** Lists are streamed. False for good once the server has shown that it does not support it. */
  #usesWatchList: boolean;

  constructor(options: ReflectorOptions<T>, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#usesWatchList = options.watchList;
    this.#budget = createRequestBudget(options.clock);
  }

  /** Keeps the sink at the state of the collection until the signal aborts, then resolves. Never rejects. */
  async run(): Promise<void> {
    this.#options.onState(this.#state);
    while (!this.#signal.aborted) {
      const outcome = await this.#carryOut(this.#state);
      if (!this.#signal.aborted) this.#move(outcome);
    }
  }

  /** Ends the watch and lists again, because the watch has lost an event. */
  relist(): void {
    this.#move({ kind: "inconsistent" });
    this.#watchLink?.abort(new InconsistentCacheError());
  }

  #move(outcome: ReflectorOutcome): void {
    const before = this.#state;
    this.#state = nextState(before, outcome);
    if (this.#state !== before) this.#options.onState(this.#state);
  }

  async #carryOut(state: ReflectorState): Promise<ReflectorOutcome> {
    try {
      switch (state.kind) {
        case "listing":
          if (!this.#isMissing) await this.#wait(this.#budget.take());
          this.#isMissing = false;
          return this.#usesWatchList ? await this.#watchListOrList(state) : await this.#list(state);
        case "watching":
          await this.#wait(this.#budget.take());
          if (this.#state !== state) return { kind: "inconsistent" };
          return await this.#watch({ resourceVersion: state.from });
        case "pending":
          this.#isMissing = true;
          return await this.#backOff(Math.min(missingRetryMs, this.#backoffOf(state.failures)));
        case "backingOff":
        case "expired":
          return await this.#backOff(this.#backoffOf(state.failures));
      }
    } catch (error) {
      this.#retryAfterMs = (retryAfterSecondsOf(error) ?? 0) * 1000;
      const outcome = outcomeOfError(error);
      if (outcome.kind === "notInstalled") this.#options.onProgress();
      return outcome;
    }
  }

  async #backOff(ms: number): Promise<ReflectorOutcome> {
    await this.#wait(Math.max(this.#retryAfterMs, ms));
    this.#retryAfterMs = 0;
    return { kind: "waited" };
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await this.#options.clock.sleep(ms, { signal: this.#signal });
  }

  /** The maximum has no jitter: earlier waits have spread the clients, and two requests per minute remain two. */
  #backoffOf(failures: number): number {
    const { initialMs, maxMs, factor = 2 } = reflectorBackoff;
    if (initialMs * factor ** (failures - 1) >= maxMs) return maxMs;
    return backoffMs(reflectorBackoff, failures, this.#options.random);
  }

  async #list({ consistency }: Listing): Promise<ReflectorOutcome> {
    const { verbs, type, collection, sink, clock, observer, onProgress } = this.#options;
    const startedAt = clock.now();
    const reception = sink.beginList();
    let items = 0;
    let bytes = 0;
    let turnAt = turnBytes;
    let at = asResourceVersion("");
    try {
      // Version 0 lets the server answer from its cache. A list without a version is a quorum read, which can be paged.
      const version = consistency === "any" ? { resourceVersion: "0" } : {};
      const request = { ...collection, ...version, limit: pageSize, retriesMax: 0, signal: this.#signal };
      for await (const chunk of listPages(verbs, type, request)) {
        onProgress();
        if (chunk.kind === "end") {
          at = asResourceVersion(chunk.resourceVersion);
          continue;
        }
        for (const item of chunk.items) {
          reception.add(item);
          bytes += item.bytes.length;
        }
        items += chunk.items.length;
        if (bytes >= turnAt) {
          turnAt = bytes + turnBytes;
          await clock.nextTurn();
        }
      }
      this.#signal.throwIfAborted();
    } catch (error) {
      reception.drop();
      throw error;
    }
    await reception.commit(at);
    observer.listed?.({ type, items, bytes, durationMs: clock.now() - startedAt });
    return { kind: "listed", at };
  }

  async #watchListOrList(state: Listing): Promise<ReflectorOutcome> {
    try {
      const { sink, clock } = this.#options;
      using link = linkSignals(this.#signal);
      using initial = new InitialEvents({ reception: sink.beginList(), clock, onSilent: link.abort });
      return await this.#watch({ sendInitialEvents: true }, initial, link.signal);
    } catch (error) {
      const fallback = this.#state.kind === "listing" && !this.#signal.aborted ? listFallbackOf(error) : "never";
      if (fallback === "never") throw error;
      this.#usesWatchList = fallback !== "always";
    }
    await this.#wait(this.#budget.take());
    return await this.#list(state);
  }

  /** Watches until the server ends the watch. `initial` receives the events of a streamed list, which come first. */
  async #watch(
    from: Pick<WatchOptions, "resourceVersion" | "sendInitialEvents">,
    initial?: InitialEvents,
    signal: AbortSignal = this.#signal,
  ): Promise<ReflectorOutcome> {
    const { verbs, type, collection, clock, observer, onProgress } = this.#options;
    using link = linkSignals(signal);
    const onHealthy = (): void => this.#move({ kind: "healthy" });
    this.#watchLink = link;
    using guard = createWatchGuard({ clock, onHealthy, onSilent: link.abort });
    let events = 0;
    let bytes = 0;
    try {
      const onOpen = (): void => {
        guard.opened();
        initial?.opened();
        onProgress();
      };
      for await (const event of verbs.watch(type, { ...collection, ...from, signal: link.signal, onOpen })) {
        onProgress();
        if (initial?.isComplete === false) await this.#receiveInitial(event, initial);
        else {
          guard.received(event.type === "BOOKMARK" ? "bookmark" : "event");
          this.#receive(event);
          events += 1;
        }
        bytes += event.bytes.length;
        if (bytes >= turnBytes) {
          bytes = 0;
          await clock.nextTurn();
        }
      }
      if (initial?.isComplete === false) throw new InitialEventsError("the server ended the watch");
      const openMs = guard.openMs ?? 0;
      if (events === 0 && this.#hasBookmarks && openMs >= bookmarkDeadlineMs) return { kind: "silent" };
      return { kind: "ended", early: openMs < earlyMs };
    } finally {
      this.#watchLink = undefined;
      const durationMs = guard.openMs;
      if (durationMs !== undefined) observer.watchEnded?.({ type, events, durationMs });
    }
  }

  async #receiveInitial(event: RawWatchEvent, initial: InitialEvents): Promise<void> {
    initial.receive(event);
    if (!initial.isComplete) return;
    const { type, observer, versionOf } = this.#options;
    const at = versionOf(event) ?? asResourceVersion("");
    await initial.commit(at);
    observer.listed?.({ type, ...initial.report });
    this.#move({ kind: "listed", at });
  }

  #receive(event: RawWatchEvent): void {
    const { sink, observer, type, versionOf } = this.#options;
    if (event.type === "BOOKMARK") {
      this.#hasBookmarks = true;
      const at = versionOf(event);
      if (at === undefined) return;
      sink.progressed(at);
      this.#move({ kind: "progressed", at });
      observer.eventReceived?.({ type, change: "bookmark" });
      return;
    }
    const at = sink.receive(event.type, event);
    if (at !== undefined) this.#move({ kind: "progressed", at });
  }
}

function outcomeOfError(error: unknown): ReflectorOutcome {
  if (error instanceof InconsistentCacheError) return { kind: "inconsistent" };
  if (isExpired(error)) return { kind: "expired" };
  if (isTooLargeResourceVersion(error)) return { kind: "ahead", error };
  if (isNotFound(error)) return { kind: "notInstalled", error };
  return { kind: "failed", error };
}
