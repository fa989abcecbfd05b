// The end of an outage: every failed object is reconciled soon, and the server receives a bounded number of requests, during the outage and after it.
import { createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { expect, onTestFinished, test } from "vitest";
import type { Reconciler } from "../reconcile/reconciler.ts";
import { createChannelSource } from "../source/channel-source.ts";
import type { ChannelSource } from "../source/channel-source.ts";
import { unusedContext } from "../testdata/reconcile-context.ts";
import { createController } from "./controller.ts";

const outageMs = 60_000;
const recoveryMs = 30_000;

// The number of objects times the latency is the work for all objects: 10 s divided by the number of workers. It decides when the delays of
// objects begin. So 1,000 objects with requests of 10 ms recover like 10,000 with requests of 1 ms, in a tenth of the steps.
const objects = 1_000;
const latencyMs = 10;

test.each([1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 20, 50])(
  "objects that fail for 60 s are reconciled within 30 s of the end of the outage, without a storm, with %d workers",
  async (workers) => {
    const clock = createVirtualClock();
    const server = createFailingServer(clock);
    const { push } = startController({ clock, workers, reconcile: ({ key }) => server.request(key.name) });

    for (let number = 0; number < objects; number += 1) push({ name: `object-${number}` });
    await clock.advance(outageMs / 2);
    const duringFirstHalf = server.requests;
    await clock.advance(outageMs / 2);
    const duringOutage = server.requests;
    server.isDown = false;
    await clock.advance(recoveryMs);

    expect(server.succeeded.size).toBe(objects);
    // The delays of an object grow from 5 ms to 20 s, so that it is tried at most 15 times in 60 s. After that, one request is enough.
    expect(duringOutage).toBeLessThanOrEqual(15 * objects);
    expect(duringOutage - duringFirstHalf).toBeLessThanOrEqual(6 * objects);
    expect(server.requests - duringOutage).toBeLessThanOrEqual(objects + workers);
    // The workers bound the requests in flight.
    expect(server.inFlightMax).toBe(workers);
  },
);

/** A server that responds after `latencyMs`, with an error while it is down. */
function createFailingServer(clock: VirtualClock) {
  let inFlight = 0;
  const server = {
    isDown: true,
    requests: 0,
    inFlightMax: 0,
    succeeded: new Set<string>(),
    async request(name: string): Promise<void> {
      server.requests += 1;
      inFlight += 1;
      server.inFlightMax = Math.max(server.inFlightMax, inFlight);
      await clock.sleep(latencyMs);
      inFlight -= 1;
      if (server.isDown) throw unavailable;
      server.succeeded.add(name);
    },
  };
  return server;
}

const unavailable = new Error("503 Service Unavailable");

interface ControllerFixture {
  readonly clock: VirtualClock;
  readonly workers: number;
  readonly reconcile: Reconciler;
}

function startController({ clock, workers, reconcile }: ControllerFixture): ChannelSource {
  const source = createChannelSource("objects");
  const end = new AbortController();
  const controller = createController({
    name: "test",
    clock,
    maxConcurrentReconciles: workers,
    context: unusedContext(),
    sources: [source],
    reconcile,
  });
  const done = controller.start({ signal: end.signal });
  onTestFinished(async () => {
    end.abort(new Error("the test is over"));
    await clock.runUntilSettled(done);
  });
  return source;
}
