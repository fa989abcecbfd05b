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
 * Brings the cluster one step closer to what an object asks for.
 *
 * It reads what is there now, compares it with what should be, and writes only the difference. It is called for every change
 * of the object and of those it owns, after a restart for every object there is, and again after a failure; so it must give the same
 * end however often it runs, and write nothing once that end is reached. Two calls for the same request never run at the same time.
 *
 * When it throws, the request comes back after a delay that doubles from 5 ms to 1000 s. A `TerminalError` is logged and
 * waits for the next change instead. A conflict is no failure worth a line in the log: the object changed under our hands, and
 * the next turn sees what is there now.
 */
export type Reconciler = (request: Request, context: ReconcileContext) => Promise<Result>;
