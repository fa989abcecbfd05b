/** The interface of everything that a manager starts and stops. */

export interface RunOptions {
  /** Aborted when the runnable must stop. */
  readonly signal: AbortSignal;
  /**
   * Aborted when the time for an orderly stop has passed, shortly before the shutdown timeout. The runnable must then abort its calls and close its
   * connections. Absent if the caller sets no limit.
   */
  readonly deadline?: AbortSignal;
}

/**
 * A controller, a server, a timer: a part of a program that starts and stops.
 *
 * `start` runs until `signal` is aborted and its work has ended; it may return earlier. If it throws, the manager stops everything and rejects
 * with that error. A rejection with the reason of `signal` counts as a normal end.
 *
 * Runnables stop at the same time. A runnable that must stop after another runnable must wait for it.
 */
export interface Runnable {
  /** Names the runnable in logs and errors. */
  readonly name?: string;
  /**
   * Whether the runnable starts only once this process leads, and stops when leadership ends. Default true, as in controller-runtime: a runnable
   * that writes must not run on every replica. Set it to false for servers and other runnables of standby replicas. Without leader election every
   * runnable starts at once.
   */
  readonly needLeaderElection?: boolean;
  /**
   * Whether controllers read from the runnable, such as a cluster. It starts before other runnables and stops after them, with the cache of the manager.
   * Default false.
   */
  readonly isCache?: boolean;
  start(options: RunOptions): Promise<void>;
}

/** The name of a runnable in logs and errors. */
export function nameOf({ name }: Pick<Runnable, "name">): string {
  return name ?? "unnamed runnable";
}
