/**
 * Detects hot loops: reconciles of one request that the controller itself causes, by writes that do not change the spec or by requeues without a pause.
 *
 *     reconciles by updates and requeues ──► counted in windows of 10 s ──► more than 10: suspect ──► its writes are recorded
 *     reconcile of a suspect, caused only by its recorded writes ──► more than 10 in 10 s: hot loop ──► delayed, 1 s to 60 s
 *
 * Changes by other writers, creations and deletions, writes of the spec, and failures are not part of a loop. A request that is not a suspect costs one
 * count per reconcile and nothing per event.
 */
import type { Clock } from "@kubewright/async";
import { formatKey } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import type { ReconcileCause } from "../reconcile/cause.ts";

/** More reconciles than this in a window are a hot loop. */
const reconcilesMax = 10;
const windowMs = 10_000;
/** The delay of a hot loop doubles from the first to the maximum. */
const [firstDelayMs, delayMaxMs] = [1_000, 60_000];
/** A requeue after less than this time is part of a loop. */
const requeueMinMs = 100;
/** Limits of memory: the number of suspects, and of recorded writes of each suspect. */
const [suspectsMax, ownVersionsMax] = [1_000, 20];

export interface HotLoop {
  readonly request: string;
  /** The number of reconciles in the window. */
  readonly reconciles: number;
  readonly windowMs: number;
  /** The delay of the next reconcile. */
  readonly delayMs: number;
}

interface Suspect {
  /** The versions of the object that the controller has written without a change of the generation. */
  readonly ownVersions: Set<string>;
  /** The generation of the last own write, by kind. */
  readonly generations: Map<string, number | undefined>;
  reconciles: number;
  since: number;
  lastAt: number;
  /** 0 until the request is a hot loop. */
  delayMs: number;
  /** When the delayed reconcile may run. Undefined: no reconcile is delayed. */
  until: number | undefined;
}

export class HotLoopDetector {
  readonly #clock: Clock;
  readonly #onHotLoop: (hotLoop: HotLoop) => void;
  readonly #reconciles = new Map<string, number>();
  readonly #suspects = new Map<string, Suspect>();
  #windowStart: number;

  constructor(clock: Clock, onHotLoop: (hotLoop: HotLoop) => void) {
    this.#clock = clock;
    this.#onHotLoop = onHotLoop;
    this.#windowStart = clock.now();
  }

  /** Called before each reconcile. Counts it and returns 0, or returns the delay after which it may run. */
  delayMs(request: string, causes: readonly ReconcileCause[]): number {
    const now = this.#clock.now();
    if (now - this.#windowStart >= windowMs) this.#startWindow(now);
    const suspect = this.#suspects.get(request);
    if (suspect) return isOwn(suspect, causes) ? this.#delayOf(request, suspect, now) : runsAtOnce(suspect);
    if (causes.some(isOutsideLoop)) return 0;
    const reconciles = (this.#reconciles.get(request) ?? 0) + 1;
    this.#reconciles.set(request, reconciles);
    if (reconciles > reconcilesMax && this.#suspects.size < suspectsMax) this.#suspects.set(request, newSuspect(now));
    return 0;
  }

  /** The client of a reconcile, which records the writes of suspects. */
  observed(request: string, client: Client): Client {
    const suspect = this.#suspects.get(request);
    if (!suspect) return client;
    const record = <T extends Stored>(written: T): T => {
      recordWrite(suspect, request, written);
      return written;
    };
    return client.intercept((next) => ({
      update: async (call) => record(await next.update(call)),
      patch: async (call) => record(await next.patch(call)),
    }));
  }

  #delayOf(request: string, suspect: Suspect, now: number): number {
    if (suspect.until !== undefined && now < suspect.until) return suspect.until - now;
    if (suspect.delayMs > 0 && suspect.until === undefined) {
      suspect.until = now + suspect.delayMs;
      return suspect.delayMs;
    }
    suspect.lastAt = now;
    if (suspect.until !== undefined) {
      suspect.until = undefined;
      suspect.delayMs = Math.min(suspect.delayMs * 2, delayMaxMs);
      return 0;
    }
    if (now - suspect.since >= windowMs) [suspect.since, suspect.reconciles] = [now, 0];
    suspect.reconciles += 1;
    if (suspect.reconciles <= reconcilesMax) return 0;
    suspect.delayMs = firstDelayMs;
    this.#onHotLoop({ request, reconciles: suspect.reconciles, windowMs, delayMs: firstDelayMs });
    return 0;
  }

  #startWindow(now: number): void {
    this.#windowStart = now;
    this.#reconciles.clear();
    for (const [request, { lastAt, delayMs }] of this.#suspects) {
      if (now - lastAt >= windowMs + 2 * delayMs) this.#suspects.delete(request);
    }
  }
}

function newSuspect(now: number): Suspect {
  const counters = { reconciles: 0, since: now, lastAt: now, delayMs: 0, until: undefined };
  return { ownVersions: new Set(), generations: new Map(), ...counters };
}

function runsAtOnce(suspect: Suspect): 0 {
  suspect.until = undefined;
  return 0;
}

/** Whether the controller has caused the reconcile itself. */
function isOwn({ ownVersions }: Suspect, causes: readonly ReconcileCause[]): boolean {
  return causes.length > 0 && causes.every((cause) => isOwnUpdate(cause, ownVersions) || isRequeueWithoutPause(cause));
}

function isOwnUpdate({ event, resourceVersion }: ReconcileCause, ownVersions: ReadonlySet<string>): boolean {
  return event === "updated" && resourceVersion !== undefined && ownVersions.has(resourceVersion);
}

function isRequeueWithoutPause({ event, afterMs = 0 }: ReconcileCause): boolean {
  return event === "requeue" && afterMs < requeueMinMs;
}

/** Whether a cause is not part of a loop of the controller. Failures have the delay of the rate limiter. */
function isOutsideLoop({ event, afterMs = 0 }: ReconcileCause): boolean {
  switch (event) {
    case "added":
    case "deleted":
    case "generic":
    case "resync":
    case "retry":
      return true;
    case "requeue":
      return afterMs >= requeueMinMs;
    case "updated":
      return false;
  }
}

function recordWrite({ ownVersions, generations }: Suspect, request: string, { kind, metadata }: Stored): void {
  if (formatKey(metadata) !== request) return;
  const { generation, resourceVersion } = metadata;
  const changesSpec = generations.has(kind) && generations.get(kind) !== generation;
  generations.set(kind, generation);
  if (changesSpec) return;
  ownVersions.add(resourceVersion);
  const [oldest] = ownVersions;
  if (ownVersions.size > ownVersionsMax && oldest !== undefined) ownVersions.delete(oldest);
}
