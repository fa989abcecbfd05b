import { expired } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import type { WatchEvent, WatchSchedule, WatchState } from "./watch-state.ts";
import { nextState } from "./watch-state.ts";

const schedule: WatchSchedule = { announcesInitialEnd: false, sendsBookmarks: true, endAtMs: 600_000 };
const announcing: WatchSchedule = { ...schedule, announcesInitialEnd: true };
const quiet: WatchSchedule = { ...schedule, sendsBookmarks: false };

const begun: WatchEvent = {
  type: "begun",
  after: 7,
  position: 3,
  oldestRevision: 2,
  sendsInitial: false,
  nowMs: 1000,
};
const waiting: WatchState = { phase: "waiting" };
const initial: WatchState = { phase: "initial", position: 3, after: 7, bookmarkAtMs: 61_000 };
const initialEnd: WatchState = { ...initial, phase: "initialEnd" };
const live: WatchState = { ...initial, phase: "live" };
const bookmark: WatchState = { ...initial, phase: "bookmark" };
const failed: WatchState = { phase: "failed", status: expired("too old resource version: 7 (9)").status };
const ended: WatchState = { phase: "ended" };

test.for<[string, WatchState, WatchEvent, WatchSchedule, WatchState]>([
  ["a watch from the current revision begins live", waiting, begun, schedule, live],
  ["a watch without bookmarks has no due bookmark", waiting, begun, quiet, { ...live, bookmarkAtMs: Infinity }],
  ["initial objects come first", waiting, { ...begun, sendsInitial: true }, schedule, initial],
  ["a version before the log fails", waiting, { ...begun, position: undefined, oldestRevision: 9 }, schedule, failed],
  [
    "a version that the store does not reach fails",
    waiting,
    { type: "timedOut", status: failed.status },
    schedule,
    failed,
  ],
  ["events follow the initial objects", initial, { type: "initialSent" }, schedule, live],
  ["a bookmark marks the end of the initial objects", initial, { type: "initialSent" }, announcing, initialEnd],
  ["events follow this bookmark", initialEnd, { type: "bookmarkSent", nowMs: 5000 }, announcing, live],
  ["sent events advance the position", live, { type: "sent", position: 8 }, schedule, { ...live, position: 8 }],
  ["a reader that lags behind the log ends", live, { type: "lagged" }, schedule, ended],
  ["a drained watch waits", live, { type: "drained", nowMs: 60_999, storeRevision: 9 }, schedule, live],
  ["a bookmark is due after a minute", live, { type: "drained", nowMs: 61_000, storeRevision: 9 }, schedule, bookmark],
  [
    "a bookmark without a later revision is left out",
    live,
    { type: "drained", nowMs: 61_000, storeRevision: 7 },
    schedule,
    { ...live, bookmarkAtMs: 121_000 },
  ],
  [
    "the next bookmark is due a minute later",
    bookmark,
    { type: "bookmarkSent", nowMs: 62_000 },
    schedule,
    { ...live, bookmarkAtMs: 122_000 },
  ],
  [
    "the last bookmark is due two seconds before the end",
    bookmark,
    { type: "bookmarkSent", nowMs: 580_000 },
    schedule,
    { ...live, bookmarkAtMs: 598_000 },
  ],
  ["an error is the last event", failed, { type: "errorSent" }, schedule, ended],
  ["a stopped watch ends in every phase", initial, { type: "stopped" }, schedule, ended],
  ["an ended watch remains ended", ended, { type: "sent", position: 4 }, schedule, ended],
])("%s", ([, state, event, options, expected]) => {
  expect(nextState(state, event, options)).toEqual(expected);
});
