// The loop around the policy of `state.ts`: it does what the state says, puts what came into the sink, and hands the outcome
// back to `nextState`. Errors are outcomes; only the owner's signal ends it.

import { backoffMs, linkSignals } from "@kubewright/async";
import type { Backoff, Clock, Random } from "@kubewright/async";
import {
  asResourceVersion,
  isExpired,
  isNotFound,
  isTooLargeResourceVersion,
  retryAfterSecondsOf,
} from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, ResourceVersion } from "@kubewright/apimachinery";
import { listPages } from "@kubewright/client";
import type { CollectionOptions, RawWatchEvent, Verbs } from "@kubewright/client";

import type { InformerObserver } from "../observer.ts";
import { SilentServerError } from "../errors.ts";
import { createRequestBudget } from "./request-budget.ts";
import { createSilenceLimit } from "./silence-limit.ts";
import { initialState, nextState } from "./state.ts";
import type { Listing, ReflectorOutcome, ReflectorState, Watching } from "./state.ts";
import { answerDeadlineMs, bookmarkDeadlineMs, createWatchGuard } from "./watch-guard.ts";

/** Items asked for at a time. */
export const pageSize = 500;

/** The waits between tries: client-go's. `maxMs` is also how long a server that is back may wait for us. */
export const reflectorBackoff: Backoff = { initialMs: 800, maxMs: 30_000 };

/**
 * A kind that is not installed is asked for so often, outside of the budget for outages: to say that there is none costs a server next to
 * nothing, and what waits for the kind works within a second of its coming.
 */
export const missingRetryMs = 1_000;

/** While items and events keep coming without a pause, everything else gets its turn after this many bytes: about 2 ms. */
const turnBytes = 256 * 1024;

/** A watch that ends sooner, in good order, counts as a failure. Servers end theirs after minutes. */
const earlyMs = 10_000;

/** Where a reflector puts what it hears. */
export interface ReflectorSink {
  /** Begins a list. It is not seen by anybody before its commit. */
  beginList(): ListReception;
  /** Takes a change in. Returns its version, to go on from. */
  receive(type: "ADDED" | "MODIFIED" | "DELETED", bytes: Uint8Array): ResourceVersion | undefined;
  /** The collection has reached a version without a change. */
  progressed(at: ResourceVersion): void;
}

export interface ListReception {
  add(bytes: Uint8Array): void;
  /** Makes the list the state of the collection, and tells handlers what differs. */
  commit(at: ResourceVersion): Promise<void>;
  /** Forgets what was added: the list came to nothing. */
  drop(): void;
}

export interface ReflectorOptions<T extends KubernetesObject> {
  readonly verbs: Pick<Verbs, "listStream" | "watch">;
  readonly type: ResourceType<T>;
  readonly collection: Omit<CollectionOptions, "signal" | "retriesMax">;
  readonly sink: ReflectorSink;
  readonly clock: Clock;
  readonly random: Random;
  /** Must not throw: the informer guards it. */
  readonly observer: InformerObserver;
  readonly onState: (state: ReflectorState) => void;
  /** Called with every answer of the server that is no failure: a part of a list, an accepted watch, an event, a bookmark, a missing kind. */
  readonly onProgress: () => void;
  /** Reads the version of a bookmark. */
  readonly versionOf: (bytes: Uint8Array) => ResourceVersion | undefined;
}

/** Keeps the sink at the state of the collection until `signal` is aborted; resolves then, and never rejects before. */
export async function runReflector<T extends KubernetesObject>(
  options: ReflectorOptions<T>,
  signal: AbortSignal,
): Promise<void> {
  const { verbs, type, collection, sink, clock, random, observer } = options;
  const budget = createRequestBudget(clock);
  let state = initialState;
  /** What the server asked for with its last refusal. */
  let retryAfterMs = 0;
  let isMissing = false;
  /** This server sends bookmarks. */
  let bookmarked = false;
  options.onState(state);

  while (!signal.aborted) {
    const outcome = await outcomeOf(state);
    if (!signal.aborted) move(outcome);
  }

  function move(outcome: ReflectorOutcome): void {
    const before = state;
    state = nextState(before, outcome);
    if (state !== before) options.onState(state);
  }

  async function outcomeOf(current: ReflectorState): Promise<ReflectorOutcome> {
    try {
      switch (current.kind) {
        case "listing":
          if (!isMissing) await wait(budget.take());
          isMissing = false;
          return await list(current);
        case "watching":
          await wait(budget.take());
          return await watch(current);
        case "pending":
          isMissing = true;
          await wait(Math.max(retryAfterMs, Math.min(missingRetryMs, backoffOf(current.failures))));
          retryAfterMs = 0;
          return { kind: "waited" };
        case "backingOff":
        case "expired":
          await wait(Math.max(retryAfterMs, backoffOf(current.failures)));
          retryAfterMs = 0;
          return { kind: "waited" };
      }
    } catch (error) {
      retryAfterMs = (retryAfterSecondsOf(error) ?? 0) * 1000;
      const outcome = outcomeOfError(error);
      if (outcome.kind === "notInstalled") options.onProgress();
      return outcome;
    }
  }

  async function wait(ms: number): Promise<void> {
    if (ms > 0) await clock.sleep(ms, { signal });
  }

  // At the cap there is no jitter: earlier waits have spread the clients, and two requests a minute stay two.
  function backoffOf(failures: number): number {
    const { initialMs, maxMs, factor = 2 } = reflectorBackoff;
    return initialMs * factor ** (failures - 1) >= maxMs ? maxMs : backoffMs(reflectorBackoff, failures, random);
  }

  async function list({ consistency }: Listing): Promise<ReflectorOutcome> {
    using link = linkSignals(signal);
    using silence = createSilenceLimit(clock, answerDeadlineMs, () =>
      link.abort(new SilentServerError("go on with a list", answerDeadlineMs)),
    );
    const startedAt = clock.now();
    const reception = sink.beginList();
    let items = 0;
    let bytes = 0;
    let turnAt = turnBytes;
    let at = asResourceVersion("");
    try {
      // A version of 0 lets the server answer from its cache; the quorum read that an absent one asks for can be paged.
      const version = consistency === "any" ? { resourceVersion: "0" } : {};
      const request = { ...collection, ...version, limit: pageSize, retriesMax: 0, signal: link.signal };
      for await (const chunk of listPages(verbs, type, request)) {
        silence.heard();
        options.onProgress();
        if (chunk.kind === "end") {
          at = asResourceVersion(chunk.resourceVersion);
          continue;
        }
        reception.add(chunk.bytes);
        items += 1;
        bytes += chunk.bytes.length;
        if (bytes >= turnAt) {
          turnAt = bytes + turnBytes;
          await clock.nextTurn();
        }
      }
      signal.throwIfAborted();
    } catch (error) {
      reception.drop();
      throw error;
    }
    await reception.commit(at);
    observer.listed?.(type, { items, bytes, durationMs: clock.now() - startedAt });
    return { kind: "listed", at };
  }

  async function watch({ from }: Watching): Promise<ReflectorOutcome> {
    using link = linkSignals(signal);
    using guard = createWatchGuard({ clock, onHealthy: () => move({ kind: "healthy" }), onSilent: link.abort });
    let events = 0;
    let bytes = 0;
    try {
      const stream = verbs.watch(type, {
        ...collection,
        resourceVersion: from,
        signal: link.signal,
        onOpen() {
          guard.opened();
          options.onProgress();
        },
      });
      for await (const event of stream) {
        guard.heard(event.type === "BOOKMARK" ? "bookmark" : "event");
        options.onProgress();
        take(event);
        events += 1;
        bytes += event.bytes.length;
        if (bytes >= turnBytes) {
          bytes = 0;
          await clock.nextTurn();
        }
      }
      const openMs = guard.openMs ?? 0;
      if (events === 0 && bookmarked && openMs >= bookmarkDeadlineMs) return { kind: "unheard" };
      return { kind: "ended", early: openMs < earlyMs };
    } finally {
      const durationMs = guard.openMs;
      if (durationMs !== undefined) observer.watchEnded?.(type, { events, durationMs });
    }
  }

  function take(event: RawWatchEvent): void {
    if (event.type === "BOOKMARK") {
      bookmarked = true;
      const at = options.versionOf(event.bytes);
      if (at === undefined) return;
      sink.progressed(at);
      move({ kind: "progressed", at });
      observer.eventReceived?.(type, "bookmark");
      return;
    }
    const at = sink.receive(event.type, event.bytes);
    if (at !== undefined) move({ kind: "progressed", at });
  }
}

function outcomeOfError(error: unknown): ReflectorOutcome {
  if (isExpired(error)) return { kind: "expired" };
  if (isTooLargeResourceVersion(error)) return { kind: "ahead", error };
  if (isNotFound(error)) return { kind: "notInstalled", error };
  return { kind: "failed", error };
}
