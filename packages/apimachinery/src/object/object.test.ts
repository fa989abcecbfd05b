import assert from "node:assert/strict";
import { test } from "vitest";
import { setCondition, findCondition, isConditionTrue, removeCondition } from "../conditions/set-condition.ts";
import { formatMicroTime, formatTime, parseTime } from "../time/time.ts";
import { addFinalizer, hasFinalizer, isTerminating, removeFinalizer } from "./finalizer.ts";
import { apiVersionOf, formatGroupVersionKind, groupVersionKindOf, parseApiVersion } from "./group-version.ts";
import { formatKey, keyOf, parseKey } from "./object-key.ts";
import { controllerOf, isControlledBy, isOwnedBy, ownerReferenceTo } from "./owner-reference.ts";
import { compareResourceVersions } from "./resource-version.ts";

const job = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "pi", uid: "u1" } };

test("An apiVersion joins group and version, and is only the version in the core group", () => {
  assert.equal(apiVersionOf("", "v1"), "v1");
  assert.equal(apiVersionOf("apps", "v1"), "apps/v1");
  assert.deepEqual(parseApiVersion("v1"), { group: "", version: "v1" });
  assert.deepEqual(parseApiVersion("a.b/v1"), { group: "a.b", version: "v1" });
  assert.throws(() => parseApiVersion("a/b/c"), TypeError);
  assert.equal(formatGroupVersionKind(groupVersionKindOf({ apiVersion: "v1", kind: "Pod" })), "/v1, Kind=Pod");
});

test("A key is the namespace and the name, or the name alone", () => {
  assert.equal(formatKey({ namespace: "default", name: "pi" }), "default/pi");
  assert.equal(formatKey({ name: "node1" }), "node1");
  assert.deepEqual(parseKey("default/pi"), { namespace: "default", name: "pi" });
  assert.deepEqual(parseKey("node1"), { name: "node1" });
  assert.throws(() => parseKey("a/b/c"), TypeError);
  assert.throws(() => parseKey("/b"), TypeError);
  assert.deepEqual(keyOf(job), { name: "pi" });
});

test("Resource versions compare as numbers of any length", () => {
  assert.ok(compareResourceVersions("9", "10") < 0);
  assert.equal(compareResourceVersions("12", "12"), 0);
  assert.ok(compareResourceVersions("18446744073709551615", "18446744073709551614") > 0);
  assert.ok(compareResourceVersions("1", "0") > 0);
  assert.throws(() => compareResourceVersions("01", "1"), TypeError);
  assert.throws(() => compareResourceVersions("x", "1"), TypeError);
});

test("An owner reference names the stored owner, by default as controller", () => {
  assert.deepEqual(ownerReferenceTo(job), {
    apiVersion: "batch/v1",
    kind: "Job",
    name: "pi",
    uid: "u1",
    controller: true,
    blockOwnerDeletion: true,
  });
  assert.equal(ownerReferenceTo(job, { controller: false }).controller, false);
  assert.throws(() => ownerReferenceTo({ metadata: { name: "pi" } }), /Cannot refer to owner "\/pi"/);
});

test("Ownership is compared by uid: a recreated owner of the same name is another owner", () => {
  const pod = { metadata: { ownerReferences: [ownerReferenceTo(job)] } };
  const anew = { ...job, metadata: { name: "pi", uid: "u2" } };

  assert.equal(controllerOf(pod)?.name, "pi");
  assert.equal(isControlledBy(pod, job), true);
  assert.equal(isControlledBy(pod, anew), false);
  assert.equal(isControlledBy({}, {}), false);
  assert.equal(isOwnedBy({ metadata: { ownerReferences: [ownerReferenceTo(job, { controller: false })] } }, job), true);
});

test("Finalizers are added once and removed wholly, and an object without a change stays the same", () => {
  const added = addFinalizer(job, "x.io/a");

  assert.equal(hasFinalizer(added, "x.io/a"), true);
  assert.equal(addFinalizer(added, "x.io/a"), added);
  assert.deepEqual(removeFinalizer(added, "x.io/a").metadata, { name: "pi", uid: "u1", finalizers: [] });
  assert.equal(removeFinalizer(job, "x.io/a"), job);
  assert.equal(isTerminating(job), false);
  assert.equal(isTerminating({ metadata: { deletionTimestamp: null } }), false);
  assert.equal(isTerminating({ metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } }), true);
});

test("setCondition() moves the transition time only when the status changes", () => {
  const first = setCondition(undefined, { type: "Ready", status: "False", reason: "Starting" }, 0);
  const same = setCondition(first, { type: "Ready", status: "False", reason: "Starting" }, 5000);
  const reworded = setCondition(
    first,
    { type: "Ready", status: "False", reason: "Waiting", observedGeneration: 2 },
    5000,
  );
  const flipped = setCondition(reworded, { type: "Ready", status: "True", reason: "Done" }, 9000);

  assert.deepEqual(first, [
    { type: "Ready", status: "False", lastTransitionTime: "1970-01-01T00:00:00Z", reason: "Starting", message: "" },
  ]);
  assert.equal(same, first);
  assert.equal(findCondition(reworded, "Ready")?.lastTransitionTime, "1970-01-01T00:00:00Z");
  assert.equal(findCondition(flipped, "Ready")?.lastTransitionTime, "1970-01-01T00:00:09Z");
  assert.equal(findCondition(flipped, "Ready")?.observedGeneration, 2);
  assert.equal(isConditionTrue(flipped, "Ready"), true);
  assert.equal(isConditionTrue(undefined, "Ready"), false);
  assert.deepEqual(removeCondition(flipped, "Ready"), []);
  assert.equal(removeCondition(flipped, "Other"), flipped);
});

test("Times are written in whole seconds or six digits, and read with any zone", () => {
  const ms = Date.parse("2026-11-20T21:26:30.987Z");

  assert.equal(formatTime(ms), "2026-11-20T21:26:30Z");
  assert.equal(formatMicroTime(ms), "2026-11-20T21:26:30.987000Z");
  assert.equal(parseTime("2026-11-20T21:26:30.987654Z"), ms);
  assert.equal(parseTime("2026-11-20T22:26:30.987+01:00"), ms);
  for (const text of [
    "2026-11-20",
    "2026-02-30T00:00:00Z",
    "2026-11-20T25:00:00Z",
    "2026-11-20t21:26:30z",
    "2026-11-20T21:26:30",
  ]) {
    assert.equal(parseTime(text), undefined, text);
  }
});
