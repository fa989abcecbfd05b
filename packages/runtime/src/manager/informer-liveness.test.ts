// The liveness check of a manager over a loopback socket, with an embedded API server on virtual time.
import { createApiServer } from "@kubewright/apiserver";
import { Namespace } from "@kubewright/api/core/v1";
import { createSeededRandom, createSystemClock, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import type { ResourceType } from "@kubewright/apimachinery";
import { expect, onTestFinished, test } from "vitest";
import { Widget } from "../testdata/fake-api.ts";
import { createManager } from "./manager.ts";

const minuteMs = 60_000;

test("a manager is alive while the collections that it watches do not change for hours", async () => {
  const { clock, healthz } = await startFixture(Namespace);

  const statuses: number[] = [];
  for (let hour = 0; hour < 3; hour += 1) {
    await clock.advance(60 * minuteMs);
    statuses.push((await healthz()).status);
  }

  expect(statuses).toEqual([200, 200, 200]);
});

test("the liveness check fails without a response from the API server for 15 minutes, and names the kind and the error", async () => {
  const fixture = await startFixture(Namespace);
  const { clock, healthz } = fixture;

  fixture.isDown = true;
  await clock.advance(14 * minuteMs);
  const before = await healthz();
  await clock.advance(12 * minuteMs); // The watch that was open then has ended after 10 minutes at the latest.
  const after = await healthz();
  fixture.isDown = false;
  await clock.advance(minuteMs);
  const again = await healthz();

  expect([before.status, after.status, again.status]).toEqual([200, 500, 200]);
  expect(after.body).toContain(
    "[-]informers failed: no response from the API server for 15 minutes: Namespace (connection refused)",
  );
});

test("a manager is alive while it waits for a kind that is not installed", async () => {
  const { clock, healthz } = await startFixture(Widget);

  await clock.advance(60 * minuteMs);

  expect((await healthz()).status).toBe(200);
});

interface Fixture {
  readonly clock: VirtualClock;
  /** While true, requests fail; streams that are open stay open. */
  isDown: boolean;
  healthz(): Promise<{ readonly status: number; readonly body: string }>;
}

async function startFixture(type: ResourceType): Promise<Fixture> {
  const [clock, random] = [createVirtualClock(), createSeededRandom("liveness")];
  const transport = createApiServer({ clock, random }).transport();
  const manager = createManager({
    transport: {
      ...transport,
      request: (request) => {
        if (fixture.isDown) return Promise.reject(new Error("connection refused"));
        return transport.request(request);
      },
    },
    clock,
    random,
    health: { bindAddress: "127.0.0.1:0" },
  });
  const fixture: Fixture = {
    clock,
    isDown: false,
    async healthz() {
      // oxlint-disable-next-line no-restricted-globals -- Probes use a socket, not a Transport.
      const response = await fetch(`http://${manager.addresses.health}/healthz`);
      return { status: response.status, body: await response.text() };
    },
  };
  manager.cache.informer(type);
  const stop = new AbortController();
  const done = manager.start({ signal: stop.signal });
  onTestFinished(async () => {
    stop.abort(new Error("the test is over"));
    await done;
  });
  const realTime = createSystemClock(); // The server listens in real time.
  while (manager.addresses.health === undefined) await realTime.nextTurn();
  await clock.advance(1_000);
  return fixture;
}
