import { ConfigMap } from "@kubewright/api/core/v1";
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock, untilAborted } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient, isLeadershipError } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import type { Transport } from "@kubewright/transport";
import { expect, onTestFinished, test } from "vitest";
import { TerminalError } from "../errors.ts";
import { createManager } from "../manager/manager.ts";
import type { ManagerOptions } from "../manager/manager-options.ts";
import type { Predicate } from "../predicate/predicate.ts";
import { addDaemon } from "./add-daemon.ts";
import type { DaemonOptions } from "./add-daemon.ts";
import { timer } from "./timer.ts";

const key = { namespace: "default", name: "a" };

test("a daemon runs once for an object, receives its latest version, and ends before the object is gone", async () => {
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

test("a daemon that never returns keeps its object only for cancellationTimeoutMs", async () => {
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

test.each<[title: string, predicate: Predicate]>([
  ["updates", (event) => event.kind !== "updated"],
  ["everything but additions", (event) => event.kind === "added"],
])("predicates that drop %s do not block the deletion of an object with a daemon", async (_title, predicate) => {
  const { client, clock } = start(({ signal }) => untilAborted(signal), { predicates: [predicate] });
  await client.create(ConfigMap, { metadata: key });
  await clock.advance(5_000);
  const held = await client.get(ConfigMap, key);

  await client.delete(ConfigMap, key);
  await clock.advance(5_000);

  expect(held?.metadata.finalizers).toEqual(["example.dev/daemon"]);
  expect(await client.get(ConfigMap, key)).toBeUndefined();
});

test("a daemon ends when its object is removed by force, even if the predicates drop the event", async () => {
  let isRunning = false;
  const { client, clock } = start(
    async ({ signal }) => {
      isRunning = true;
      await untilAborted(signal);
      isRunning = false;
    },
    { predicates: [(event) => event.kind === "added"], finalizer: "example.dev/daemon" },
  );
  await client.create(ConfigMap, { metadata: key });
  await clock.advance(5_000);
  const before = isRunning;
  await client.patch(ConfigMap, key, { type: "merge", body: { metadata: { finalizers: [] } } });
  await client.delete(ConfigMap, key);
  await clock.advance(5_000);

  expect([before, isRunning]).toEqual([true, false]);
});

test("an object that is created again while its daemon ends has a new daemon, and only one daemon runs for each uid", async () => {
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

test("a daemon that loses leadership is aborted before the Lease ends, and writes nothing after that", async () => {
  const reports: string[] = [];
  let isCut = false;
  const { client, clock, done } = start(
    async ({ client: own, clock: time, signal, object }) => {
      await untilAborted(signal);
      reports.push(`aborted after ${time.now() - cutAtMs < 15_000 ? "less" : "more"} than a Lease`);
      const body = { data: { written: "after the end" } };
      await own.patch(object, { type: "merge", body }).catch(() => reports.push("rejected"));
    },
    {},
    {
      leaderElection: { id: "demo", namespace: "default", identity: "a" },
      wrapTransport: (transport) => ({
        ...transport,
        async request(request) {
          if (isCut && request.path.includes("/leases")) throw new Error("no connection");
          return await transport.request(request);
        },
      }),
    },
  );
  await client.create(ConfigMap, { metadata: key });
  await clock.advance(5_000);
  const cutAtMs = clock.now();
  isCut = true;

  await clock.advance(20_000);

  expect(reports).toEqual(["aborted after less than a Lease", "rejected"]);
  expect((await client.get(ConfigMap, key))?.data).toBeUndefined();
  expect(await done).toSatisfy(isLeadershipError);
});

test("a daemon and another client that write one object at once lose no update", async () => {
  const { client, clock } = start(async (context) => {
    await add(context.client, "daemon");
  });
  await client.create(ConfigMap, { metadata: key });
  const other = (async (): Promise<void> => {
    for (let count = 0; count < 20; count += 1) await increment(client, "other");
  })();

  await clock.runUntilSettled(other);
  await clock.advance(60_000);

  expect((await client.get(ConfigMap, key))?.data).toEqual({ daemon: "20", other: "20" });
});

async function add(client: Client, field: string): Promise<void> {
  for (let count = 0; count < 20; count += 1) await increment(client, field);
}

/** Reads the object, and writes it with the version that was read. */
async function increment(client: Client, field: string): Promise<void> {
  await client.createOrUpdate(ConfigMap, key, (current) => ({
    ...current,
    metadata: { ...current?.metadata, ...key },
    data: { ...current?.data, [field]: String(Number(current?.data?.[field] ?? 0) + 1) },
  }));
}

test("a daemon whose write is a conflict is started again, with the latest version", async () => {
  const seen: (string | undefined)[] = [];
  const { client, clock } = start(async ({ client: own, clock: time, object, signal }) => {
    seen.push(object.data?.["colour"]);
    await time.sleep(10_000, { signal });
    await own.update(ConfigMap, { ...object, data: { ...object.data, by: "daemon" } });
  });
  await client.create(ConfigMap, { metadata: key, data: { colour: "red" } });
  await clock.advance(5_000);
  const before = [...seen];
  await client.patch(ConfigMap, key, { type: "merge", body: { data: { colour: "blue" } } });

  await clock.advance(60_000);

  expect(before).toEqual(["red"]);
  expect((await client.get(ConfigMap, key))?.data).toEqual({ colour: "blue", by: "daemon" });
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

test.each([Number.NaN, -1])("other times of %f are rejected", (ms) => {
  const call = async (): Promise<void> => {};
  const rule = `is ${ms}, must be a number of milliseconds from 0`;
  expect(() => timer({ intervalMs: 1, idleMs: ms, call })).toThrow(`Cannot create a timer: idleMs ${rule}`);
  expect(() => timer({ intervalMs: 1, initialDelayMs: ms, call })).toThrow(
    `Cannot create a timer: initialDelayMs ${rule}`,
  );
  expect(() => start(call, { cancellationTimeoutMs: ms })).toThrow(`cancellationTimeoutMs ${rule}`);
  expect(() => start(call, { backoff: { initialMs: ms, maxMs: 1 } })).toThrow(`backoff.initialMs ${rule}`);
});

test("an interval that is not positive is rejected", () => {
  expect(() => timer({ intervalMs: 0, call: async () => {} })).toThrow(
    "Cannot create a timer: intervalMs is 0, must be a number of milliseconds greater than 0",
  );
});

interface Started {
  readonly client: Client;
  readonly clock: VirtualClock;
  /** The error of the manager, once it has ended. */
  readonly done: Promise<unknown>;
  stop(): Promise<void>;
}

interface ManagerSettings {
  readonly leaderElection?: ManagerOptions["leaderElection"];
  /** Intercepts the requests of the manager. */
  readonly wrapTransport?: (transport: Transport) => Transport;
}

function start(
  daemon: DaemonOptions<ConfigMap>["daemon"],
  options: Partial<DaemonOptions<ConfigMap>> = {},
  { wrapTransport = (transport) => transport, leaderElection }: ManagerSettings = {},
): Started {
  const [clock, random] = [createVirtualClock(), createSeededRandom("daemons")];
  const server = createApiServer({ clock, random });
  const manager = createManager({
    transport: wrapTransport(server.transport()),
    clock,
    random,
    cache: { defaultNamespaces: ["default"] },
    ...(leaderElection && { leaderElection }),
  });
  const backoff = { initialMs: 1_000, maxMs: 60_000, jitter: 0 };
  addDaemon(manager, { type: ConfigMap, name: "daemon", finalizer: "example.dev/daemon", backoff, daemon, ...options });
  const end = new AbortController();
  const done = manager.start({ signal: end.signal }).catch((error: unknown) => error);
  const stop = async (): Promise<void> => {
    end.abort(new Error("the test is over"));
    await clock.runUntilSettled(done);
  };
  onTestFinished(stop);
  return { client: createClient({ transport: server.transport(), clock, random }), clock, stop, done };
}
