// Elections in virtual time, on a Lease in memory whose server can fail.
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { alreadyExists, conflict, tooManyRequests } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { createClient } from "../client/create-client.ts";
import { isLeadershipError } from "../errors.ts";
import { createMemoryApiServer } from "../testing/memory-api-server.ts";
import { createLeaderElection } from "./create-leader-election.ts";
import type { LeaderElection, LeaderElectionOptions } from "./leader-election.ts";

const lease = { namespace: "default", name: "demo" };
const leases = { group: "coordination.k8s.io", resource: "leases" };

interface LeaseServer {
  readonly client: LeaderElectionOptions["client"];
  stored: Stored<Lease> | undefined;
  /** Throws or waits instead of the server; "lost" executes the request and loses the response. */
  fault: (verb: "get" | "write") => "lost" | Promise<void> | undefined;
}

function createLeaseServer(): LeaseServer {
  let version = 0;
  const server: LeaseServer = {
    client: {} as LeaseServer["client"],
    stored: undefined,
    fault: () => undefined,
  };
  const write = async (wanted: Lease): Promise<Stored<Lease>> => {
    const fault = server.fault("write");
    if (fault instanceof Promise) await fault;
    const { stored } = server;
    const sent = wanted.metadata?.resourceVersion;
    if (stored && sent === undefined) throw alreadyExists(leases, lease.name);
    if (stored?.metadata.resourceVersion !== sent) throw conflict(leases, lease.name, "it has changed");
    version += 1;
    server.stored = { ...wanted, metadata: { ...wanted.metadata, resourceVersion: `${version}` } } as Stored<Lease>; // The election reads no other fields.
    if (fault === "lost") throw new Error("the response was lost");
    return server.stored;
  };
  const client = {
    async get() {
      await server.fault("get");
      return server.stored;
    },
    create: (_type: unknown, wanted: Lease) => write(wanted),
    update: (_type: unknown, wanted: Lease) => write(wanted),
  };
  return Object.assign(server, { client });
}

interface Participant {
  readonly election: LeaderElection;
  readonly done: Promise<unknown>;
  readonly stop: AbortController;
  readonly notes: string[];
}

function take(clock: VirtualClock, server: LeaseServer, identity: string, release = true): Participant {
  const notes: string[] = [];
  const stop = new AbortController();
  const election = createLeaderElection({
    client: server.client,
    lease,
    identity,
    clock,
    random: createSeededRandom(identity),
    events: { event: (_, { reason, note }) => void notes.push(`${reason}: ${note}`) },
  });
  const done = election.run({ signal: stop.signal, mayRelease: () => release }).catch((error: unknown) => error);
  return { election, done, stop, notes };
}

test("the first candidate creates the Lease, leads and renews it; the second waits", async () => {
  const [clock, server] = [createVirtualClock({ startTime: 0 }), createLeaseServer()];
  const first = take(clock, server, "a");
  await clock.settle();
  const second = take(clock, server, "b");

  await clock.advance(60_000);

  expect([first.election.state.kind, second.election.state.kind]).toEqual(["leading", "candidate"]);
  expect(server.stored?.spec).toEqual({
    holderIdentity: "a",
    leaseDurationSeconds: 15,
    acquireTime: "1970-01-01T00:00:00.000000Z",
    renewTime: "1970-01-01T00:01:00.000000Z",
    leaseTransitions: 0,
  });
  expect(first.notes).toEqual(["LeaderElection: a became leader"]);
});

test("a leader that stops releases the Lease, and the next candidate leads within two seconds", async () => {
  const [clock, server] = [createVirtualClock(), createLeaseServer()];
  const first = take(clock, server, "a");
  await clock.settle();
  const second = take(clock, server, "b");
  await clock.advance(30_500);

  first.stop.abort(new Error("enough"));
  await clock.settle();
  const released = server.stored?.spec;
  await clock.advance(2_000);

  expect(released).toMatchObject({ holderIdentity: "", leaseDurationSeconds: 1, leaseTransitions: 0 });
  expect(await first.done).toBeUndefined();
  expect(second.election.state.kind).toBe("leading");
  expect(server.stored?.spec).toMatchObject({ holderIdentity: "b", leaseTransitions: 1 });
  expect(first.notes).toEqual(["LeaderElection: a became leader", "LeaderElection: a stopped leading"]);
});

test("a leader whose mayRelease() returns false does not release the Lease, which expires", async () => {
  const [clock, server] = [createVirtualClock(), createLeaseServer()];
  const first = take(clock, server, "a", false);
  await clock.settle();
  const second = take(clock, server, "b");
  await clock.advance(10_000);

  first.stop.abort(new Error("enough"));
  await clock.advance(14_000);

  expect([server.stored?.spec?.holderIdentity, second.election.state.kind]).toEqual(["a", "candidate"]);
  await clock.advance(5_000);
  expect(second.election.state.kind).toBe("leading");
});

test("a leader that cannot renew loses at the renew deadline, before the Lease expires", async () => {
  const [clock, server] = [createVirtualClock(), createLeaseServer()];
  const { election, done } = take(clock, server, "a");
  await clock.advance(4_000);
  server.fault = () => Promise.reject(new Error("no connection"));

  await clock.advance(9_999);
  expect(election.signal.aborted).toBe(false);
  await clock.advance(1);

  expect(election.state).toEqual({ kind: "lost", cause: "expired" });
  expect(isLeadershipError(await done)).toBe(true);
  expect(election.signal.reason).toMatchObject({
    message: 'Cannot act as leader by Lease "default/demo": it was not renewed in time',
  });
});

test("a leader whose requests do not complete loses at the renew deadline", async () => {
  const [clock, server] = [createVirtualClock(), createLeaseServer()];
  const { election } = take(clock, server, "a");
  await clock.advance(2_000);
  server.fault = () => new Promise(() => {});

  await clock.advance(10_000);

  expect(election.state.kind).toBe("lost");
});

test("a leader keeps the Lease after single failures and lost responses", async () => {
  const [clock, server] = [createVirtualClock(), createLeaseServer()];
  const { election } = take(clock, server, "a");
  await clock.advance(1_000);
  let count = 0;
  server.fault = (verb) => (verb === "write" && (count += 1) % 3 === 0 ? "lost" : undefined);

  await clock.advance(300_000);

  expect(election.state.kind).toBe("leading");
  expect(server.stored?.spec?.leaseTransitions).toBe(0);
});

test.each([0, 500, 1_000, 1_500, 1_999])(
  "a leader keeps the Lease while the server rejects everything for 7 s with a Retry-After of 60 s, from %i ms after a renewal",
  async (afterMs) => {
    const clock = createVirtualClock();
    const server = createMemoryApiServer({ types: [Lease], clock });
    const client = createClient({ transport: server.transport, types: [Lease], clock });
    const election = createLeaderElection({ client, lease, identity: "a", clock, random: createSeededRandom("a") });
    const stop = new AbortController();
    const done = election.run({ signal: stop.signal });
    await clock.advance(4_000 + afterMs);

    const rejections = server.intercept(() => {
      throw tooManyRequests("the server is busy", 60);
    });
    await clock.advance(7_000);
    rejections[Symbol.dispose]();
    await clock.advance(60_000);

    expect(election.state.kind).toBe("leading");
    expect(server.objects(Lease)[0]?.spec).toMatchObject({ holderIdentity: "a", leaseTransitions: 0 });
    stop.abort(new Error("the test is over"));
    await clock.runUntilSettled(done);
  },
);

test("a leader that resumes after a pause no longer leads by its clock, before any timer has fired", async () => {
  const clock = createVirtualClock();
  let asleepMs = 0;
  const own = { ...clock, now: () => clock.now() + asleepMs } as VirtualClock; // Its timers have not fired meanwhile.
  const { election } = take(own, createLeaseServer(), "a");
  await clock.advance(1_000);

  asleepMs = 10_000;

  expect(() => election.assertLeading()).toThrow("it was not renewed in time");
  expect(election.signal.aborted).toBe(true);
});

test("a candidate that is stopped during its first write does not lead, and releases the Lease", async () => {
  const [clock, server] = [createVirtualClock(), createLeaseServer()];
  server.fault = (verb) => (verb === "write" && !server.stored ? clock.sleep(1_000) : undefined);
  const { election, done, stop } = take(clock, server, "a");
  const elected = election.elected().catch((error: unknown) => error);
  await clock.advance(500);

  stop.abort(new Error("enough"));
  await clock.advance(5_000);

  expect(await elected).toMatchObject({ reason: "released" });
  expect(await done).toBeUndefined();
  expect(server.stored?.spec?.holderIdentity).toBe("");
});

test("assertLeading() of a candidate throws until it is elected, and its signal is not aborted", async () => {
  const [clock, server] = [createVirtualClock(), createLeaseServer()];
  take(clock, server, "a");
  await clock.settle();
  const second = take(clock, server, "b");
  await clock.advance(10_000);

  expect(() => second.election.assertLeading()).toThrow("this process has not been elected yet");
  expect(second.election.signal.aborted).toBe(false);
});

test.each([
  [{ leaseDurationMs: 1_500 }, "leaseDurationMs is 1500, must be whole seconds"],
  [{ renewDeadlineMs: 15_000 }, "renewDeadlineMs is 15000, must be less than leaseDurationMs, which is 15000"],
  [
    { retryPeriodMs: 10_000 },
    "retryPeriodMs is 10000, must be more than 0 and less than renewDeadlineMs, which is 10000",
  ],
])("invalid timings are rejected: %o", (times, message) => {
  const { client } = createLeaseServer();

  expect(() => createLeaderElection({ client, lease, identity: "a", ...times })).toThrow(message);
});

test("an observer that throws does not end the election", async () => {
  const [clock, server] = [createVirtualClock(), createLeaseServer()];
  const fail = (): never => {
    throw new Error("cannot count");
  };
  const stop = new AbortController();
  const election = createLeaderElection({
    client: server.client,
    lease,
    identity: "a",
    clock,
    random: createSeededRandom("a"),
    observer: { leadingChanged: fail, leaderSeen: fail, failed: fail },
  });

  const done = election.run({ signal: stop.signal });
  await clock.advance(60_000);
  const { kind } = election.state;
  stop.abort(new Error("enough"));
  await clock.runUntilSettled(done);

  expect(kind).toBe("leading");
});

test("while mayHold() returns false, a leader loses the Lease at the renew deadline and no candidate acquires it", async () => {
  const [clock, server] = [createVirtualClock({ startTime: 0 }), createLeaseServer()];
  let mayHold = true;
  const terms: number[] = [];
  const common = { client: server.client, lease, clock, mayHold: () => mayHold };
  const election = createLeaderElection({ ...common, identity: "a", onTerm: (until) => terms.push(until) });
  const done = election.run({ signal: new AbortController().signal }).catch((error: unknown) => error);
  await clock.advance(4_000);
  mayHold = false;

  const waiting = createLeaderElection({ ...common, identity: "b" });
  const stop = new AbortController();
  const ended = waiting.run({ signal: stop.signal });
  await clock.advance(60_000);
  const lost = await done;
  mayHold = true;
  await clock.advance(20_000);
  stop.abort(new Error("enough"));
  await clock.runUntilSettled(ended);

  expect(terms).toEqual([10_000, 12_000, 14_000]);
  expect(lost).toMatchObject({ reason: "expired" });
  expect(server.stored?.spec).toMatchObject({ leaseTransitions: 1 });
});
