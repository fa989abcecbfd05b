/** The interface of everything that a manager starts and stops. */

export interface RunOptions {
  /** Aborted when the runnable must stop in good order. */
  readonly signal: AbortSignal;
  /**
   * Aborted when the time for an orderly stop has run out, shortly before the manager gives up. The runnable then drops what it still does: it
   * aborts calls and closes connections. Absent if the caller allows any time.
   */
  readonly deadline?: AbortSignal;
}

/**
 * A controller, a server, a timer: anything that starts and stops.
 *
 * `start` runs until `signal` is aborted and its work has ended; it may return earlier. If it throws, the manager stops everything and rejects
 * with that error. A rejection with the reason of `signal` counts as a normal end.
 *
 * Runnables stop at the same time. A runnable that needs the end of another must wait for it.
 */
export interface Runnable {
  /** Names the runnable in logs and errors. */
  readonly name?: string;
  /**
   * Whether the runnable starts only while this process leads, and stops when leadership ends. Default true, as in controller-runtime: a runnable
   * that writes must not run on every replica. Servers, and whatever else must run on standby replicas, set it to false. Without leader
   * election every runnable starts at once.
   */
  readonly needLeaderElection?: boolean;
  /**
   * Whether controllers read from the runnable, as from a cluster. It starts before and stops after other runnables, with the cache of the manager. Default
   * false.
   */
  readonly isCache?: boolean;
  start(options: RunOptions): Promise<void>;
}

/** The name of a runnable in logs and errors. */
export function nameOf({ name }: Pick<Runnable, "name">): string {
  return name ?? "unnamed runnable";
}
