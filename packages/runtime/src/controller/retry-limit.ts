/** Limits the retries of a request, by number and by time. */
import type { Clock } from "@kubewright/async";
import { TerminalError } from "../errors.ts";
import type { UntypedControllerOptions } from "./controller-options.ts";
import type { Outcome } from "./outcome.ts";

interface Failures {
  count: number;
  readonly since: number;
}

export class RetryLimit {
  readonly #clock: Clock;
  readonly #retriesMax: number;
  readonly #retryTimeoutMs: number;
  /** Requests whose last reconcile failed. */
  readonly #failing = new Map<string, Failures>();

  constructor(clock: Clock, { retriesMax = Infinity, retryTimeoutMs = Infinity }: UntypedControllerOptions) {
    this.#clock = clock;
    this.#retriesMax = retriesMax;
    this.#retryTimeoutMs = retryTimeoutMs;
  }

  /** The outcome of a reconcile: a terminal error instead of a failure that must not be retried. */
  apply(request: string, outcome: Outcome): Outcome {
    switch (outcome.kind) {
      case "error":
      case "timeout":
      case "panic":
        return this.#failed(request, outcome.error) ?? outcome;
      case "requeue":
        return outcome;
      case "success":
      case "requeue_after":
      case "terminal_error":
        this.#failing.delete(request);
        return outcome;
    }
  }

  #failed(request: string, cause: unknown): Outcome | undefined {
    const now = this.#clock.now();
    const failures = this.#failing.get(request) ?? { count: 0, since: now };
    failures.count += 1;
    this.#failing.set(request, failures);
    const reason = this.#reasonToEnd(failures, now);
    if (reason === undefined) return undefined;
    this.#failing.delete(request);
    return { kind: "terminal_error", error: new TerminalError(`Retries of "${request}" ended ${reason}`, { cause }) };
  }

  #reasonToEnd({ count, since }: Failures, now: number): string | undefined {
    if (count > this.#retriesMax) return `after ${this.#retriesMax} retries`;
    if (now - since >= this.#retryTimeoutMs) return `after ${this.#retryTimeoutMs} ms`;
    return undefined;
  }
}
