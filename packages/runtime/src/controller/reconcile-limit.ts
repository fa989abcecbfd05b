/** Limits the number of reconciles of each request in a period, as the rate limiter of JOSDK. */
import type { Clock } from "@kubewright/async";

export interface ReconcileLimitOptions {
  /** The largest number of reconciles of one request in the period. */
  readonly maxReconciliations: number;
  /** The length of the period, in milliseconds. It starts with a reconcile of the request. */
  readonly withinMs: number;
}

interface Period {
  readonly startedAt: number;
  reconciliations: number;
}

export class ReconcileLimit {
  readonly #clock: Clock;
  readonly #options: ReconcileLimitOptions;
  /** The periods of requests. Periods in `#older` end before those in `#current`; both maps are dropped once their periods have ended. */
  #current = new Map<string, Period>();
  #older: ReadonlyMap<string, Period> = new Map();
  #currentSince: number;

  constructor(clock: Clock, options: ReconcileLimitOptions) {
    this.#clock = clock;
    this.#options = options;
    this.#currentSince = clock.now();
  }

  /** Counts a reconcile of the request and returns 0, or returns the time until the request may be reconciled. */
  delayMs(request: string): number {
    const { maxReconciliations, withinMs } = this.#options;
    const now = this.#clock.now();
    this.#dropEnded(now);
    const period = this.#current.get(request) ?? this.#older.get(request);
    if (!period || now - period.startedAt >= withinMs) {
      this.#current.set(request, { startedAt: now, reconciliations: 1 });
      return 0;
    }
    if (period.reconciliations >= maxReconciliations) return period.startedAt + withinMs - now;
    period.reconciliations += 1;
    return 0;
  }

  #dropEnded(now: number): void {
    const { withinMs } = this.#options;
    if (now - this.#currentSince < withinMs) return;
    this.#older = now - this.#currentSince < 2 * withinMs ? this.#current : new Map();
    this.#current = new Map();
    this.#currentSince = now;
  }
}
