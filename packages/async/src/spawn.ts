/**
 * Background tasks with an owner.
 *
 * The error of a promise that is not awaited is lost. Use `spawn` for work in the background: `onError` receives its error, and the
 * end of the owner's scope stops the task and waits for it.
 */
import { StoppedError } from "./errors.ts";
import { isAbort, linkSignals } from "./signals.ts";

/** A background task. Disposing it aborts its signal and waits for its end. */
export interface SpawnedTask extends AsyncDisposable {
  /** Resolves when the task has ended or failed. Never rejects: `onError` receives the error. */
  readonly done: Promise<void>;
  /** Aborts the task's signal with `reason` (a `StoppedError` by default), and waits for its end. */
  stop(reason?: unknown): Promise<void>;
}

/** The options of `spawn`. */
export interface SpawnOptions {
  /** The name of the task in the abort reason: `Stopped by its owner: task "watch pods"`. */
  readonly name: string;
  /** Called with the error of the task, unless it is the abort of the task's signal. Must not throw. */
  readonly onError: (error: unknown) => void;
  /** Aborts the task. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts `task` at once (its first synchronous part runs inside this call) and owns it until it ends.
 *
 * ```ts
 * await using watching = spawn((signal) => watch({ signal }), { name: "watch pods", onError: (error) => log.error(error) });
 * ```
 */
export function spawn(task: (signal: AbortSignal) => Promise<void>, options: SpawnOptions): SpawnedTask {
  const link = linkSignals(options.signal);
  const done = run(task, link.signal, options.onError).finally(() => link[Symbol.dispose]());

  function stop(reason: unknown = new StoppedError(`task "${options.name}"`)): Promise<void> {
    link.abort(reason);
    return done;
  }
  return { done, stop, [Symbol.asyncDispose]: () => stop() };
}

async function run(
  task: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    await task(signal);
  } catch (error) {
    if (!isAbort(error, signal)) onError(error);
  }
}
