// The end of an outage: every failed object is reconciled soon, and the server receives a bounded number of requests, during the outage and after it.
import { ConfigMap } from "@kubewright/api/core/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { bodyOf } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { expect, onTestFinished, test } from "vitest";
import { createChannelSource } from "../source/channel-source.ts";
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
    const pushAll = startController({ clock, transport: server.transport, workers });

    pushAll();
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

/** A server that responds after 1 ms, with 503 while it is down. */
function createFailingServer(clock: VirtualClock) {
  let inFlight = 0;
  const server = {
    isDown: true,
    requests: 0,
    inFlightMax: 0,
    succeeded: new Set<string>(),
    transport: {
      async request({ path }) {
        server.requests += 1;
        inFlight += 1;
        server.inFlightMax = Math.max(server.inFlightMax, inFlight);
        await clock.sleep(latencyMs);
        inFlight -= 1;
        const headers = { "content-type": "application/json" };
        if (server.isDown) return { status: 503, headers, body: bodyOf(unavailable) };
        server.succeeded.add(path);
        return { status: 200, headers, body: bodyOf(configMap) };
      },
      upgrade: () => Promise.reject(new Error("No test upgrades a connection")),
      [Symbol.asyncDispose]: async () => {},
    } satisfies Transport,
  };
  return server;
}

const unavailable = JSON.stringify({ kind: "Status", apiVersion: "v1", status: "Failure", code: 503 });
const configMap = JSON.stringify({ metadata: { name: "a", namespace: "default", uid: "1", resourceVersion: "1" } });

interface ControllerFixture {
  readonly clock: VirtualClock;
  readonly transport: Transport;
  readonly workers: number;
}

/** Starts a controller that patches each object, and returns a function that enqueues all objects. */
function startController({ clock, transport, workers }: ControllerFixture): () => void {
  const source = createChannelSource("objects");
  const end = new AbortController();
  const controller = createController({
    name: "test",
    clock,
    maxConcurrentReconciles: workers,
    context: { ...unusedContext(), client: createClient({ transport, clock, random: createSeededRandom("recovery") }) },
    sources: [source],
    reconcile: async ({ key, client }) => {
      await client.patch(ConfigMap, key, { type: "merge", body: { data: {} } });
    },
  });
  const done = controller.start({ signal: end.signal });
  onTestFinished(async () => {
    end.abort(new Error("the test is over"));
    await clock.runUntilSettled(done);
  });
  return () => {
    for (let number = 0; number < objects; number += 1) source.push({ namespace: "default", name: `object-${number}` });
  };
}
