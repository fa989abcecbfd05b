/**
 * The owner of work that is not awaited.
 *
 * A promise that floats loses its failure. Whoever starts work in the background spawns it instead: the failure goes to
 * `onError`, and the end of the owner's scope ends the work and waits for it.
 */
import { StoppedError } from "./errors.ts";
import { isAbort, linkSignals } from "./signals.ts";

/** Work in the background. Disposing it aborts its signal and waits until it has come to its end. */
export interface SpawnedTask extends AsyncDisposable {
  /** Resolves when the task has ended, well or not. It never rejects: a failure goes to `onError`. */
  readonly done: Promise<void>;
  /** Aborts the task's signal with `reason` (a `StoppedError` by default), and waits for its end. */
  stop(reason?: unknown): Promise<void>;
}

/** What `spawn` takes beside the task. */
export interface SpawnOptions {
  /** What the task does, for the reason it is stopped with: `Stopped by its owner: task "watch pods"`. */
  readonly name: string;
  /** Called with the error of the task, except for the abort of its own signal. Must not throw. */
  readonly onError: (error: unknown) => void;
  /** Aborts the task from above. */
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
