/** The interface of sources, which enqueue requests for a controller. */
import type { Clock } from "@kubewright/async";
import type { Logger } from "@kubewright/telemetry";
import type { ReconcileCause } from "../reconcile/cause.ts";
import type { Request } from "../reconcile/request.ts";

export interface EnqueueOptions {
  /** Default 0. */
  readonly priority?: number;
  /** Default: the event "generic" of the source. */
  readonly cause?: ReconcileCause;
}

export type Enqueue<R = Request> = (request: R, options?: EnqueueOptions) => void;

/** A running source. Disposing stops it; disposing it twice is harmless. */
export interface RunningSource extends Disposable {
  /** Resolves once all objects that existed at the start have been enqueued. The controller's workers wait for it. */
  waitForSync(options: { readonly signal: AbortSignal }): Promise<void>;
  /** What the source waits for until it has synced, for messages: `MyJob (the kind is not installed)`. Default: the name of the source. */
  readonly waitsFor?: string;
  /** Whether the source waits for a kind that is not installed. `cacheSyncTimeoutMs` does not limit this wait. Default false. */
  readonly isPending?: boolean;
}

/** The context that a controller passes to its sources. */
export interface SourceContext {
  readonly log: Logger;
  readonly clock: Clock;
  /** Aborted when the controller stops. A source may be stopped earlier, by disposing it. */
  readonly signal: AbortSignal;
  /** Called with each failure of a handler, for the observer of the controller. Default: nothing. */
  readonly onHandlerError?: (failure: HandlerFailure) => void;
}

/** A failure of the predicates or the handler of an event, which is handled again. */
export interface HandlerFailure {
  /** The name of the source: "Pod". */
  readonly source: string;
  /** The number of consecutive failures for the events of one object. */
  readonly failures: number;
  readonly error: unknown;
}

export interface Source<R = Request> {
  /** The name of the source in messages: "Pod". */
  readonly name: string;
  start(enqueue: Enqueue<R>, context: SourceContext): RunningSource;
}
