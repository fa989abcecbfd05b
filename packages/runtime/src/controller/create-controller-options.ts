/** The options of `createController`. The builder takes most of them from the manager. */
import type { Clock } from "@kubewright/async";
import type { Leadership } from "@kubewright/client";
import type { ControllerObserver, Logger, Tracing } from "@kubewright/telemetry";
import type { WorkQueueObserver } from "@kubewright/workqueue";
import type { ReconcileContext, Reconciler } from "../reconcile/reconciler.ts";
import type { Request } from "../reconcile/request.ts";
import type { Source } from "../source/source.ts";
import type { ControllerOptions } from "./controller-options.ts";

/** The clients and the recorder of reconciles. */
export type ReconcileClients = Pick<ReconcileContext, "client" | "apiReader" | "events">;

export interface CreateControllerOptions<R = Request> extends ControllerOptions<R> {
  /** A label in metrics and logs. Must be unique among the controllers of a process. */
  readonly name: string;
  readonly reconcile: Reconciler<R>;
  /** The clients and the recorder of reconciles, or a function that returns those of a request. The clients are bound to the signal of each reconcile. */
  readonly context: ReconcileClients | ((request: R) => ReconcileClients);
  readonly sources: readonly Source<R>[];
  /** The key of a request. Requests with the same key are one entry of the queue. Default: `formatTypedRequest`. */
  readonly keyOf?: (request: R) => string;
  readonly clock: Clock;
  readonly log?: Logger;
  readonly observer?: ControllerObserver;
  readonly queueObserver?: WorkQueueObserver;
  /** Creates a span for each reconcile. Default: none. */
  readonly tracing?: Pick<Tracing, "reconcile"> | undefined;
  /**
   * Starts workers only while this process leads. Sources start at once, so that a new leader has synced caches. Reconciles in flight are aborted
   * when leadership ends, without a grace period.
   */
  readonly leadership?: Pick<Leadership, "signal" | "elected"> | undefined;
}
