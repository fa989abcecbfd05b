import assert from "node:assert/strict";

import { asResourceVersion } from "@kubewright/apimachinery";
import { test } from "vitest";

import { WatchEndedEarlyError } from "../errors.ts";
import { behindMax, initialState, nextState } from "./state.ts";
import type { ReflectorOutcome, ReflectorState } from "./state.ts";

const v7 = asResourceVersion("7");
const v8 = asResourceVersion("8");
const error = new Error("down");

const listingAny: ReflectorState = { kind: "listing", consistency: "any", failures: 0 };
const listingLatest: ReflectorState = { kind: "listing", consistency: "latest", failures: 2 };
const watching: ReflectorState = { kind: "watching", from: v7, failures: 2 };
const expired: ReflectorState = { kind: "expired", failures: 2 };
const pending: ReflectorState = { kind: "pending", failures: 2, error };

const table: readonly (readonly [
  title: string,
  from: ReflectorState,
  outcome: ReflectorOutcome,
  to: ReflectorState,
])[] = [
  [
    "a list leads to a watch from its version",
    listingAny,
    { kind: "listed", at: v7 },
    { kind: "watching", from: v7, failures: 0 },
  ],
  ["a list does not forgive failures, a healthy watch does", listingLatest, { kind: "listed", at: v7 }, watching],
  [
    "a list that fails is tried again in the same consistency",
    listingAny,
    { kind: "failed", error },
    { kind: "backingOff", failures: 1, error, next: { ...listingAny, failures: 1 } },
  ],
  [
    "a list whose pages expired starts again with a quorum read",
    listingAny,
    { kind: "expired" },
    { kind: "expired", failures: 1 },
  ],
  [
    "a list of a kind that is not installed waits for it",
    listingAny,
    { kind: "notInstalled", error },
    { kind: "pending", failures: 1, error },
  ],
  ["an event moves the version on", watching, { kind: "progressed", at: v8 }, { ...watching, from: v8 }],
  ["a healthy watch forgives failures", watching, { kind: "healthy" }, { ...watching, failures: 0 }],
  [
    "a watch that the server ends resumes from the last version at once",
    watching,
    { kind: "ended", early: false },
    watching,
  ],
  [
    "a watch that ends at once is a failure",
    watching,
    { kind: "ended", early: true },
    { kind: "backingOff", failures: 3, error: new WatchEndedEarlyError(), next: { ...watching, failures: 3 } },
  ],
  [
    "a watch that no longer receives bookmarks is listed again",
    { ...watching, failures: 0 },
    { kind: "silent" },
    { ...listingLatest, failures: 0 },
  ],
  [
    "a watch that fails resumes from the last version after a backoff",
    watching,
    { kind: "failed", error },
    { kind: "backingOff", failures: 3, error, next: { ...watching, failures: 3 } },
  ],
  [
    "a watch from a version that is compacted away is of no use",
    watching,
    { kind: "expired" },
    { kind: "expired", failures: 3 },
  ],
  [
    "a watch of a kind that is gone waits for it",
    watching,
    { kind: "notInstalled", error },
    { kind: "pending", failures: 3, error },
  ],
  [
    "a server that is behind may catch up",
    watching,
    { kind: "ahead", error },
    { kind: "backingOff", failures: 3, error, next: { ...watching, failures: 3 } },
  ],
  [
    "a server that stays behind is listed again",
    { ...watching, failures: behindMax },
    { kind: "ahead", error },
    { kind: "backingOff", failures: 4, error, next: { kind: "listing", consistency: "latest", failures: 4 } },
  ],
  [
    "after a wait comes what the failure left to do",
    { kind: "backingOff", failures: 2, error, next: watching },
    { kind: "waited" },
    watching,
  ],
  ["after an expiry comes a list that is not older than what we have", expired, { kind: "waited" }, listingLatest],
  ["a kind that was missing is listed when the wait is over", pending, { kind: "waited" }, listingLatest],
  [
    "a watch that has lost an event is followed by a list that is not older than what we have",
    watching,
    { kind: "inconsistent" },
    listingLatest,
  ],
  [
    "a lost event that is found during a wait leads to a list after the wait",
    { kind: "backingOff", failures: 2, error, next: watching },
    { kind: "inconsistent" },
    { kind: "backingOff", failures: 2, error, next: listingLatest },
  ],
  ["an event that comes late changes nothing", expired, { kind: "progressed", at: v8 }, expired],
  ["health that comes late changes nothing", expired, { kind: "healthy" }, expired],
];

test.for(table)("%s", ([_title, from, outcome, to]) => {
  assert.deepEqual(nextState(from, outcome), to);
});

test("no row of outcomes leads to a state that does not go on", () => {
  const outcomes: readonly ReflectorOutcome[] = [
    { kind: "listed", at: v7 },
    { kind: "progressed", at: v8 },
    { kind: "healthy" },
    { kind: "ended", early: true },
    { kind: "ended", early: false },
    { kind: "silent" },
    { kind: "inconsistent" },
    { kind: "failed", error },
    { kind: "ahead", error },
    { kind: "expired" },
    { kind: "notInstalled", error },
    { kind: "waited" },
  ];
  const seen = new Set<string>();
  const visit = (state: ReflectorState, depth: number): void => {
    seen.add(state.kind);
    if (depth > 0) for (const outcome of outcomes) visit(nextState(state, outcome), depth - 1);
  };

  visit(initialState, 4);

  assert.deepEqual([...seen].toSorted(), ["backingOff", "expired", "listing", "pending", "watching"]);
});
