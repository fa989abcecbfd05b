// The phases of a watch as a pure function. The loop around it (`watch.ts`) sends what the current phase requires and reports the outcome.
//
//   waiting ──▶ initial ──▶ initialEnd ──▶ live ◀──▶ bookmark
//      │           │                        │
//      └────────▶ failed ─────────────────▶ ended
import { expired } from "@kubewright/apimachinery";
import type { Status } from "@kubewright/apimachinery";

export type WatchState =
  /** The store has not reached the requested version. */
  | { readonly phase: "waiting" }
  /** The objects of a snapshot are sent. */
  | ({ readonly phase: "initial" } & WatchProgress)
  /** A bookmark marks the end of the initial objects. */
  | ({ readonly phase: "initialEnd" } & WatchProgress)
  /** New events are sent immediately. */
  | ({ readonly phase: "live" } & WatchProgress)
  /** A bookmark is due, and all events have been sent. */
  | ({ readonly phase: "bookmark" } & WatchProgress)
  /** An error is the last event. */
  | { readonly phase: "failed"; readonly status: Status }
  | { readonly phase: "ended" };

export interface WatchProgress {
  /** The number of the next event in the log. */
  readonly position: number;
  /** The watch sends events after this revision. */
  readonly after: number;
  /** When the next bookmark is due, on the monotonic clock. */
  readonly bookmarkAtMs: number;
}

export type WatchEvent =
  /** The store has reached the requested version. `position: undefined` if the log has dropped events after `after`. */
  | {
      readonly type: "begun";
      readonly after: number;
      readonly position: number | undefined;
      readonly oldestRevision: number;
      readonly sendsInitial: boolean;
      readonly nowMs: number;
    }
  /** The store did not reach the requested version in time. */
  | { readonly type: "timedOut"; readonly status: Status }
  /** Objects that the watch sends next cannot be converted. */
  | { readonly type: "unconverted"; readonly status: Status }
  | { readonly type: "initialSent" }
  /** The events before `position` have been sent. */
  | { readonly type: "sent"; readonly position: number }
  /** The log no longer holds the next event: the reader was too slow. */
  | { readonly type: "lagged" }
  /** There is no event to send. */
  | { readonly type: "drained"; readonly nowMs: number; readonly storeRevision: number }
  | { readonly type: "bookmarkSent"; readonly nowMs: number }
  | { readonly type: "errorSent" }
  /** The watch has reached its timeout, its client or server has ended it, or its kind is no longer served. */
  | { readonly type: "stopped" };

/** The options of a watch that its phases depend on. */
export interface WatchSchedule {
  readonly announcesInitialEnd: boolean;
  readonly sendsBookmarks: boolean;
  readonly endAtMs: number;
}

/** The interval between the bookmarks of a watch. */
const bookmarkIntervalMs = 60 * 1000;
/** How long before the end of a watch its last bookmark is sent. */
const lastBookmarkMs = 2000;

const ended: WatchState = { phase: "ended" };

/** The state after an event. An event that the phase does not expect leaves the state unchanged. */
export function nextState(state: WatchState, event: WatchEvent, schedule: WatchSchedule): WatchState {
  if (event.type === "stopped") return ended;
  switch (state.phase) {
    case "waiting":
      if (event.type === "timedOut") return { phase: "failed", status: event.status };
      return event.type === "begun" ? begun(event, schedule) : state;
    case "initial":
      if (event.type === "unconverted") return { phase: "failed", status: event.status };
      if (event.type !== "initialSent") return state;
      return { ...state, phase: schedule.announcesInitialEnd ? "initialEnd" : "live" };
    case "initialEnd":
      return event.type === "bookmarkSent" ? { ...state, phase: "live" } : state;
    case "live":
      if (event.type === "sent") return { ...state, position: event.position };
      if (event.type === "lagged" || event.type === "unconverted") return ended;
      return event.type === "drained" && event.nowMs >= state.bookmarkAtMs
        ? bookmarkDue(state, event, schedule)
        : state;
    case "bookmark":
      if (event.type !== "bookmarkSent") return state;
      return { ...state, phase: "live", bookmarkAtMs: bookmarkTime(event.nowMs, schedule) };
    case "failed":
      return event.type === "errorSent" ? ended : state;
    case "ended":
      return state;
  }
}

function begun(
  { after, position, oldestRevision, sendsInitial, nowMs }: WatchEvent & { readonly type: "begun" },
  schedule: WatchSchedule,
): WatchState {
  if (position === undefined) {
    return { phase: "failed", status: expired(`too old resource version: ${after} (${oldestRevision})`).status };
  }
  return {
    phase: sendsInitial ? "initial" : "live",
    position,
    after,
    bookmarkAtMs: schedule.sendsBookmarks ? bookmarkTime(nowMs, schedule) : Infinity,
  };
}

/** A bookmark is only sent if the store has a later revision than the watch began with. */
function bookmarkDue(
  state: WatchState & { readonly phase: "live" },
  { nowMs, storeRevision }: WatchEvent & { readonly type: "drained" },
  schedule: WatchSchedule,
): WatchState {
  if (storeRevision > state.after) return { ...state, phase: "bookmark" };
  return { ...state, bookmarkAtMs: bookmarkTime(nowMs, schedule) };
}

function bookmarkTime(nowMs: number, { endAtMs }: WatchSchedule): number {
  const regular = nowMs + bookmarkIntervalMs;
  const last = endAtMs - lastBookmarkMs;
  return regular > last && nowMs < last ? last : regular;
}
