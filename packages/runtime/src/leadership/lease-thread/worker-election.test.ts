// Both threads of an election in one thread, in virtual time and on an embedded server. The event loop of a manager can be blocked.
import { createApiServer } from "@kubewright/apiserver";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { Clock, VirtualClock } from "@kubewright/async";
import { createClient, defaultElectionTimings } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { expect, onTestFinished, test } from "vitest";
import { hostElection } from "./host-election.ts";
import type { ElectionMessage, LeaseThread, LeaseThreadSettings, StopElection } from "./lease-port.ts";
import { SharedTerm } from "./shared-term.ts";
import { WorkerElection } from "./worker-election.ts";

const lease = { namespace: "default", name: "demo" };
/** The origin of the thread's clock is this long before that of the event loop. */
const clockOffsetMs = 5_000;

interface Process {
  readonly election: WorkerElection;
  readonly stop: AbortController;
  /** The result of `run`: the error, or undefined. */
  readonly done: Promise<unknown>;
  readonly notes: string[];
  /** Blocks the event loop: neither its timers nor its messages are processed until the result is called. */
  block(): () => void;
  /** Ends the thread with an error. */
  crash(error: Error): void;
}

interface Fixture {
  readonly clock: VirtualClock;
  readonly client: Client;
  start(identity: string, mayRelease?: boolean): Process;
  holder(): Promise<string | undefined>;
}

function startFixture(): Fixture {
  const clock = createVirtualClock();
  const random = createSeededRandom("lease thread");
  const server = createApiServer({ clock, random });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const client = createClient({ transport: server.transport(), clock, random });
  return {
    clock,
    client,
    start: (identity, mayRelease = true) => startProcess(identity, mayRelease, { clock, client }),
    holder: async () => (await client.get(Lease, lease))?.spec?.holderIdentity,
  };
}

/** An event loop that can be blocked: its callbacks then wait. */
class EventLoop {
  readonly #waiting: (() => void)[] = [];
  #isBlocked = false;

  run(task: () => void): void {
    if (this.#isBlocked) this.#waiting.push(task);
    else task();
  }

  block(): () => void {
    this.#isBlocked = true;
    return () => {
      this.#isBlocked = false;
      for (const task of this.#waiting.splice(0)) task();
    };
  }
}

function startProcess(
  identity: string,
  mayRelease: boolean,
  { clock, client }: Pick<Fixture, "clock" | "client">,
): Process {
  const loop = new EventLoop();
  const stop = new AbortController();
  const notes: string[] = [];
  const crashed = Promise.withResolvers<never>();
  const own: Clock = { ...clock, setTimer: (ms, callback) => clock.setTimer(ms, () => loop.run(callback)) };
  const election = new WorkerElection({
    settings: {
      lease,
      identity,
      timings: defaultElectionTimings,
      blockedMaxMs: 30_000,
      config: { env: {} },
      client: {},
    },
    clock: own,
    originUs: 0n,
    events: { event: (_, { note }) => void notes.push(note) },
    observer: {
      leadingChanged: ({ isLeading }) => void notes.push(isLeading ? "leads" : "does not lead"),
      failed: ({ error }) => void notes.push(error instanceof Error ? error.message : ""),
    },
    startThread: (settings) => startThread(settings, { clock, client, loop, crashed: crashed.promise }),
  });
  const done = election.run({ signal: stop.signal, mayRelease: () => mayRelease }).catch((error: unknown) => error);
  return { election, stop, done, notes, block: () => loop.block(), crash: crashed.reject };
}

interface Machine extends Pick<Fixture, "clock" | "client"> {
  readonly loop: EventLoop;
  readonly crashed: Promise<never>;
}

function startThread(settings: LeaseThreadSettings, { clock, client, loop, crashed }: Machine): LeaseThread {
  const own: Clock = { ...clock, now: () => clock.now() + clockOffsetMs };
  const toThread: ((message: StopElection) => void)[] = [];
  const toLoop: ((message: ElectionMessage) => void)[] = [];
  const exited = Promise.withResolvers<void>();
  const hosted = hostElection({
    settings,
    client,
    clock: own,
    random: createSeededRandom(settings.identity),
    term: new SharedTerm({ clock: own, originUs: BigInt(-clockOffsetMs * 1000), buffer: settings.buffer }),
    port: {
      post: (message) => loop.run(() => toLoop.forEach((receive) => receive(message))),
      onMessage: (listener) => void toThread.push(listener),
    },
  });
  hosted.then(() => loop.run(exited.resolve), exited.reject);
  return {
    port: {
      post: (message) => toThread.forEach((receive) => receive(message)),
      onMessage: (listener) => void toLoop.push(listener),
    },
    ended: Promise.race([exited.promise, crashed]),
    terminate: () => Promise.resolve(),
  };
}

test("the thread acquires, renews and releases the Lease, and the event loop reports it", async () => {
  const { clock, start, holder } = startFixture();
  const { election, stop, done, notes } = start("a");
  await clock.settle();
  await election.elected();

  await clock.advance(60_000);
  const [remainingMs, held] = [election.leaseRemainingMs(), await holder()];
  stop.abort(new Error("enough"));
  await clock.runUntilSettled(done);

  expect(remainingMs).toBeGreaterThan(13_000);
  expect(remainingMs).toBeLessThanOrEqual(15_000);
  expect([held, await holder(), await done]).toEqual(["a", "", undefined]);
  expect(() => election.assertLeading()).toThrow("this process has released it");
  expect(notes).toEqual(["does not lead", "leads", "a became leader", "a stopped leading", "does not lead"]);
});

test("an event loop that is blocked for 29 s keeps the Lease, and leads when it continues", async () => {
  const { clock, start, holder } = startFixture();
  const [first, second] = [start("a"), start("b")];
  await clock.advance(10_000);
  const leader = first.election.leaseRemainingMs() > 0 ? first : second;

  const unblock = leader.block();
  await clock.advance(29_000);

  expect(() => leader.election.assertLeading()).not.toThrow();
  unblock();
  await clock.advance(10_000);
  expect(() => leader.election.assertLeading()).not.toThrow();
  expect(await holder()).toBe(leader.election.identity);
});

test("an event loop that is blocked for longer than the bound loses the Lease, and is fenced before it processes any timer or message", async () => {
  const { clock, start, holder } = startFixture();
  const first = start("a");
  await clock.advance(1_000);
  const second = start("b");

  const unblock = first.block();
  await clock.advance(30_000 + 2_000 + 15_000 + 2_000);

  expect(await holder()).toBe("b");
  expect(first.election.leaseRemainingMs()).toBe(0);
  expect(() => first.election.assertLeading()).toThrow("it was not renewed in time");
  expect(first.election.signal.aborted).toBe(true);
  expect(() => second.election.assertLeading()).not.toThrow();
  unblock();
  expect(await clock.runUntilSettled(first.done)).toMatchObject({ reason: "expired" });
  expect(first.notes).toContainEqual(
    expect.stringMatching(/^Cannot hold the Lease: the event loop has been blocked for 3\d{4} ms$/),
  );
  expect(await holder()).toBe("b");
});

test("the fence ends before the next leader begins, for any duration of the block", async () => {
  const { clock, start } = startFixture();
  const first = start("a");
  await clock.advance(1_000);
  const second = start("b");
  first.block();
  const leaders = [];

  for (let passedMs = 0; passedMs < 60_000; passedMs += 500) {
    await clock.advance(500);
    const canWrite = [first, second].filter(({ election }) => election.leaseRemainingMs() > 0);
    leaders.push(canWrite.map(({ election }) => election.identity).join(" and "));
  }

  expect(new Set(leaders)).toEqual(new Set(["a", "", "b"]));
});

test("an event loop that was blocked for longer than the bound, but not until the renew deadline, keeps the Lease", async () => {
  const { clock, start, holder } = startFixture();
  const { election, block, notes } = start("a");
  await clock.advance(1_000);

  const unblock = block();
  await clock.advance(36_000);
  unblock();
  await clock.advance(20_000);

  expect(() => election.assertLeading()).not.toThrow();
  expect(await holder()).toBe("a");
  expect(notes).toHaveLength(4);
});

test("a process stops leading at once if its thread fails, and run() rejects with the error of the thread", async () => {
  const { clock, start } = startFixture();
  const { election, done, crash } = start("a");
  await clock.advance(1_000);

  crash(new Error("the kubeconfig is gone"));

  expect(await clock.runUntilSettled(done)).toMatchObject({
    name: "LeaseThreadError",
    message: 'Cannot hold Lease "default/demo" in a worker thread: the kubeconfig is gone',
  });
  expect(election.signal.aborted).toBe(true);
  expect(() => election.assertLeading()).toThrow("the kubeconfig is gone");
});

test("leadership ends if another process has taken the Lease", async () => {
  const { clock, client, start } = startFixture();
  const { election, done } = start("a");
  await clock.advance(1_000);

  await client.patch(Lease, lease, { type: "merge", body: { spec: { holderIdentity: "other" } } });
  await clock.advance(4_000);

  expect(await done).toMatchObject({ reason: "taken" });
  expect(election.signal.aborted).toBe(true);
});

test("a Lease that must not be released remains until it expires", async () => {
  const { clock, start, holder } = startFixture();
  const { stop, done } = start("a", false);
  await clock.advance(1_000);

  stop.abort(new Error("enough"));
  await clock.runUntilSettled(done);

  expect(await holder()).toBe("a");
});

test("a process that is stopped before it leads sends no more writes", async () => {
  const { clock, start, holder } = startFixture();
  start("a");
  await clock.advance(1_000);
  const second = start("b");
  await clock.advance(1_000);

  second.stop.abort(new Error("enough"));

  expect(await clock.runUntilSettled(second.done)).toBeUndefined();
  await expect(second.election.elected()).rejects.toThrow("this process has released it");
  expect(await holder()).toBe("a");
});
