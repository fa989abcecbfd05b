import { expect, test } from "vitest";
import { configMapKind, create, get, remove, set, view } from "./builders.ts";
import { historyKinds } from "./history.ts";
import type { HistoryKind, Operation, View } from "./history.ts";
import { absent, next } from "./model.ts";

const [, roles, leases] = historyKinds;
const f = ["f"];
const put: Operation = { verb: "put", manager: "p", annotations: { k: "2" }, finalizers: [] };

function apply(manager: string, annotations: Readonly<Record<string, string>>, force = false): Operation {
  return { verb: "apply", manager, annotations, force };
}

test.for<readonly [title: string, kind: HistoryKind, operation: Operation, effect: object]>([
  ["a create makes it", configMapKind, create("1"), { type: "created", code: 201 }],
  [
    "an apply makes it",
    configMapKind,
    apply("a", { k: "1" }),
    { type: "created", object: { owners: { "a/Apply": ["k"] } } },
  ],
  [
    "a PUT of a kind that an update creates makes it",
    roles,
    put,
    { type: "created", object: { owners: { "p/Update": ["k"] } } },
  ],
  ["a PUT of another kind does not find it", configMapKind, put, { type: "refused", code: 404 }],
  ["a PUT with a uid means another object", roles, { ...put, uid: "u1" }, { type: "refused", code: 409 }],
  ["a patch does not find it", configMapKind, set("2"), { type: "refused", code: 404 }],
  ["a delete does not find it", configMapKind, remove, { type: "refused", code: 404 }],
  ["a read does not find it", configMapKind, get, { type: "refused", code: 404 }],
])("of an absent object, %s", ([, kind, operation, effect]) => {
  expect(next(kind, absent, operation)).toMatchObject(effect);
});

const present = view(5, "1");
const shared = view(5, "1", { owners: { "a/Apply": ["k"], "m/Update": ["k"] } });
const own = view(5, "1", { annotations: { k: "1", x: "1" }, owners: { "a/Apply": ["k", "x"], "b/Apply": ["k"] } });
const terminating = view(5, "1", { finalizers: f, deleting: true });
const finalizers = (names: readonly string[]): Operation => ({
  verb: "merge",
  manager: "m",
  annotations: {},
  finalizers: names,
});

test.for<readonly [title: string, object: View, operation: Operation, effect: object]>([
  ["a second create is refused", present, create("1"), { type: "refused", code: 409 }],
  ["a patch changes it", present, set("2"), { type: "changed", object: { annotations: { k: "2" } } }],
  ["a patch of what is there changes nothing", present, set("1"), { type: "unchanged" }],
  ["a patch with its version changes it", present, set("2", 5), { type: "changed" }],
  ["a patch with another version is refused", present, set("2", 4), { type: "refused", code: 409 }],
  [
    "a PUT by another manager takes the field",
    present,
    put,
    { type: "changed", object: { owners: { "p/Update": ["k"] } } },
  ],
  [
    "a failed test of a JSON patch is refused",
    present,
    { verb: "compareAndSet", manager: "m", key: "k", from: "7", to: "8" },
    { type: "refused", code: 422 },
  ],
  ["an apply of another value is a conflict", present, apply("a", { k: "2" }), { type: "refused", code: 409 }],
  [
    "a forced apply takes the field",
    present,
    apply("a", { k: "2" }, true),
    { type: "changed", object: { owners: { "a/Apply": ["k"] } } },
  ],
  [
    "an apply of the same value shares the field",
    present,
    apply("a", { k: "1" }),
    { type: "changed", object: { owners: { "a/Apply": ["k"], "m/Update": ["k"] } } },
  ],
  [
    "an apply without a field that others own leaves it",
    shared,
    apply("a", {}),
    { type: "changed", object: { annotations: { k: "1" }, owners: { "m/Update": ["k"] } } },
  ],
  [
    "an apply that omits an owned field removes it",
    own,
    apply("a", { k: "1" }),
    { type: "changed", object: { annotations: { k: "1" }, owners: { "a/Apply": ["k"], "b/Apply": ["k"] } } },
  ],
  ["a delete removes it", present, remove, { type: "removed", uid: "u1" }],
  ["a delete with another uid is refused", present, { verb: "delete", uid: "u2" }, { type: "refused", code: 409 }],
  [
    "a delete waits for finalizers",
    view(5, "1", { finalizers: f }),
    remove,
    { type: "changed", object: { deleting: true } },
  ],
  ["a second delete changes nothing", terminating, remove, { type: "unchanged" }],
  [
    "a new finalizer of a terminating object is refused",
    terminating,
    finalizers(["f", "g"]),
    { type: "refused", code: 422 },
  ],
  ["the last finalizer takes it along", terminating, finalizers([]), { type: "removed by an update" }],
])("of an object, %s", ([, object, operation, effect]) => {
  expect(next(configMapKind, { revision: 5, object }, operation)).toMatchObject(effect);
});

test("a PUT without a version is rejected for kinds that need one", () => {
  const state = { revision: 5, object: present };

  expect(next(leases, state, put)).toEqual({ type: "refused", code: 422 });
  expect(next(configMapKind, state, put)).toMatchObject({ type: "changed" });
});
