import assert from "node:assert/strict";
import { createVirtualClock } from "@kubewright/async";
import fc from "fast-check";
import { test } from "vitest";
import { Store } from "./store.ts";
import { encodeEntry } from "./stored-entry.ts";

const step = fc.record({
  op: fc.constantFrom("put" as const, "put" as const, "delete" as const, "compact" as const),
  name: fc.integer({ min: 0, max: 12 }).map((n) => `n${n}`),
  table: fc.constantFrom("a", "b"),
});

/** The content of a table: names and the revisions of their last writes. */
type Model = ReadonlyMap<string, number>;

test("a table at any revision, and the events from there on, agree with a plain Map after any sequence of writes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const store = new Store({ clock: createVirtualClock(), history: { eventsMax: 60, eventsMin: 5, ageMaxMs: 1e9 } });
      const states = new Map<number, Model>([[store.revision, new Map()]]);
      for (const { op, name, table: tableName } of steps) {
        const table = store.table(tableName);
        if (op === "compact") store.compact();
        else if (op === "delete") {
          const entry = table.get(name);
          if (entry !== undefined) table.delete(entry);
        } else {
          const object = { apiVersion: "v1", kind: "K", metadata: { name } };
          table.put(name, table.get(name), (revision) =>
            encodeEntry(object, revision, { fields: undefined, schemaId: undefined }),
          );
        }
        states.set(store.revision, revisionsOf(store, "a"));
      }

      const table = store.table("a");
      const { log, current } = table;
      for (const [revision, expected] of states) {
        const then = table.at(revision);
        const number = log.numberAfter(revision);
        assert.equal(then === undefined, revision < log.startRevision);
        assert.equal(number === undefined, then === undefined);
        if (then === undefined || number === undefined) continue;
        const replayed = new Map([...then.valuesFrom("")].map((entry) => [entry.name, entry.revision]));
        assert.deepEqual(replayed, expected);
        for (let at = number; at < log.end; at++) {
          const event = log.get(at);
          if (event?.type === "deleted") replayed.delete(event.entry.name);
          else if (event !== undefined) replayed.set(event.entry.name, event.revision);
        }
        assert.deepEqual(replayed, new Map([...current.valuesFrom("")].map(({ name, revision: at }) => [name, at])));
      }
    }),
    { numRuns: 150 },
  );
});

test("a listener for a revision is called once, in the turn of the write that reaches it", () => {
  const store = new Store({ clock: createVirtualClock() });
  let called = 0;
  store.onRevision(3, () => called++);
  const cancelled = store.onRevision(2, () => called++);
  cancelled[Symbol.dispose]();
  const object = { apiVersion: "v1", kind: "K", metadata: { name: "n" } };
  const write = (name: string): unknown =>
    store
      .table("a")
      .put(name, undefined, (revision) => encodeEntry(object, revision, { fields: undefined, schemaId: undefined }));

  write("x");
  const before = called;
  write("y");
  write("z");

  assert.deepEqual([before, called], [0, 1]);
});

function revisionsOf(store: Store, table: string): Model {
  return new Map([...store.table(table).current.valuesFrom("")].map(({ name, revision }) => [name, revision]));
}
