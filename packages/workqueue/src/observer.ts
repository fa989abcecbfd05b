// The observer of work queues. Its events and gauges are the inputs of the `workqueue_*` metrics of client-go and
// controller-runtime, so dashboards for those metrics work with every implementation.

/**
 * Receives the events of one or more queues. Methods are called synchronously, in the order of events. An error of a method is caught and reported once
 * (`guardObserver` of `@kubewright/async`).
 */
export interface WorkQueueObserver {
  /** A queue was created. The gauges may be read at any time. */
  created?(event: { readonly queue: string; readonly gauges: WorkQueueGauges }): void;
  /** A key became due: `workqueue_adds_total`. Adding a key that is due already is not an event. */
  added?(event: { readonly queue: string; readonly priority: number }): void;
  /** The number of due keys of one priority changed by `change`: `workqueue_depth`. */
  depthChanged?(event: { readonly queue: string; readonly priority: number; readonly change: 1 | -1 }): void;
  /** A key was leased, `waitedMs` after it became due: `workqueue_queue_duration_seconds`. */
  taken?(event: { readonly queue: string; readonly priority: number; readonly waitedMs: number }): void;
  /** A lease ended after `workedMs`: `workqueue_work_duration_seconds`. */
  released?(event: { readonly queue: string; readonly workedMs: number }): void;
  /** A key was added with a delay or rate limited: `workqueue_retries_total`. */
  retried?(event: { readonly queue: string }): void;
}

/** Values at the time of reading; read them when metrics are collected. */
export interface WorkQueueGauges {
  /** Keys that are due and not leased. */
  readonly depth: number;
  /** Keys that are not due yet. */
  readonly delayed: number;
  /** Leased keys. */
  readonly leased: number;
  /** The sum of the ages of all open leases: `workqueue_unfinished_work_seconds`. */
  readonly unfinishedWorkMs: number;
  /** The age of the oldest open lease, 0 without leases: `workqueue_longest_running_processor_seconds`. */
  readonly longestRunningMs: number;
}
