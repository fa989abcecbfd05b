// Eight candidates for one Lease: one leads at a time, and each release is followed by exactly one new leader.
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { createLeaderElection } from "@kubewright/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const identities = ["a", "b", "c", "d", "e", "f", "g", "h"];

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

interface Candidate {
  readonly identity: string;
  /** Resolves with the candidate once it leads. */
  readonly leading: Promise<Candidate>;
  /** Stops the candidate and resolves once it has released the Lease. */
  stop(): Promise<void>;
}

/** A candidate that records in `journal` when it starts and stops leading. The Lease outlasts the test unless a leader releases it. */
function startCandidate(identity: string, name: string, journal: string[]): Candidate {
  const { client, clock, random } = server;
  const election = createLeaderElection({
    client,
    clock,
    random,
    lease: { namespace, name },
    identity,
    leaseDurationMs: 120_000,
    renewDeadlineMs: 100_000,
    retryPeriodMs: 100,
    observer: {
      leadingChanged({ isLeading }) {
        if (isLeading) journal.push(`${identity} leads`);
        else if (journal.includes(`${identity} leads`)) journal.push(`${identity} stopped`);
      },
    },
  });
  const end = new AbortController();
  const done = election.run({ signal: end.signal });
  const candidate: Candidate = {
    identity,
    leading: election.elected().then(() => candidate),
    async stop() {
      end.abort(new Error("stopped by the test"));
      await done;
    },
  };
  return candidate;
}

test("of eight candidates that start at once one leads, and each release lets exactly one other lead", async () => {
  const name = "contended";
  const journal: string[] = [];
  const leaders: string[] = [];

  let waiting = identities.map((identity) => startCandidate(identity, name, journal));
  while (waiting.length > 0) {
    const leader = await Promise.race(waiting.map(({ leading }) => leading));
    leaders.push(leader.identity);
    waiting = waiting.filter((candidate) => candidate !== leader);
    await leader.stop();
  }

  expect(leaders.toSorted()).toEqual(identities);
  expect(journal).toEqual(leaders.flatMap((identity) => [`${identity} leads`, `${identity} stopped`]));
  const lease = await server.client.get(Lease, { namespace, name });
  expect(lease?.spec).toMatchObject({ holderIdentity: "", leaseTransitions: 7 });
}, 60_000);

test("seven candidates that stop at once leave the Lease to the last one", async () => {
  const name = "left";
  const journal: string[] = [];
  const candidates = identities.map((identity) => startCandidate(identity, name, journal));
  const first = await Promise.race(candidates.map(({ leading }) => leading));
  const last = candidates.find((candidate) => candidate !== first);
  for (const { leading } of candidates) leading.catch(() => {}); // Candidates that stop before they lead reject it.

  await Promise.all(candidates.filter((candidate) => candidate !== last).map((candidate) => candidate.stop()));
  await last?.leading;

  const lease = await server.client.get(Lease, { namespace, name });
  expect(lease?.spec).toMatchObject({ holderIdentity: last?.identity, leaseTransitions: 1 });
  expect(journal).toEqual([`${first.identity} leads`, `${first.identity} stopped`, `${last?.identity} leads`]);
  await last?.stop();
}, 60_000);
