// Leader election on each server: the Lease, and how one leader follows another.
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { createEventRecorder, createLeaderElection } from "@kubewright/client";
import type { LeaderElection } from "@kubewright/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

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
  readonly election: LeaderElection;
  /** Stops it, and resolves when it has released the Lease. */
  stop(): Promise<void>;
}

/** Short durations, because the clock is real. */
function takePart(name: string, identity: string): Candidate {
  const { client, clock, random } = server;
  const events = createEventRecorder({ client, component: "demo", instance: identity, clock, random });
  const election = createLeaderElection({
    client,
    clock,
    random,
    events,
    lease: { namespace, name },
    identity,
    leaseDurationMs: 3_000,
    renewDeadlineMs: 2_000,
    retryPeriodMs: 200,
  });
  const end = new AbortController();
  const done = election.run({ signal: end.signal });
  done.catch(() => {}); // stop() rejects if leadership was lost.
  return {
    election,
    async stop() {
      end.abort(new Error("enough"));
      await done;
      await events[Symbol.asyncDispose]();
    },
  };
}

test("a Lease passes from one leader to the next, in the format of client-go", async () => {
  const first = takePart("handed-on", "first");
  await first.election.elected();
  const second = takePart("handed-on", "second");
  const held = await server.client.get(Lease, { namespace, name: "handed-on" });

  await first.stop();
  await second.election.elected();
  const next = await server.client.get(Lease, { namespace, name: "handed-on" });
  await second.stop();
  const free = await server.client.get(Lease, { namespace, name: "handed-on" });

  expect(held?.spec).toEqual({
    holderIdentity: "first",
    leaseDurationSeconds: 3,
    leaseTransitions: 0,
    acquireTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string,
    renewTime: expect.stringMatching(/\.\d{6}Z$/) as string,
  });
  expect(next?.spec).toMatchObject({ holderIdentity: "second", leaseTransitions: 1 });
  expect(free?.spec).toMatchObject({ holderIdentity: "", leaseDurationSeconds: 1, leaseTransitions: 1 });
}, 30_000);

test("Events of the Lease name the candidates that started and stopped leading", async () => {
  const only = takePart("single-candidate", "only");
  await only.election.elected();

  await only.stop();

  const notes = new Map<string | undefined, unknown>();
  for await (const event of server.client.list(Event, { namespace })) {
    if (event.regarding?.name === "single-candidate")
      notes.set(event.note, [event.reason, event.regarding.kind, event.type]);
  }
  expect(notes).toEqual(
    new Map([
      ["only became leader", ["LeaderElection", "Lease", "Normal"]],
      ["only stopped leading", ["LeaderElection", "Lease", "Normal"]],
    ]),
  );
}, 30_000);

test("a leader whose Lease another holder takes stops leading, and does not change the Lease", async () => {
  const { client } = server;
  const robbed = takePart("robbed", "first");
  await robbed.election.elected();
  const loss = new Promise((resolve) => {
    robbed.election.signal.addEventListener("abort", () => resolve(robbed.election.signal.reason), { once: true });
  });

  const key = { namespace, name: "robbed" };
  await client.patch(Lease, key, { type: "merge", body: { spec: { holderIdentity: "thief" } } });

  expect(await loss).toMatchObject({ name: "LeadershipError", reason: "taken" });
  await expect(robbed.stop()).rejects.toMatchObject({ reason: "taken" });
  expect((await client.get(Lease, key))?.spec?.holderIdentity).toBe("thief");
}, 30_000);
