/** The observer of controllers. Its events are the inputs of the metrics `controller_runtime_*`. */

/** How a reconcile ended. */
export type ReconcileOutcome =
  | "success"
  | "requeue_after"
  | "requeue"
  | "error"
  | "terminal_error"
  | "timeout"
  /** An error of the JavaScript engine, such as reading a property of `undefined`: a bug in the program. */
  | "panic";

/** Receives the events of controllers. An error of a method is caught and reported once (`guardObserver` of `@kubewright/async`). */
export interface ControllerObserver {
  readonly created?: (event: { readonly controller: string; readonly maxConcurrentReconciles: number }) => void;
  /** A worker calls the reconciler with the request for `object`: "default/pi". */
  readonly started?: (event: { readonly controller: string; readonly object: string }) => void;
  readonly ended?: (event: ReconcileReport) => void;
  /** The handler of a source failed for an event, which is handled again. `failures`: the consecutive failures for one object. */
  readonly handlerFailed?: (event: {
    readonly controller: string;
    /** The source: "Pod". */
    readonly source: string;
    readonly failures: number;
    readonly error: unknown;
  }) => void;
  /**
   * Reconciles of an object trigger each other: the controller triggered `reconciles` of them within `windowMs`. `repeats`: the last ones have written
   * nothing new.
   */
  readonly hotLoop?: (event: {
    readonly controller: string;
    readonly object: string;
    readonly reconciles: number;
    readonly windowMs: number;
    readonly repeats: boolean;
  }) => void;
}

export interface ReconcileReport {
  readonly controller: string;
  readonly object: string;
  readonly outcome: ReconcileOutcome;
  readonly durationMs: number;
  /** Absent if the reconcile succeeded. */
  readonly error?: unknown;
}
