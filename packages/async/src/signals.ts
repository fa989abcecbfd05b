/**
 * Cancellation: signals that depend on other signals or on time.
 *
 * Signals are passed down and joined on the way. `anySignal` joins for good; a `LinkedSignal` joins for a scope: it can be
 * aborted by its owner, and its end takes its timer and its listeners on long-lived parents away.
 */
import type { Clock } from "./clock.ts";
import { DeadlineError } from "./errors.ts";

/** A signal that follows its parents and can be aborted by its owner, until its scope ends. */
export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
  /** Aborts this signal, not its parents. The first reason stays. */
  abort(reason: unknown): void;
  /** Lets go of parents and timer. It does not abort: who still holds the signal just never hears of it again. */
  [Symbol.dispose](): void;
}

/**
 * A signal that aborts as soon as one of `signals` does, with its reason; one that has already aborted counts. Absent ones are
 * skipped, and a single one is returned as it is. Of none there is no signal.
 */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const present = signals.filter((signal) => signal !== undefined);
  return present.length > 1 ? AbortSignal.any(present) : present[0];
}

/** A signal of one's own below `parents`. */
export function linkSignals(...parents: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const links = new DisposableStack();
  for (const parent of parents) {
    if (parent) links.use(onAbort(parent, (reason) => controller.abort(reason)));
  }
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]: () => links.dispose(),
  };
}

/**
 * A signal that aborts with a `DeadlineError` once `ms` milliseconds of `clock` have passed, or earlier with `parent`.
 *
 * ```ts
 * using deadline = deadlineSignal(clock, 10_000, signal);
 * await client.get(Pod, key, { signal: deadline.signal });
 * ```
 */
export function deadlineSignal(clock: Clock, ms: number, parent?: AbortSignal): LinkedSignal {
  const link = linkSignals(parent);
  const timer = clock.setTimer(ms, () => link.abort(new DeadlineError(ms)));
  return {
    signal: link.signal,
    abort: link.abort,
    [Symbol.dispose]() {
      timer[Symbol.dispose]();
      link[Symbol.dispose]();
    },
  };
}

/**
 * Calls `callback` with the reason when `signal` aborts, at once if it already has. Disposing the result takes the callback off,
 * so that a signal which outlives many calls does not collect their listeners.
 */
export function onAbort(signal: AbortSignal, callback: (reason: unknown) => void): Disposable {
  if (signal.aborted) {
    callback(signal.reason);
    return { [Symbol.dispose]() {} };
  }
  const listener = (): void => callback(signal.reason);
  signal.addEventListener("abort", listener, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener("abort", listener) };
}

/**
 * `promise`, or a rejection with `signal.reason` if that comes first. The work behind the promise goes on: this is for what
 * cannot be cancelled itself, and a later failure of it is dropped, because nobody waits for it any more.
 */
export async function abortable<T>(promise: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  const aborted = Promise.withResolvers<never>();
  using _listener = onAbort(signal, aborted.reject);
  return await Promise.race([aborted.promise, promise]);
}

/**
 * Whether `error` is only the echo of `signal` having aborted: the reason itself, or the platform's `AbortError` that stands
 * for it. Errors that merely come after the abort are failures still, and give false.
 */
export function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  if (!signal?.aborted) return false;
  return error === signal.reason || (error instanceof Error && error.name === "AbortError");
}
