import { ConfigMap } from "@kubewright/api/core/v1";
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock, untilAborted } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { expect, onTestFinished, test } from "vitest";
import { TerminalError } from "../errors.ts";
import { createManager } from "../manager/manager.ts";
import { addDaemon } from "./add-daemon.ts";
import type { DaemonOptions } from "./add-daemon.ts";
import { timer } from "./timer.ts";

const key = { namespace: "default", name: "a" };

test("a daemon runs once for an object, sees its latest version, and ends before the object is gone", async () => {
  const calls: string[] = [];
  const { client, clock } = start(async (context) => {
    calls.push(`start ${context.object.data?.["colour"]}`);
    await untilAborted(context.signal);
    calls.push(`end ${context.object.data?.["colour"]}, exists: ${(await client.get(ConfigMap, key)) !== undefined}`);
  });
  await client.create(ConfigMap, { metadata: key, data: { colour: "red" } });
  await clock.advance(5_000);
  await client.patch(ConfigMap, key, { type: "merge", body: { data: { colour: "blue" } } });
  await clock.advance(5_000);

  await client.delete(ConfigMap, key);
  await clock.advance(5_000);

  expect(calls).toEqual(["start red", "end blue, exists: true"]);
  expect(await client.get(ConfigMap, key)).toBeUndefined();
});

test("a daemon that never returns holds its object for the cancellation time-out and no longer", async () => {
  const { client, clock } = start(() => new Promise(() => {}), { cancellationTimeoutMs: 20_000 });
  await client.create(ConfigMap, { metadata: key });
  await clock.advance(5_000);
  await client.delete(ConfigMap, key);
  await clock.advance(19_000);
  const held = await client.get(ConfigMap, key);

  await clock.advance(5_000);

  expect(held?.metadata.finalizers).toEqual(["example.dev/daemon"]);
  expect(await client.get(ConfigMap, key)).toBeUndefined();
});

test("an object that is created again while its daemon ends has a new daemon, and one at a time runs for each uid", async () => {
  const running: string[] = [];
  const { client, clock } = start(async ({ object, signal }) => {
    const { uid } = object.metadata;
    expect(running).not.toContain(uid);
    running.push(uid);
    await untilAborted(signal);
    running.splice(running.indexOf(uid), 1);
  });
  const first = await client.create(ConfigMap, { metadata: key });
  await clock.advance(5_000);
  const before = [...running];
  await client.delete(ConfigMap, key);
  await client.patch(ConfigMap, key, { type: "merge", body: { metadata: { finalizers: [] } } }); // By force: the daemon still runs.
  const second = await client.create(ConfigMap, { metadata: key });
  await clock.advance(5_000);

  expect(before).toEqual([first.metadata.uid]);
  expect(running).toEqual([second.metadata.uid]);
});

test("a daemon that always throws is started again after growing pauses, and not after a TerminalError", async () => {
  const times: number[] = [];
  const { client, clock } = start(async (context) => {
    times.push(context.clock.now());
    throw times.length < 4 ? new Error("no connection") : new TerminalError("no such host");
  });
  await client.create(ConfigMap, { metadata: key });

  await clock.advance(600_000);

  expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual([1_000, 2_000, 4_000]);
});

test("daemons end with the manager, which waits for them", async () => {
  let hasEnded = false;
  const { client, clock, stop } = start(async (context) => {
    await untilAborted(context.signal);
    await context.clock.sleep(2_000);
    hasEnded = true;
  });
  await client.create(ConfigMap, { metadata: key });
  await clock.advance(5_000);

  await stop();

  expect(hasEnded).toBe(true);
  expect((await client.get(ConfigMap, key))?.metadata.finalizers).toEqual(["example.dev/daemon"]);
});

test.for([
  [{ intervalMs: 10_000 }, [0, 13_000, 26_000]],
  [{ intervalMs: 10_000, sharp: true }, [0, 10_000, 20_000]],
  [{ intervalMs: 2_000, sharp: true }, [0, 4_000, 8_000]],
  [{ intervalMs: 10_000, initialDelayMs: 5_000 }, [5_000, 18_000, 31_000]],
  [{ intervalMs: 10_000, idleMs: 7_000 }, [7_000, 20_000, 33_000]],
] as const)("a timer with %o and calls of 3 seconds calls at %o ms", async ([options, expected]) => {
  const times: number[] = [];
  let startedAtMs = -1;
  const daemon = timer<ConfigMap>({
    ...options,
    async call({ clock }) {
      times.push(clock.now() - startedAtMs);
      await clock.sleep(3_000);
    },
  });
  const { client, clock } = start(async (context) => {
    startedAtMs = context.clock.now();
    await daemon(context);
  });
  await client.create(ConfigMap, { metadata: key });

  await clock.advance(60_000);

  expect(times.slice(0, 3)).toEqual(expected);
});

test("an interval that is not positive is rejected", () => {
  expect(() => timer({ intervalMs: 0, call: async () => {} })).toThrow(
    "Cannot create a timer: intervalMs is 0, must be a number above 0",
  );
});

interface Started {
  readonly client: Client;
  readonly clock: VirtualClock;
  stop(): Promise<void>;
}

function start(daemon: DaemonOptions<ConfigMap>["daemon"], options: Partial<DaemonOptions<ConfigMap>> = {}): Started {
  const [clock, random] = [createVirtualClock(), createSeededRandom("daemons")];
  const server = createApiServer({ clock, random });
  const manager = createManager({
    transport: server.transport(),
    clock,
    random,
    cache: { defaultNamespaces: ["default"] },
  });
  const backoff = { initialMs: 1_000, maxMs: 60_000, jitter: 0 };
  addDaemon(manager, { type: ConfigMap, name: "daemon", finalizer: "example.dev/daemon", backoff, daemon, ...options });
  const end = new AbortController();
  const done = manager.start({ signal: end.signal });
  done.catch(() => {});
  const stop = async (): Promise<void> => {
    end.abort(new Error("the test is over"));
    await clock.runUntilSettled(done.catch(() => {}));
  };
  onTestFinished(stop);
  return { client: createClient({ transport: server.transport(), clock, random }), clock, stop };
}
