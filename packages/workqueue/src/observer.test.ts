import assert from "node:assert/strict";
import { createVirtualClock } from "@kubewright/async";
import { test } from "vitest";
import { createWorkQueue } from "./create-work-queue.ts";
import type { WorkQueueGauges, WorkQueueObserver } from "./observer.ts";

test("An observer receives which keys became due, the wait before they were taken, and the duration of the work", async () => {
  const clock = createVirtualClock();
  const { observer, events } = recordingObserver();
  using queue = createWorkQueue({ clock, name: "myjob", observer });

  queue.add("default/pi", { priority: 3 });
  queue.add("default/pi");
  await clock.advance(20);
  const lease = await queue.take();
  await clock.advance(7);
  lease?.[Symbol.dispose]();

  assert.deepEqual(events, [
    ["added", { queue: "myjob", priority: 3 }],
    ["depthChanged", { queue: "myjob", priority: 3, change: 1 }],
    ["depthChanged", { queue: "myjob", priority: 3, change: -1 }],
    ["taken", { queue: "myjob", priority: 3, waitedMs: 20 }],
    ["released", { queue: "myjob", workedMs: 7 }],
  ]);
});

test("A delayed key is a retry when it is added and counts as added when it becomes due", async () => {
  const clock = createVirtualClock();
  const { observer, events } = recordingObserver();
  using queue = createWorkQueue({ clock, name: "myjob", observer });

  queue.add("default/pi", { rateLimited: true });
  assert.deepEqual(events, [["retried", { queue: "myjob" }]]);

  await clock.advance(5);
  assert.deepEqual(events.slice(1), [
    ["added", { queue: "myjob", priority: 0 }],
    ["depthChanged", { queue: "myjob", priority: 0, change: 1 }],
  ]);
});

test("A raised priority moves the key from one depth to the other", () => {
  const { observer, events } = recordingObserver();
  using queue = createWorkQueue({ observer });
  queue.add("default/pi");

  queue.add("default/pi", { priority: 9 });

  assert.deepEqual(events.slice(2), [
    ["depthChanged", { queue: "", priority: 0, change: -1 }],
    ["depthChanged", { queue: "", priority: 9, change: 1 }],
  ]);
});

test("The depth returns to zero when the queue is aborted", () => {
  let depth = 0;
  const queue = createWorkQueue({ observer: { depthChanged: ({ change }) => void (depth += change) } });
  queue.add("default/pi");
  queue.add("default/e", { priority: 4 });

  queue.shutDown({ mode: "abort" });

  assert.equal(depth, 0);
});

test("The gauges show what waits, what is leased, and for how long", async () => {
  const clock = createVirtualClock();
  let gauges: WorkQueueGauges | undefined;
  using queue = createWorkQueue({ clock, observer: { created: (event) => void ({ gauges } = event) } });
  for (const key of ["first", "second", "third"]) queue.add(key);
  queue.add("later", { afterMs: 60_000 });

  using _first = await queue.take();
  await clock.advance(100);
  using _second = await queue.take();
  await clock.advance(10);

  assert.equal(gauges?.depth, 1);
  assert.equal(gauges?.delayed, 1);
  assert.equal(gauges?.leased, 2);
  assert.equal(gauges?.unfinishedWorkMs, 120);
  assert.equal(gauges?.longestRunningMs, 110);
});

type Recorded = [kind: string, event: unknown];

function recordingObserver(): { readonly observer: WorkQueueObserver; readonly events: Recorded[] } {
  const events: Recorded[] = [];
  const record = (kind: string) => (event: unknown) => void events.push([kind, event]);
  return {
    events,
    observer: {
      added: record("added"),
      depthChanged: record("depthChanged"),
      taken: record("taken"),
      released: record("released"),
      retried: record("retried"),
    },
  };
}
