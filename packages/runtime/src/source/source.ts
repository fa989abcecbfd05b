/** The contract of sources: they enqueue requests for a controller. */
import type { Clock } from "@kubewright/async";
import type { Logger } from "@kubewright/telemetry";
import type { ReconcileCause } from "../reconcile/cause.ts";
import type { Request } from "../reconcile/request.ts";

export interface EnqueueOptions {
  /** Default 0. */
  readonly priority?: number;
  /** Default: an event "generic" of the source. */
  readonly cause?: ReconcileCause;
}

export type Enqueue = (request: Request, options?: EnqueueOptions) => void;

/** A running source. Disposing it ends the events; twice is harmless. */
export interface RunningSource extends Disposable {
  /** Resolves once everything that existed at the start has been enqueued. Until then the controller's workers wait. */
  waitForSync(options: { readonly signal: AbortSignal }): Promise<void>;
}

/** What a controller gives its sources. */
export interface SourceContext {
  readonly log: Logger;
  readonly clock: Clock;
}

export interface Source {
  /** What is watched, for messages: "Pod". */
  readonly name: string;
  start(enqueue: Enqueue, context: SourceContext): RunningSource;
}
