/**
 * The deadline of a shutdown, on the monotonic clock from the beginning of the shutdown. Hooks and stages do not have separate timeouts: each gets
 * the time that is left, so the shutdown never exceeds the Pod's grace period.
 *
 *     begin()              signal is aborted           the deadline
 *     |── orderly stop ────|── work that still runs ───|  give up
 *     0                    timeoutMs - abortLeadMs     timeoutMs
 */
import { assertNumbers, numberRules } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { ManagerStoppedError } from "../errors.ts";

/** The default of controller-runtime's GracefulShutdownTimeout. */
export const defaultGracefulShutdownTimeoutMs = 30_000;

/** Work is aborted this long before the deadline, at most a sixth of the timeout, so that it can end, and Events and the Lease can be written. */
const abortLeadMaxMs = 5_000;

export class ShutdownDeadline implements Disposable {
  readonly timeoutMs: number;
  readonly #clock: Clock;
  readonly #abort = new AbortController();
  readonly #passed = Promise.withResolvers<false>();
  readonly #timers = new DisposableStack();
  #isPassed = false;
  #hasBegun = false;

  /** @throws {RangeError} if `timeoutMs` is not positive. `Infinity` never passes. */
  constructor(clock: Clock, timeoutMs: number) {
    assertNumbers("Cannot create manager", { gracefulShutdownTimeoutMs: timeoutMs }, numberRules.positiveMs);
    this.#clock = clock;
    this.timeoutMs = timeoutMs;
  }

  /** Aborted shortly before the deadline: work that still runs must end at once. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get isPassed(): boolean {
    return this.#isPassed;
  }

  /** Starts the deadline. Later calls have no effect. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const abortAfterMs = this.timeoutMs - Math.min(abortLeadMaxMs, this.timeoutMs / 6);
    this.#timers.use(this.#clock.setTimer(abortAfterMs, () => this.#abortWork()));
    this.#timers.use(this.#clock.setTimer(this.timeoutMs, () => this.#pass()));
  }

  /** Resolves with true once `work` has settled, with false once the deadline has passed. Does not reject. */
  async settled(work: Promise<unknown>): Promise<boolean> {
    const settled = work.then(
      () => true,
      () => true,
    );
    return await Promise.race([settled, this.#passed.promise]);
  }

  [Symbol.dispose](): void {
    this.#timers.dispose();
  }

  #pass(): void {
    this.#isPassed = true;
    this.#abortWork();
    this.#passed.resolve(false);
  }

  #abortWork(): void {
    this.#abort.abort(
      new ManagerStoppedError(`Stopped: the graceful shutdown timeout of ${this.timeoutMs} ms has passed`),
    );
  }
}
