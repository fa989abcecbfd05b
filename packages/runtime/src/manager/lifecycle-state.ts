/**
 * The state machine of a manager's lifecycle, as data: states, events, and a pure function from one state to the next. `lifecycle.ts` executes it.
 *
 *     new ──start──► starting ──ready──► running
 *                        │ stop, fail       │ stop, fail
 *                        └──► stopping ◄────┘ ──end──► stopped
 *
 * The first error stops the manager and is its result. Runnables that run after the deadline are recorded until the end.
 */

/** The result of a stop so far. */
export interface StopReport {
  /** The first error of a runnable, hook or server. Absent: everything has stopped without an error. */
  readonly failure?: { readonly error: unknown };
  /** The runnables that did not stop before the deadline. */
  readonly stillRunning: readonly string[];
}

export type LifecycleState = { readonly kind: "new" | "starting" | "running" } | StoppedState;
type StoppedState = { readonly kind: "stopping" | "stopped" } & StopReport;

export type LifecycleEvent =
  /** `start` was called. */
  | { readonly kind: "start" }
  /** Everything that was added before the start has been started. */
  | { readonly kind: "ready" }
  /** The caller's signal was aborted. */
  | { readonly kind: "stop" }
  | { readonly kind: "fail"; readonly error: unknown }
  /** The deadline has passed and this runnable still runs. */
  | { readonly kind: "timeOut"; readonly name: string }
  /** Everything has stopped, or the deadline has passed. */
  | { readonly kind: "end" };

/** @throws {TypeError} if a manager is started twice. */
export function nextLifecycleState(state: LifecycleState, event: LifecycleEvent): LifecycleState {
  switch (event.kind) {
    case "start":
      if (state.kind !== "new") throw new TypeError("Cannot start the manager: it has been started before");
      return { kind: "starting" };
    case "ready":
      return state.kind === "starting" ? { kind: "running" } : state;
    case "stop":
      return isStopped(state) ? state : { kind: "stopping", stillRunning: [] };
    case "fail": {
      const failure = { error: event.error };
      if (!isStopped(state)) return { kind: "stopping", failure, stillRunning: [] };
      return state.failure ? state : { ...state, failure };
    }
    case "timeOut":
      return isStopped(state) ? { ...state, stillRunning: [...state.stillRunning, event.name] } : state;
    case "end":
      return isStopped(state) ? { ...state, kind: "stopped" } : { kind: "stopped", stillRunning: [] };
  }
}

/** Whether the manager stops or has stopped. */
export function isStopped(state: LifecycleState): state is StoppedState {
  return state.kind === "stopping" || state.kind === "stopped";
}
