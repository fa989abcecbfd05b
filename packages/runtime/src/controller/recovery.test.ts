// The end of an outage: every failed object is reconciled soon, and the server receives a bounded number of requests, during the outage and after it.
import { createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { expect, onTestFinished, test } from "vitest";
import type { Reconciler } from "../reconcile/reconciler.ts";
import { createChannelSource } from "../source/channel-source.ts";
import type { ChannelSource } from "../source/channel-source.ts";
import { unusedContext } from "../testdata/reconcile-context.ts";
import { createController } from "./controller.ts";

const objects = 10_000;
const outageMs = 60_000;
const latencyMs = 1;

// With one worker, the default, requests never pause during the outage. With 20 workers, most objects wait for their delays.
test.each([{ workers: 1 }, { workers: 20 }])(
  "10,000 objects that fail for 60 s are reconciled within 30 s of the end of the outage, without a storm, with $workers workers",
  async ({ workers }) => {
    const clock = createVirtualClock();
    const server = createFailingServer(clock);
    const { push } = startController({ clock, workers, reconcile: ({ key }) => server.request(key.name) });

    for (let number = 0; number < objects; number += 1) push({ name: `object-${number}` });
    await clock.advance(outageMs);
    const duringOutage = server.requests;
    server.isDown = false;
    await clock.advance(30_000);

    expect(server.succeeded.size).toBe(objects);
    // The pause of an object doubles from 5 ms, so that it is tried at most 14 times in 60 s. After that, one request is enough.
    expect(duringOutage).toBeLessThanOrEqual(14 * objects);
    expect(server.requests - duringOutage).toBeLessThanOrEqual(objects + workers);
    // The workers bound the requests in flight.
    expect(server.inFlightMax).toBe(workers);
  },
);

/** A server that responds after 1 ms, with an error while it is down. */
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
