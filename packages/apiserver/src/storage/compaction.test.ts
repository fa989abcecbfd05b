import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createSystemClock, createVirtualClock } from "@kubewright/async";
import { test } from "vitest";
import { Store } from "./store.ts";
import type { Table } from "./store.ts";
import { encodeEntry } from "./stored-entry.ts";

const minuteMs = 60_000;

function write(table: Table, name: string): void {
  const object = { apiVersion: "v1", kind: "K", metadata: { name } };
  table.put(name, table.get(name), (revision) =>
    encodeEntry(object, revision, { fields: undefined, schemaId: undefined }),
  );
}

test("a revision can be listed until the second compaction after it, which is the end of the five minutes after the next", async () => {
  const clock = createVirtualClock();
  const store = new Store({ clock });
  const table = store.table("a");
  const others = store.table("b");

  await clock.advance(minuteMs);
  write(table, "x");
  const revision = store.revision;
  write(others, "x");
  await clock.advance(4 * minuteMs);
  write(others, "y");
  await clock.advance(5 * minuteMs - 1);
  const before = table.at(revision)?.size;
  await clock.advance(1);

  assert.equal(before, 1);
  assert.equal(table.at(revision), undefined);
  assert.equal(table.at(store.revision)?.size, 1);
  assert.notEqual(table.log.numberAfter(revision), undefined);
});

test("a revision that was listed at the end of an interval can be listed for five minutes after that, although it is older", async () => {
  const clock = createVirtualClock();
  const store = new Store({ clock });
  const table = store.table("a");

  await clock.advance(minuteMs);
  write(table, "x");
  const revision = store.revision;
  await clock.advance(5 * minuteMs);
  const compacted = table.at(revision)?.size; // Its first compaction.
  await clock.advance(4 * minuteMs - 1);
  const listed = table.at(revision)?.size;
  write(table, "y");
  await clock.advance(5 * minuteMs);
  const later = table.at(revision)?.size;
  await clock.advance(minuteMs);

  assert.deepEqual([compacted, listed, later, table.at(revision)], [1, 1, 1, undefined]);
});

test("writes that are younger than five minutes stay readable, also if nothing was written or read for hours before them", async () => {
  const clock = createVirtualClock();
  const store = new Store({ clock });
  const table = store.table("a");

  write(table, "w");
  const old = store.revision;
  write(table, "x");
  await clock.advance(300 * minuteMs);
  write(table, "y");
  const young = store.revision;
  write(table, "z");
  await clock.advance(5 * minuteMs);

  assert.equal(table.at(old), undefined);
  assert.equal(table.at(young)?.size, 3);
  await clock.advance(5 * minuteMs);
  assert.equal(table.at(young), undefined);
});

test("the current revision is never compacted", async () => {
  const clock = createVirtualClock();
  const store = new Store({ clock });
  const table = store.table("a");
  write(table, "x");

  await clock.advance(60 * minuteMs);

  assert.equal(table.at(store.revision)?.size, 1);
});

test("the states of compacted revisions are released", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void; // The flag defines it.
  const turns = createSystemClock();
  const clock = createVirtualClock();
  const store = new Store({ clock });
  const table = store.table("a");
  write(table, "x");
  write(table, "y");
  const first = past(table, 2);
  await clock.advance(6 * minuteMs);
  write(table, "z");
  const later = past(table, 3);

  await turns.nextTurn(); // A WeakRef keeps its target for the rest of the turn.
  collectGarbage();
  const cached = [first.deref() !== undefined, later.deref() !== undefined];
  await clock.advance(9 * minuteMs);
  write(store.table("b"), "x");
  await turns.nextTurn();
  collectGarbage();

  assert.deepEqual(cached, [true, true]);
  assert.deepEqual([first.deref(), later.deref()], [undefined, undefined]);
});

function past(table: Table, revision: number): WeakRef<object> {
  const state = table.at(revision);
  assert.ok(state);
  return new WeakRef(state);
}
