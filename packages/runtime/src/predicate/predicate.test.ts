// The updates that pass each predicate.
import type { KubernetesObject, OwnerReference, Stored } from "@kubewright/apimachinery";
import type { CachedObject, InformerEvent } from "@kubewright/informer";
import { expect, test } from "vitest";
import {
  allOf,
  annotationsChanged,
  anyOf,
  finalizersChanged,
  generationChanged,
  labelSelectorMatches,
  labelsChanged,
  not,
  predicateFuncs,
  resourceVersionChanged,
  valueChanged,
} from "./predicate.ts";

test.each([
  { title: "the spec changed", old: { generation: 1 }, now: { generation: 2 }, passes: true },
  { title: "only the status changed", old: { generation: 1 }, now: { generation: 1 }, passes: false },
  {
    title: "its deletion began",
    old: { generation: 1 },
    now: { generation: 1, deletionTimestamp: "2026-11-20T00:00:00Z" },
    passes: true,
  },
  { title: "the kind has no generation", old: {}, now: {}, passes: true },
])("generationChanged on an update where $title: $passes", ({ old, now, passes }) => {
  expect(generationChanged(updated(old, now))).toBe(passes);
});

test("predicates that compare pass all events except updates", () => {
  const added: InformerEvent = { kind: "added", object: cached({}), initial: false };
  const deleted: InformerEvent = { kind: "deleted", object: cached({}), final: true };

  for (const predicate of [
    generationChanged,
    resourceVersionChanged,
    labelsChanged,
    annotationsChanged,
    finalizersChanged,
  ]) {
    expect([predicate(added), predicate(deleted)]).toEqual([true, true]);
  }
});

test("resourceVersionChanged drops an object that is unchanged in a relist", () => {
  expect(resourceVersionChanged(updated({ resourceVersion: "4" }, { resourceVersion: "4" }))).toBe(false);
  expect(resourceVersionChanged(updated({ resourceVersion: "4" }, { resourceVersion: "5" }))).toBe(true);
});

test("labelsChanged detects labels that are added, changed or removed", () => {
  expect(labelsChanged(updated({ labels: { a: "1" } }, { labels: { a: "1", b: "2" } }))).toBe(true);
  expect(labelsChanged(updated({ labels: { a: "1" } }, { labels: { a: "2" } }))).toBe(true);
  expect(labelsChanged(updated({ labels: { a: "1" } }, { labels: { b: "1" } }))).toBe(true);
  expect(labelsChanged(updated({ labels: { a: "1" } }, { labels: { a: "1" } }))).toBe(false);
});

test("annotationsChanged compares annotations with the names of members of Object.prototype", () => {
  const old = { annotations: { toString: "a" } };

  expect(annotationsChanged(updated(old, { annotations: { toString: "b" } }))).toBe(true);
  expect(annotationsChanged(updated(old, { annotations: { toString: "a" } }))).toBe(false);
  expect(annotationsChanged(updated({}, { annotations: { valueOf: "a" } }))).toBe(true);
});

test("finalizersChanged compares finalizers in order", () => {
  const old = { finalizers: ["a", "b"] };

  expect(finalizersChanged(updated(old, { finalizers: ["a", "b"] }))).toBe(false);
  expect(finalizersChanged(updated(old, { finalizers: ["a"] }))).toBe(true);
  expect(finalizersChanged(updated({}, { finalizers: [] }))).toBe(false);
});

test("valueChanged compares the selected value, at any depth", () => {
  const predicate = valueChanged(({ metadata: { annotations } }) => ({ colour: annotations?.["colour"] }));
  const red = { annotations: { colour: "red", size: "1" } };

  expect(predicate(updated(red, { annotations: { colour: "red", size: "2" } }))).toBe(false);
  expect(predicate(updated(red, { annotations: { colour: "blue", size: "1" } }))).toBe(true);
  expect(predicate({ kind: "resync", object: cached(red) })).toBe(true);
});

test("predicateFuncs() calls the function of the event, and passes other events", () => {
  const predicate = predicateFuncs({
    added: ({ initial }) => initial,
    updated: ({ old, object }) => old.resourceVersion !== object.resourceVersion,
    deleted: ({ final }) => !final,
  });
  const object = cached({});

  expect([
    predicate({ kind: "added", object, initial: true }),
    predicate({ kind: "added", object, initial: false }),
    predicate(updated({ resourceVersion: "1" }, { resourceVersion: "1" })),
    predicate({ kind: "deleted", object, final: true }),
    predicate({ kind: "resync", object }),
  ]).toEqual([true, false, false, false, true]);
});

test("labelSelectorMatches passes the update after which an object no longer matches", () => {
  const predicate = labelSelectorMatches("app=web,!canary");

  expect(predicate(updated({ labels: { app: "db" } }, { labels: { app: "web" } }))).toBe(true);
  expect(predicate(updated({ labels: { app: "web" } }, { labels: { app: "web", canary: "" } }))).toBe(true);
  expect(predicate(updated({ labels: { app: "db" } }, { labels: { app: "db" } }))).toBe(false);
  expect(labelSelectorMatches({ matchLabels: { app: "db" } })(updated({}, { labels: { app: "db" } }))).toBe(true);
});

test("allOf, anyOf and not combine predicates; without predicates allOf passes and anyOf does not", () => {
  const event = updated({ generation: 1 }, { generation: 1, labels: { a: "1" } });

  expect(allOf(generationChanged, labelsChanged)(event)).toBe(false);
  expect(anyOf(generationChanged, labelsChanged)(event)).toBe(true);
  expect(not(generationChanged)(event)).toBe(true);
  expect([allOf()(event), anyOf()(event)]).toEqual([true, false]);
});

interface Fields {
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly deletionTimestamp?: string;
  readonly ownerReferences?: readonly OwnerReference[];
}

function updated(old: Fields, now: Fields): InformerEvent {
  return { kind: "updated", old: cached(old), object: cached(now) };
}

function cached(fields: Fields): CachedObject {
  const metadata = { name: "a", uid: "1", resourceVersion: "1", creationTimestamp: "2026-11-20T00:00:00Z", ...fields };
  const key = { namespace: "default", name: "a" };
  const read = { uid: "1", resourceVersion: "1", labels: {}, ownerReferences: [], ...fields };
  return {
    key,
    ...read,
    metadata: { ...key, ...read },
    // The fields of the test replace those of the object.
    read: () => ({ apiVersion: "v1", kind: "ConfigMap", metadata }) as Stored<KubernetesObject>,
  };
}
