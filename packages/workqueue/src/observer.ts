/**
 * The observer of work queues.
 *
 * The events and gauges are those that client-go's and controller-runtime's `workqueue_*` metrics are made of, so that their
 * dashboards work on whatever implements this interface.
 */

/**
 * Receives the events of one or more queues. Methods are called synchronously, in the order of events. An error of a method is caught and reported once
 * (`guardObserver` of `@kubewright/async`).
 */
export interface WorkQueueObserver {
  /** A queue was made. The gauges may be read at any time, for as long as the queue is used. */
  created?(event: { readonly queue: string; readonly gauges: WorkQueueGauges }): void;
  /** A key became due: `workqueue_adds_total`. A key that was due already is not counted again. */
  added?(event: { readonly queue: string; readonly priority: number }): void;
  /** The number of due keys of one priority changed by `change`: `workqueue_depth`. */
  depthChanged?(event: { readonly queue: string; readonly priority: number; readonly change: 1 | -1 }): void;
  /** A key was handed out, `waitedMs` after it became due: `workqueue_queue_duration_seconds`. */
  taken?(event: { readonly queue: string; readonly priority: number; readonly waitedMs: number }): void;
  /** A lease ended after `workedMs`: `workqueue_work_duration_seconds`. */
  released?(event: { readonly queue: string; readonly workedMs: number }): void;
  /** A key was added with a delay or rate limited: `workqueue_retries_total`. */
  retried?(event: { readonly queue: string }): void;
}

/** What is only known at the moment it is asked for: read it when metrics are collected. */
export interface WorkQueueGauges {
  /** Keys that are due and not handed out. */
  readonly depth: number;
  /** Keys whose delay still runs. */
  readonly delayed: number;
  /** Keys that are handed out. */
  readonly leased: number;
  /** The ages of all open leases, added up: `workqueue_unfinished_work_seconds`. */
  readonly unfinishedWorkMs: number;
  /** The age of the oldest open lease, 0 when there is none: `workqueue_longest_running_processor_seconds`. */
  readonly longestRunningMs: number;
}
