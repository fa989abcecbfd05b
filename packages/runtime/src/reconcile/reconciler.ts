/** The function that implements a controller. */
import type { Clock } from "@kubewright/async";
import type { ApiReader, Client, EventRecorder } from "@kubewright/client";
import type { Logger } from "@kubewright/telemetry";
import type { AppliedObjects } from "./applied-objects.ts";
import type { ReconcileCause } from "./cause.ts";
import type { Request } from "./request.ts";

/** When to reconcile again. `{}` and `undefined`: after the next change. */
export interface Result {
  /** Reconcile again after this number of milliseconds, even without a change. It does not count as a failure. */
  readonly requeueAfterMs?: number;
  /** With `requeueAfterMs`: the priority of the requeue. Default: the priority of this reconcile. */
  readonly priority?: number;
}

/** The result to reconcile again after the next change, the same as an empty result. */
export const awaitChange: Result = {};

/** The context of a reconcile. */
export interface ReconcileContext<R = Request> {
  /** The request, by default the key of the object to reconcile. The object may not exist. */
  readonly key: R;
  /**
   * Reads from the cache and writes to the server. Its calls are aborted with `signal`, rejected once leadership has ended, and have the field manager of
   * the manager, by default the name of the controller.
   */
  readonly client: Client;
  /** Reads from the server; it cannot write. Its calls are aborted with `signal`. */
  readonly apiReader: ApiReader;
  /** The clock of the manager: `clock.wallTime()` is the time for conditions. */
  readonly clock: Clock;
  /** Aborted when the reconcile must end: after the grace period of the manager, after the end of leadership, or after `reconciliationTimeoutMs`. */
  readonly signal: AbortSignal;
  /** Adds the controller and the object to every line. */
  readonly log: Logger;
  /** Records Events of this controller. */
  readonly events: Pick<EventRecorder, "event">;
  /**
   * The causes of the reconcile, oldest first, for logs and diagnosis. At most the latest 20 are kept. A reconciler must depend only on the current state
   * and never on the causes, which differ after a restart.
   */
  readonly causes: readonly ReconcileCause[];
  /** How the server has changed the fields that `ensureChild` and dependents of this controller have applied. */
  readonly applied?: AppliedObjects | undefined;
  /** The number of failures of this request since its last success, conflicts included. 0 unless the reconcile is a retry. */
  readonly failures: number;
}

/**
 * Moves the cluster towards the desired state of an object.
 *
 * A reconciler reads the current state, compares it with the desired state, and writes only the difference. It is called for every change of the
 * object and of the objects it owns, for every object after a restart, and again after a failure. It must therefore be idempotent, and write
 * nothing once the desired state is reached. Two calls for the same key never run at the same time.
 *
 * If it throws, the request is retried after a delay that grows from 5 ms to 1000 s. A `TerminalError` is logged and not retried before the
 * next change. A conflict is logged at debug level only: the object has changed, and the retry reads its current state. A conflict of an apply with
 * another field manager is an error.
 */
export type Reconciler<R = Request> = (context: ReconcileContext<R>) => Promise<Result | undefined | void>;
