import { expect, test } from "vitest";
import { call, configMapKind, create, created, get, ok, refused, remove, removed, set, view } from "./builders.ts";
import type { Call } from "./history.ts";
import { endStates, linearize } from "./linearize.ts";
import type { Semantics } from "./semantics.ts";

function isLinearizable(calls: readonly Call[], semantics: Semantics = "strict"): boolean {
  return linearize(configMapKind, calls, { semantics }).linearizable;
}

const made = call(1, 2, create("1"), created(view(1, "1")));
const f = ["f"];

test.for<readonly [title: string, calls: readonly Call[]]>([
  ["calls one after the other", [made, call(3, 4, set("2"), ok(view(2, "2"))), call(5, 6, get, ok(view(2, "2")))]],
  [
    "a read beside a write, of the state before it",
    [made, call(3, 6, set("2"), ok(view(2, "2"))), call(4, 5, get, ok(view(1, "1")))],
  ],
  [
    "a read beside a write, of the state after it",
    [made, call(3, 6, set("2"), ok(view(2, "2"))), call(4, 5, get, ok(view(2, "2")))],
  ],
  [
    "writes beside each other, in the order of their revisions",
    [
      made,
      call(3, 6, set("2"), ok(view(3, "2"))),
      call(4, 5, set("3"), ok(view(2, "3"))),
      call(7, 8, get, ok(view(3, "2"))),
    ],
  ],
  [
    "two creates, of which one is refused",
    [call(1, 4, create("1"), created(view(1, "1"))), call(2, 3, create("2"), refused(409))],
  ],
  ["a write with the version that was there", [made, call(3, 4, set("2", 1), ok(view(2, "2")))]],
  [
    "a write with a version that is gone",
    [made, call(3, 4, set("2"), ok(view(2, "2"))), call(5, 6, set("3", 1), refused(409))],
  ],
  ["a write that changes nothing", [made, call(3, 4, set("1"), ok(view(1, "1")))]],
  [
    "a delete and a second create",
    [made, call(3, 4, remove, removed()), call(5, 6, create("2"), created(view(3, "2", { uid: "u2" })))],
  ],
  [
    "a write without an answer that has taken effect",
    [made, call(3, Infinity, set("2"), ok(view(2, "2"))), call(5, 6, get, ok(view(2, "2")))],
  ],
  [
    "a write without an answer that has not",
    [made, call(3, Infinity, set("2"), ok(view(2, "2"))), call(5, 6, get, ok(view(1, "1")))],
  ],
  [
    "a delete that waits for a finalizer",
    [
      call(1, 2, create("1", f), created(view(1, "1", { finalizers: f }))),
      call(3, 4, remove, ok(view(2, "1", { finalizers: f, deleting: true }))),
      call(
        5,
        6,
        { verb: "merge", manager: "m", annotations: {}, finalizers: [] },
        ok(view(2, "1", { deleting: true })),
      ),
      call(7, 8, get, refused(404)),
    ],
  ],
])("accepts %s", ([, calls]) => {
  expect(isLinearizable(calls)).toBe(true);
});

test.for<readonly [title: string, calls: readonly Call[]]>([
  ["a stale read", [made, call(3, 4, set("2"), ok(view(2, "2"))), call(5, 6, get, ok(view(1, "1")))]],
  [
    "reads that go back in time",
    [
      made,
      call(3, 8, set("2"), ok(view(2, "2"))),
      call(4, 5, get, ok(view(2, "2"))),
      call(6, 7, get, ok(view(1, "1"))),
    ],
  ],
  ["a read of a value that was never written", [made, call(3, 4, get, ok(view(1, "7")))]],
  [
    "a lost update",
    [
      made,
      call(
        3,
        6,
        { verb: "merge", manager: "m", annotations: { x: "2" } },
        ok(view(2, "1", { annotations: { k: "1", x: "2" }, owners: { "m/Update": ["k", "x"] } })),
      ),
      call(4, 5, set("3"), ok(view(3, "3"))),
    ],
  ],
  [
    "two creates that both succeed",
    [call(1, 4, create("1"), created(view(1, "1"))), call(2, 3, create("2"), created(view(2, "2", { uid: "u2" })))],
  ],
  [
    "a write with a version that is gone",
    [made, call(3, 4, set("2"), ok(view(2, "2"))), call(5, 6, set("3", 1), ok(view(3, "3")))],
  ],
  ["a conflict without a reason", [made, call(3, 4, set("2"), refused(409))]],
  ["a revision that goes back", [made, call(3, 4, set("2"), ok(view(1, "2")))]],
  ["an object that is gone and still there", [made, call(3, 4, remove, removed()), call(5, 6, get, ok(view(1, "1")))]],
  ["a uid that changes", [made, call(3, 4, set("2"), ok(view(2, "2", { uid: "u2" })))]],
  ["owners that are wrong", [made, call(3, 4, set("2"), ok(view(2, "2", { owners: {} })))]],
  [
    "a delete that ignores a finalizer",
    [call(1, 2, create("1", f), created(view(1, "1", { finalizers: f }))), call(3, 4, remove, removed())],
  ],
])("rejects %s", ([, calls]) => {
  expect(isLinearizable(calls)).toBe(false);
});

test("a removal in two steps may remove a finalizer, if the semantics allow it", () => {
  const calls = [
    made,
    call(3, 6, remove, removed()),
    call(4, 5, { verb: "merge", manager: "m", annotations: {}, finalizers: f }, ok(view(2, "1", { finalizers: f }))),
    call(7, 8, get, refused(404)),
  ];

  expect(isLinearizable(calls, "removal in two steps")).toBe(true);
  const later = [
    made,
    call(3, 4, { verb: "merge", manager: "m", annotations: {}, finalizers: f }, ok(view(2, "1", { finalizers: f }))),
    call(5, 6, remove, removed()),
  ];
  expect(isLinearizable(later)).toBe(false);
});

test("many concurrent writes are ordered by their revisions, without a search", () => {
  const writes = Array.from({ length: 60 }, (_, index) =>
    call(3, 1000 + index, set(`${index}`), ok(view(2 + index, `${index}`)), index),
  );

  const { linearizable, steps } = linearize(configMapKind, [made, ...writes.toReversed()]);

  expect(linearizable).toBe(true);
  expect(steps.map(({ state }) => state.revision)).toEqual(Array.from({ length: 61 }, (_, index) => index + 1));
});

test("the final states are those that a call without a response can lead to", () => {
  const states = endStates(configMapKind, [made, call(3, Infinity, set("2"), ok(view(2, "2")))]);

  expect(states.map(({ revision }) => revision)).toEqual([1, 2]);
});
