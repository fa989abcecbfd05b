import assert from "node:assert/strict";
import { createVirtualClock } from "@kubewright/async";
import { test } from "vitest";
import { Store } from "./store.ts";
import type { StoredEntry } from "./stored-entry.ts";
import { decodeEntry, encodeEntry, entryKey, metadataBytes } from "./stored-entry.ts";

function entry(name: string, revision: number, data: string): StoredEntry {
  const object = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace: "ns", name, uid: `uid-${name}` },
    data: { data },
  };
  return encodeEntry(object, revision, { fields: undefined, schemaId: undefined });
}

function put(store: Store, name: string, data: string): StoredEntry | undefined {
  const table = store.table("configmaps");
  const key = entryKey("ns", name);
  return table.put(key, table.get(key), (revision) => entry(name, revision, data));
}

function names(entries: Iterable<StoredEntry> | undefined): string[] | undefined {
  return entries === undefined ? undefined : [...entries].map(({ name, revision }) => `${name}@${revision}`);
}

test("a table returns its state at every revision that the log covers", () => {
  const store = new Store({ clock: createVirtualClock() });
  const table = store.table("configmaps");

  put(store, "b", "1");
  put(store, "a", "1");
  put(store, "b", "2");
  const last = table.delete(table.get("ns/a") as StoredEntry);

  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map((revision) => names(table.at(revision)?.valuesFrom(""))),
    [[], ["b@2"], ["a@3", "b@2"], ["a@3", "b@4"], ["b@4"], ["b@4"]],
  );
  assert.equal(last?.revision, 5);
  assert.deepEqual(last && decodeEntry(last).metadata, {
    resourceVersion: "5",
    namespace: "ns",
    name: "a",
    uid: "uid-a",
  });
});

test("a compacted log has no earlier events, and its numbers continue", () => {
  const store = new Store({ clock: createVirtualClock() });
  put(store, "a", "1");
  put(store, "a", "2");
  const table = store.table("configmaps");
  const { log } = table;

  store.compact();
  put(store, "b", "1");

  assert.equal(table.at(2), undefined);
  assert.equal(log.numberAfter(2), undefined);
  assert.deepEqual(names(table.at(3)?.valuesFrom("")), ["a@3"]);
  assert.equal(log.get(log.numberAfter(3) ?? -1)?.entry.name, "b");
});

test("a log never holds more events than its limit, and drops old ones above its minimum", async () => {
  const clock = createVirtualClock();
  const store = new Store({ clock, history: { eventsMax: 10, eventsMin: 3, ageMaxMs: 1000 } });
  const { log } = store.table("configmaps");

  for (let i = 0; i < 25; i++) put(store, "a", String(i));
  const afterBurst = log.end - log.first;
  await clock.advance(2000);
  put(store, "a", "last");

  assert.equal(afterBurst, 10);
  assert.equal(log.end - log.first, 3);
  assert.equal(log.get(log.end - 1)?.revision, store.revision);
  assert.equal(log.get(log.first - 1), undefined);
});

test("a table without writes drops its old events when other tables are written", async () => {
  const clock = createVirtualClock();
  const store = new Store({ clock, history: { eventsMax: 20_000, eventsMin: 3, ageMaxMs: 1000 } });
  const { log } = store.table("configmaps");
  const other = store.table("leases");
  for (let i = 0; i < 100; i++) put(store, "a", String(i));

  await clock.advance(2000);
  for (const name of ["x", "y"]) other.put(entryKey("ns", name), undefined, (revision) => entry(name, revision, ""));

  assert.equal(log.end - log.first, 3);
  assert.equal(store.table("configmaps").at(2), undefined);
});

test("a write is not stored if another write has replaced its entry", () => {
  const store = new Store({ clock: createVirtualClock() });
  put(store, "a", "1");
  const table = store.table("configmaps");
  const read = table.get("ns/a") as StoredEntry;
  put(store, "a", "2");

  const written = table.put("ns/a", read, (revision) => entry("a", revision, "mine"));

  assert.equal(written, undefined);
  assert.equal(table.delete(read), undefined);
  assert.deepEqual(decodeEntry(table.get("ns/a") as StoredEntry)["data"], { data: "2" });
});

test("a fork starts with the same objects and revision, and neither store sees later writes of the other", () => {
  const origin = new Store({ clock: createVirtualClock() });
  put(origin, "a", "1");

  const fork = origin.fork();
  put(fork, "b", "1");
  put(origin, "c", "1");

  assert.deepEqual(names(fork.table("configmaps").current.valuesFrom("")), ["a@2", "b@3"]);
  assert.deepEqual(names(origin.table("configmaps").current.valuesFrom("")), ["a@2", "c@3"]);
  assert.equal(fork.table("configmaps").at(1), undefined);
});

test("metadata is a slice of an entry's bytes, also if names and values are not ASCII and after a new revision", () => {
  const object = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", namespace: "ns", uid: "u", annotations: { "ключ/a": "😀" } },
    data: { é: "}" },
  };
  const stored = encodeEntry(object, 9, { fields: undefined, schemaId: undefined });

  assert.deepEqual(JSON.parse(Buffer.from(metadataBytes(stored)).toString()), {
    ...object.metadata,
    resourceVersion: "9",
  });
  assert.deepEqual(decodeEntry(stored)["data"], object.data);
});

test("a key that is called __proto__ is kept as data", () => {
  const data: unknown = JSON.parse('{"__proto__":"a","constructor":"b"}');
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", uid: "u" }, data };

  const decoded = decodeEntry(encodeEntry(object, 2, { fields: undefined, schemaId: undefined }));

  assert.deepEqual(Object.entries(decoded["data"] as object), [
    ["__proto__", "a"],
    ["constructor", "b"],
  ]);
});
