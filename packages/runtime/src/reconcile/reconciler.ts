/** The one function that an operator's author writes. */
import type { Logger } from "@kubewright/telemetry";
import type { Request } from "./request.ts";

/** When to come back, if at all. `{}` is "nothing more to do until something changes". */
export interface Result {
  /** Reconcile again after this many milliseconds, whatever happens in between. Not counted as a failure. */
  readonly requeueAfterMs?: number;
  /** With `requeueAfterMs`: the priority of that turn. Default: the one this turn had. */
  readonly priority?: number;
}

/** What a reconcile may use besides what it closes over. */
export interface ReconcileContext {
  /**
   * Aborted when the reconcile has to end: the manager's grace period is over, or `reconcileTimeoutMs` is. Pass it to every call.
   */
  readonly signal: AbortSignal;
  /** Names the controller and the object in every line. */
  readonly log: Logger;
}

/**
 * Moves the cluster towards the desired state of an object.
 *
 * A reconciler reads the current state, compares it with the desired state, and writes only the difference. It is called for every change of the
 * object and of the objects it owns, for every object after a restart, and again after a failure. It must therefore be idempotent, and write
 * nothing once the desired state is reached. Two calls for the same request never run at the same time.
 *
 * If it throws, the request is retried after a delay that doubles from 5 ms to 1000 s. A `TerminalError` is logged and not retried before the
 * next change. A conflict is logged at debug level only: the object has changed, and the retry reads its current state.
 */
export type Reconciler = (request: Request, context: ReconcileContext) => Promise<Result>;
