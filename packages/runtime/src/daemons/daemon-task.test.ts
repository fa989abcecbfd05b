import { asResourceVersion, asUid } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { silentLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { unusedContext } from "../testdata/reconcile-context.ts";
import { DaemonTask } from "./daemon-task.ts";

const metadata = {
  name: "a",
  uid: asUid("u1"),
  resourceVersion: asResourceVersion("1"),
  creationTimestamp: "2026-01-01T00:00:00Z",
};
const dayMs = 24 * 3_600_000;

test("the pauses after errors double, and begin again after a daemon has run for a minute", async () => {
  const clock = createVirtualClock();
  const starts: number[] = [];
  const task = new DaemonTask(
    { apiVersion: "v1", kind: "ConfigMap", metadata },
    {
      name: "poller",
      client: unusedContext().client,
      log: silentLogger,
      clock,
      random: createSeededRandom("daemon"),
      backoff: { initialMs: 1_000, maxMs: 60_000, jitter: 0 },
      onEnd: () => {},
      async daemon() {
        starts.push(clock.now());
        if (starts.length > 3) await clock.sleep(dayMs);
        throw new Error("the connection was lost");
      },
    },
  );

  await clock.advance(4 * dayMs);
  task.stop(new Error("the test is over"));

  const pauses = starts.slice(1).map((at, index) => (at - (starts[index] ?? 0)) % dayMs);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 1_000, 1_000, 1_000]);
});
