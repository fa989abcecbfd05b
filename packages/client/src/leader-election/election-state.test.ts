import type { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { defaultElectionTimings, mayTake, nextElectionState } from "./election-state.ts";
import type { ElectionOutcome, ElectionState } from "./election-state.ts";
import { heldRecord, microTime, recordOf, releasedRecord } from "./lease-record.ts";

const me = { identity: "me", timings: defaultElectionTimings };

function leaseOf(holder: string, version = "1", seconds = 15): Stored<Lease> {
  const spec = { holderIdentity: holder, leaseDurationSeconds: seconds, leaseTransitions: 3 };
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: "l", namespace: "n", uid: "u", resourceVersion: version, creationTimestamp: "" },
    spec,
  } as Stored<Lease>; // Version and uid are brands.
}

function leading(until: number): ElectionState {
  return { kind: "leading", observed: { lease: leaseOf("me"), since: 0 }, until };
}

const candidate: ElectionState = { kind: "candidate" };
const written = (sentAt: number, at: number): ElectionOutcome => ({
  kind: "written",
  lease: leaseOf("me", "2"),
  sentAt,
  at,
});

test.each([
  ["a candidate whose write is accepted", candidate, written(100, 200), "leading"],
  ["a candidate whose write is accepted after its own deadline", candidate, written(0, 10_000), "candidate"],
  ["a leader that renews in time", leading(10_000), written(2_000, 2_100), "leading"],
  ["a leader whose renewal is accepted after the end of its term", leading(10_000), written(9_000, 10_000), "lost"],
  ["a leader at the end of its term", leading(10_000), { kind: "waited", at: 10_000 }, "lost"],
  ["a leader before the end of its term", leading(10_000), { kind: "waited", at: 9_999 }, "leading"],
  ["a leader that reads another holder", leading(10_000), { kind: "seen", lease: leaseOf("other"), at: 1 }, "lost"],
  ["a leader whose Lease is gone", leading(10_000), { kind: "seen", lease: undefined, at: 1 }, "lost"],
  [
    "a leader that reads itself as holder",
    leading(10_000),
    { kind: "seen", lease: leaseOf("me", "9"), at: 1 },
    "leading",
  ],
  ["a leader that stops", leading(10_000), { kind: "stopped" }, "released"],
  ["a candidate that stops", candidate, { kind: "stopped" }, "released"],
  ["a process that has lost", { kind: "lost", cause: "expired" }, written(0, 1), "lost"],
  ["a process that has stopped", { kind: "released" }, written(0, 1), "released"],
] as const)("the next state of %s", (_, state, outcome, kind) => {
  expect(nextElectionState(state, outcome, me).kind).toBe(kind);
});

test("a term begins when the write is sent, not when it is accepted", () => {
  expect(nextElectionState(candidate, written(1_000, 5_000), me)).toMatchObject({ kind: "leading", until: 11_000 });
});

test("a read does not prolong the term of a leader", () => {
  const looked = nextElectionState(leading(7_000), { kind: "seen", lease: leaseOf("me", "9"), at: 6_000 }, me);

  expect(looked).toMatchObject({ until: 7_000, observed: { lease: { metadata: { resourceVersion: "9" } } } });
});

test("a candidate takes the Lease of another holder only if it has not changed for its whole duration", () => {
  const first = nextElectionState(candidate, { kind: "seen", lease: leaseOf("other", "1"), at: 0 }, me);
  const same = nextElectionState(first, { kind: "seen", lease: leaseOf("other", "1"), at: 14_000 }, me);
  const renewed = nextElectionState(same, { kind: "seen", lease: leaseOf("other", "2"), at: 14_500 }, me);

  const observed = [same, renewed].map((state) => (state.kind === "candidate" ? state.observed : undefined));
  expect(mayTake(observed[0], "me", 14_999)).toBe(false);
  expect(mayTake(observed[0], "me", 15_000)).toBe(true);
  expect(mayTake(observed[1], "me", 15_000)).toBe(false);
  expect(mayTake(observed[1], "me", 29_500)).toBe(true);
});

test.each([
  ["there is no Lease", undefined],
  ["the Lease has no holder", { lease: leaseOf("", "1", 1), since: 0 }],
  ["this process holds it: a response was lost", { lease: leaseOf("me"), since: 0 }],
])("a candidate takes the Lease at once if %s", (_, observed) => {
  expect(mayTake(observed, "me", 0)).toBe(true);
});

test("heldRecord() begins a new term after another holder, and continues the term of this process", () => {
  const now = microTime(0);
  const term = { identity: "me", durationMs: 15_000, now };

  expect(now).toBe("1970-01-01T00:00:00.000000Z");
  expect(heldRecord(undefined, term)).toMatchObject({ holder: "me", transitions: 0, acquireTime: now });
  expect(heldRecord(recordOf(leaseOf("other")), term)).toMatchObject({ transitions: 4, acquireTime: now });
  const ours = { ...recordOf(leaseOf("me")), acquireTime: "before" };
  expect(heldRecord(ours, term)).toEqual({ ...ours, renewTime: now });
  expect(releasedRecord(ours, now)).toEqual({
    ...ours,
    holder: "",
    durationMs: 1000,
    acquireTime: now,
    renewTime: now,
  });
});
