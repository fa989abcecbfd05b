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

export type Enqueue<R = Request> = (request: R, options?: EnqueueOptions) => void;

/** A running source. Disposing it ends the events; disposing it twice is harmless. */
export interface RunningSource extends Disposable {
  /** Resolves once everything that existed at the start has been enqueued. Until then the controller's workers wait. */
  waitForSync(options: { readonly signal: AbortSignal }): Promise<void>;
  /** What the source waits for until it has synced, for messages: `MyJob (the kind is not installed)`. Default: the name of the source. */
  readonly waitsFor?: string;
  /** Whether the source waits for a kind that is not installed. `cacheSyncTimeoutMs` does not limit this wait. Default false. */
  readonly isPending?: boolean;
}

/** What a controller passes to its sources. */
export interface SourceContext {
  readonly log: Logger;
  readonly clock: Clock;
  /** Aborted when the controller stops. A source may end earlier: it is disposed. */
  readonly signal: AbortSignal;
}

export interface Source<R = Request> {
  /** What is watched, for messages: "Pod". */
  readonly name: string;
  start(enqueue: Enqueue<R>, context: SourceContext): RunningSource;
}
