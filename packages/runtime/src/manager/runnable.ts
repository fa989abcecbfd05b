/** What a manager runs. */

/**
 * Anything with a beginning and an end: a controller, a webhook server, a timer of one's own.
 *
 * `start` runs until `signal` is aborted and its work has ended in good order; it may also return earlier. When it throws, the
 * manager stops everything and fails with that error. Rejecting with the signal's reason is an end like any other.
 */
export interface Runnable {
  /** For messages. */
  readonly name?: string;
  /**
   * Begin only when this process leads, and stop when it no longer does. Without leader election it begins at once. Default false: what serves
   * or watches runs in every replica.
   */
  readonly needLeaderElection?: boolean;
  start(options: { readonly signal: AbortSignal }): Promise<void>;
}
