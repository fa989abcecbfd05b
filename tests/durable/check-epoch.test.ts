import { expect, test } from "vitest";
import { call, configMapKind, create, created, get, ok, removed, remove, set, view } from "../histories/builders.ts";
import type { Call, Outcome, View } from "../histories/history.ts";
import { checkEpoch } from "./check-epoch.ts";
import type { Epoch, Snapshot } from "./epoch.ts";

const unknown: Outcome = { type: "unknown", views: [], uids: [] };

function epoch(calls: readonly Call[], events: Epoch["events"] = [], opening: Snapshot = snapshot(10)): Epoch {
  return { kind: configMapKind, opening, calls, events };
}

function snapshot(revision: number, a?: View): Snapshot {
  return { revision, items: a === undefined ? {} : { a } };
}

test("an epoch whose writes are all in the next server has no findings", () => {
  const calls = [call(1, 2, create("1"), created(view(11, "1"))), call(3, 4, set("2"), ok(view(12, "2")))];

  expect(checkEpoch(epoch(calls), snapshot(15, view(12, "2")), new Map())).toEqual([]);
});

test("an acknowledged write that the next server does not have is found", () => {
  const calls = [call(1, 2, create("1"), created(view(11, "1"))), call(3, 4, set("2"), ok(view(12, "2")))];

  const findings = checkEpoch(epoch(calls), snapshot(15, view(11, "1")), new Map());

  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatch(/^The state of "a" after the restart does not follow from its calls/u);
});

test("a write without a response has happened or not", () => {
  const calls = [
    call(1, 2, create("1"), created(view(11, "1"))),
    call(3, Infinity, set("2"), unknown, 1),
    call(4, Infinity, remove, unknown, 2),
  ];

  expect(checkEpoch(epoch(calls), snapshot(15, view(11, "1")), new Map())).toEqual([]);
  expect(checkEpoch(epoch(calls), snapshot(15, view(12, "2")), new Map())).toEqual([]);
  expect(checkEpoch(epoch(calls), snapshot(15), new Map())).toEqual([]);
  expect(checkEpoch(epoch(calls), snapshot(15, view(12, "3")), new Map())).toHaveLength(1);
});

test("a write without a response that another client has overwritten needs no revision", () => {
  const calls = [
    call(1, Infinity, create("1"), unknown),
    call(2, 3, set("2"), ok(view(12, "2")), 1),
    call(4, 5, remove, removed(), 1),
  ];

  expect(checkEpoch(epoch(calls), snapshot(15), new Map())).toEqual([]);
});

test("a write without a response that a watch has delivered, or a client has read, has happened", () => {
  const calls = [call(1, 2, create("1"), created(view(11, "1"))), call(3, Infinity, set("2"), unknown, 1)];
  const delivered = [
    { type: "ADDED", object: "a", view: view(11, "1"), at: 3 },
    { type: "MODIFIED", object: "a", view: view(12, "2"), at: 5 },
  ] as const;
  const read = call(4, 5, get, ok(view(12, "2")), 2);

  expect(checkEpoch(epoch(calls, delivered), snapshot(15, view(12, "2")), new Map())).toEqual([]);
  expect(checkEpoch(epoch(calls, delivered), snapshot(15, view(11, "1")), new Map())).toHaveLength(1);
  expect(checkEpoch(epoch([...calls, read]), snapshot(15, view(11, "1")), new Map())).toHaveLength(1);
});

test("a revision with two contents in two epochs is found", () => {
  const ledger = new Map<number, string>();
  const first = epoch([call(1, 2, create("1"), created(view(11, "1")))]);
  checkEpoch(first, snapshot(11, view(11, "1")), ledger);
  const second = epoch([call(1, 2, set("2"), ok(view(11, "2")))], [], snapshot(10));

  expect(checkEpoch(second, snapshot(12, view(11, "2")), ledger)).toContainEqual(
    expect.stringMatching(/^Revision 11 is used twice/u),
  );
});

test("a server that is behind, a write with an old revision and events out of order are found", () => {
  const calls = [call(1, 2, create("1"), created(view(11, "1")))];
  const repeated = [
    { type: "ADDED", object: "a", view: view(11, "1"), at: 3 },
    { type: "ADDED", object: "a", view: view(11, "1"), at: 4 },
  ] as const;

  expect(checkEpoch(epoch(calls), snapshot(10, view(11, "1")), new Map())).toContain(
    "Revision 11 is above that of the next server, 10",
  );
  expect(checkEpoch(epoch(calls, [], snapshot(12)), snapshot(15, view(11, "1")), new Map())).toContain(
    "Revision 11 was written after revision 12",
  );
  expect(checkEpoch(epoch(calls, repeated), snapshot(15, view(11, "1")), new Map())).toEqual([
    "The watch has delivered revision 11 after 11",
  ]);
});
