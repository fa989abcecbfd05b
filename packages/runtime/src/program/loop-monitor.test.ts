// Blocks of the event loop, on a clock that the test advances past the due time of the timer.
import { createVirtualClock } from "@kubewright/async";
import type { Clock, VirtualClock } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import { expect, onTestFinished, test } from "vitest";
import { runAsController } from "../controller/active-controller.ts";
import { LoopMonitor } from "./loop-monitor.ts";

interface Fixture {
  readonly monitor: LoopMonitor;
  readonly clock: VirtualClock;
  readonly blocked: { readonly controller: string; readonly blockedMs: number }[];
  /** Fires the next timer `ms` too late, as synchronous code does. `during` is called while the timer is due. */
  block(ms: number, during?: () => void): Promise<void>;
}

function startFixture(): Fixture {
  const virtual = createVirtualClock();
  let lateMs = 0;
  const clock: Clock = { ...virtual, now: () => virtual.now() + lateMs };
  const blocked: Fixture["blocked"] = [];
  const monitor = new LoopMonitor({ clock, onBlocked: (event) => blocked.push(event) });
  const stop = new AbortController();
  const done = monitor.start({ signal: stop.signal });
  onTestFinished(async () => {
    stop.abort(new Error("the test is over"));
    await done;
  });
  return {
    monitor,
    clock: virtual,
    blocked,
    async block(ms, during = () => {}) {
      lateMs += ms;
      during();
      await virtual.advance(500);
    },
  };
}

const report = { object: "default/pi", outcome: "success", durationMs: 1 } as const;

test("an event loop that is not blocked, and short delays, are not reported", async () => {
  const { clock, blocked, block, monitor } = startFixture();

  await clock.advance(10_000);
  await block(49);

  expect(blocked).toEqual([]);
  expect(monitor.check).not.toThrow();
});

test("a block is attributed to the controller whose reconcile ended while the timer was due", async () => {
  const { blocked, block, monitor } = startFixture();

  await block(2_000, () => monitor.observer.controller?.ended?.({ controller: "myjob", ...report }));
  await block(300);

  expect(blocked).toEqual([
    { controller: "myjob", blockedMs: 2_000 },
    { controller: "", blockedMs: 300 },
  ]);
});

test("a block is also attributed by a request of a reconcile, and not by other requests", async () => {
  const { blocked, block, monitor } = startFixture();
  const sent: string[] = [];
  const request: Transport["request"] = async ({ path }) => {
    sent.push(path);
    throw new Error("no server");
  };
  const transport = monitor.observe({ request } as unknown as Transport); // Only requests are sent.
  const get = (path: string): void => void transport.request({ method: "GET", path }).catch(() => {});

  await block(1_000, () => runAsController("myjob", () => get("/in")));
  await block(1_000, () => get("/out"));

  expect(sent).toEqual(["/in", "/out"]);
  expect(blocked.map(({ controller }) => controller)).toEqual(["myjob", ""]);
});

test("liveness fails once the loop was blocked for more than half a minute of the last minute, and recovers", async () => {
  const { clock, block, monitor } = startFixture();
  const slow = (controller: string) => () => monitor.observer.controller?.started?.({ controller, object: "a" });

  await block(12_000, slow("a"));
  await block(18_000, slow("b"));
  expect(monitor.check).not.toThrow();
  await block(7_000, slow("a"));

  expect(monitor.check).toThrow(
    'the event loop was blocked for 37 of the last 60 seconds, most of it by controller "a"',
  );
  await clock.advance(61_000);
  expect(monitor.check).not.toThrow();
});
