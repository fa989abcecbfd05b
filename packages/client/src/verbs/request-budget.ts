/**
 * The budget of requests to one host, which the clients of a program share: a limit on requests in flight, an optional token bucket, and lanes.
 *
 *     urgent   Leases, status writes, deletes ──┐
 *     default  other reads and writes ──────────┼─► tokens (qps, burst) ─► slots (concurrencyMax) ─► transport
 *     bulk     lists ───────────────────────────┘
 *
 * A free slot goes to the first request of the first lane that may use it. Some slots are reserved for the lanes above, so an urgent request
 * does not wait for slow lists. A slot is released once the response has begun: a slow reader of a list occupies no slot, so a program
 * that writes while it reads cannot block itself.
 */
import { createSystemClock } from "@kubewright/async";
import type { Clock } from "@kubewright/async";

import type { BudgetLane } from "../observer.ts";

/** The lanes, the most urgent one first. */
const budgetLanes: readonly BudgetLane[] = ["urgent", "default", "bulk"];

export interface RequestBudgetOptions {
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** The largest number of requests without a response, at least 4. Watches do not count. Default `defaultConcurrencyMax`. */
  readonly concurrencyMax?: number | undefined;
  /** The average number of requests per second. Default: no limit, as in controller-runtime; the server has API priority and fairness. */
  readonly qps?: number | undefined;
  /** The number of requests that may exceed `qps` at once. Default: `qps`, at least 1. */
  readonly burst?: number | undefined;
}

/** The HTTP/2 streams that kube-apiserver accepts on one connection. */
export const defaultConcurrencyMax = 100;

/** Shared by the clients of one host. */
export interface RequestBudget {
  /**
   * Takes a token, and a slot if `slot` is true. Returns undefined if the request may be sent at once; otherwise a promise that resolves when it may
   * be sent. The promise rejects with the reason of the signal after an abort.
   */
  acquire(lane: BudgetLane, options: AcquireOptions): Promise<void> | undefined;
  /** Frees the slot of a request. */
  release(lane: BudgetLane): void;
  /** Sends no request of this lane and the lanes below it for `ms` milliseconds. The urgent lane is never paused. */
  pause(lane: BudgetLane, ms: number): void;
}

export interface AcquireOptions {
  readonly slot: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates a budget with all slots free and a full bucket.
 *
 * @throws {RangeError} for numbers that are too small.
 */
export function createRequestBudget(options: RequestBudgetOptions = {}): RequestBudget {
  return new HostBudget(options);
}

interface Waiting {
  readonly slot: boolean;
  readonly start: () => void;
}

class HostBudget implements RequestBudget {
  readonly #clock: Clock;
  /** The slots that the requests of a lane and of the lanes below it may use together. */
  readonly #slots: Readonly<Record<BudgetLane, number>>;
  readonly #inFlight: Record<BudgetLane, number> = { urgent: 0, default: 0, bulk: 0 };
  readonly #waiting: Readonly<Record<BudgetLane, Set<Waiting>>> = {
    urgent: new Set(),
    default: new Set(),
    bulk: new Set(),
  };
  readonly #pausedUntil: Record<BudgetLane, number> = { urgent: 0, default: 0, bulk: 0 };
  readonly #bucket: TokenBucket | undefined;
  #timer: Disposable | undefined;

  constructor({
    clock = createSystemClock(),
    concurrencyMax = defaultConcurrencyMax,
    qps,
    burst,
  }: RequestBudgetOptions) {
    assertAtLeast("concurrencyMax", concurrencyMax, concurrencyMinimum);
    this.#clock = clock;
    const reserved = Math.ceil(concurrencyMax / 10);
    this.#slots = {
      urgent: concurrencyMax,
      default: concurrencyMax - reserved,
      bulk: Math.max(1, Math.floor(concurrencyMax / 4)),
    };
    if (qps !== undefined) this.#bucket = new TokenBucket(clock, qps, burst);
  }

  acquire(lane: BudgetLane, { slot, signal }: AcquireOptions): Promise<void> | undefined {
    if (!this.#hasEarlier(lane) && this.#mayStart(lane, slot)) {
      this.#begin(lane, slot);
      return undefined;
    }
    return this.#wait(lane, slot, signal);
  }

  release(lane: BudgetLane): void {
    this.#inFlight[lane] -= 1;
    this.#startWaiting();
  }

  pause(lane: BudgetLane, ms: number): void {
    const until = this.#clock.now() + ms;
    const first = Math.max(1, budgetLanes.indexOf(lane));
    for (const each of budgetLanes.slice(first)) this.#pausedUntil[each] = Math.max(this.#pausedUntil[each], until);
  }

  /** Whether requests of this lane or a lane above wait already. */
  #hasEarlier(lane: BudgetLane): boolean {
    const { urgent, default: other, bulk } = this.#waiting;
    return urgent.size > 0 || (lane !== "urgent" && other.size > 0) || (lane === "bulk" && bulk.size > 0);
  }

  async #wait(lane: BudgetLane, slot: boolean, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const started = Promise.withResolvers<void>();
    const waiting: Waiting = { slot, start: started.resolve };
    const onAbort = (): void => {
      if (this.#waiting[lane].delete(waiting)) started.reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort);
    this.#waiting[lane].add(waiting);
    this.#startWaiting(); // The requests before it may wait for a slot, which this request does not need.
    try {
      await started.promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Starts the requests that may be sent now, lane by lane. */
  #startWaiting(): void {
    for (const lane of budgetLanes) {
      for (const waiting of this.#waiting[lane]) {
        if (!this.#mayStart(lane, waiting.slot)) break;
        this.#waiting[lane].delete(waiting);
        this.#begin(lane, waiting.slot);
        waiting.start();
      }
    }
    this.#setTimer();
  }

  #mayStart(lane: BudgetLane, slot: boolean): boolean {
    if (this.#pausedUntil[lane] > this.#clock.now()) return false;
    return (!slot || this.#hasSlot(lane)) && (this.#bucket?.hasToken() ?? true);
  }

  #hasSlot(lane: BudgetLane): boolean {
    const { urgent, default: other, bulk } = this.#inFlight;
    if (urgent + other + bulk >= this.#slots.urgent) return false;
    if (lane === "urgent") return true;
    if (lane === "default") return other + bulk < this.#slots.default;
    // One list is always allowed, so that continuous reads and writes do not stop the caches.
    return bulk === 0 || (bulk < this.#slots.bulk && other + bulk < this.#slots.default);
  }

  #begin(lane: BudgetLane, slot: boolean): void {
    this.#bucket?.take();
    if (slot) this.#inFlight[lane] += 1;
  }

  /** Sets a timer for the end of a pause or the next token, when a waiting request may be sent. */
  #setTimer(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    const now = this.#clock.now();
    const waits = budgetLanes
      .filter((lane) => this.#waiting[lane].size > 0)
      .map((lane) => Math.max(this.#pausedUntil[lane] - now, this.#bucket?.msToToken() ?? 0))
      .filter((ms) => ms > 0);
    if (waits.length > 0) this.#timer = this.#clock.setTimer(Math.min(...waits), () => this.#startWaiting());
  }
}

/** With fewer slots, no slot could be reserved for each lane. */
const concurrencyMinimum = 4;

/** The bucket of client-go: `burst` tokens at most, `qps` new ones per second. */
class TokenBucket {
  readonly #clock: Clock;
  readonly #qps: number;
  readonly #burst: number;
  #tokens: number;
  #at: number;

  constructor(clock: Clock, qps: number, burst = Math.max(1, Math.floor(qps))) {
    if (!(qps > 0)) throw new RangeError(`Cannot create a request budget: qps is ${qps}, must be greater than 0`);
    assertAtLeast("burst", burst, 1);
    this.#clock = clock;
    this.#qps = qps;
    this.#burst = burst;
    this.#tokens = burst;
    this.#at = clock.now();
  }

  hasToken(): boolean {
    this.#refill();
    return this.#tokens >= 1;
  }

  take(): void {
    this.#tokens -= 1;
  }

  /** The milliseconds to the next token, rounded up; 0 if there is one. */
  msToToken(): number {
    this.#refill();
    return this.#tokens >= 1 ? 0 : Math.ceil(((1 - this.#tokens) * 1000) / this.#qps);
  }

  #refill(): void {
    const now = this.#clock.now();
    const tokens = this.#tokens + ((now - this.#at) * this.#qps) / 1000;
    // The sum of fractions of a token may be below 1 by a rounding error.
    this.#tokens = Math.min(this.#burst, Math.abs(tokens - Math.round(tokens)) < 1e-9 ? Math.round(tokens) : tokens);
    this.#at = now;
  }
}

function assertAtLeast(name: string, value: number, minimum: number): void {
  if (Number.isInteger(value) && value >= minimum) return;
  throw new RangeError(
    `Cannot create a request budget: ${name} is ${value}, must be an integer of at least ${minimum}`,
  );
}
