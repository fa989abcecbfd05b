/**
 * Cancellation: signals that depend on other signals or on time.
 *
 * `anySignal` joins signals permanently; a `LinkedSignal` joins them for a scope: its creator can abort it, and disposing it removes its timer and
 * its listeners on long-lived parents.
 */
import type { Clock } from "./clock.ts";
import { DeadlineError } from "./errors.ts";

/** A signal that follows its parents and can be aborted by its owner, until its scope ends. */
export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
  /** Aborts this signal, not its parents. The first reason stays. */
  abort(reason: unknown): void;
  /** Removes the listeners on the parents and the timer. Does not abort the signal. */
  [Symbol.dispose](): void;
}

/**
 * Returns a signal that aborts with the first of `signals`, and with its reason. Absent signals are skipped. A single signal is returned
 * itself; without any the result is undefined.
 */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const present = signals.filter((signal) => signal !== undefined);
  return present.length > 1 ? AbortSignal.any(present) : present[0];
}

/** Creates a signal that follows `parents` and can be aborted separately. */
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
 * Calls `callback` with the reason when `signal` aborts, at once if it has aborted. Disposing the result removes the listener, so that a
 * long-lived signal does not collect listeners.
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
 * Settles as `promise`, or rejects with `signal.reason` if the signal aborts first. The work behind the promise continues, for work that
 * cannot be cancelled; a later rejection of it is ignored.
 */
export async function abortable<T>(promise: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  const aborted = Promise.withResolvers<never>();
  using _listener = onAbort(signal, aborted.reject);
  return await Promise.race([aborted.promise, promise]);
}

/** Resolves once `signal` is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => void onAbort(signal, () => resolve()));
}

/**
 * Waits for `ms` milliseconds of `clock`, and also resolves when `signal` is aborted. For loops whose condition tests the signal.
 *
 * ```ts
 * for (; !signal.aborted; await sleepUnlessAborted(clock, 10_000, signal)) await poll();
 * ```
 */
export async function sleepUnlessAborted(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, { signal });
  } catch (error) {
    if (!isAbort(error, signal)) throw error;
  }
}

/**
 * Whether `error` is the consequence of the abort of `signal`: its reason, or an `AbortError` of the platform. Other errors after an abort are
 * failures, and give false.
 */
export function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  if (!signal?.aborted) return false;
  return error === signal.reason || (error instanceof Error && error.name === "AbortError");
}
