// The guarantees of etcd's watches hold for the watches of this server: under restarts, compaction and slow readers.
// https://etcd.io/docs/v3.6/learning/api_guarantees/#watch-apis
//
// - Ordered: events arrive in the order of their revisions.
// - Unique: no event arrives twice.
// - Reliable: no event between two others is missing, and a watch that cannot continue ends with an error.
// - Atomic: an event contains everything that was written at its revision.
// - Resumable: a watch from the last received version continues there, as long as the history contains that version.
// - Bookmarkable: when a bookmark arrives, all events up to its version have arrived.
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { createWatchFixture, WatchClient } from "../testdata/watch-fixture.ts";

const name = fc.constantFrom("a", "b", "c", "d");
const client = fc.nat(2);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("write" as const), name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("removeAll" as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("read" as const), client }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("drop" as const), client }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("advance" as const), ms: fc.constantFrom(6000, 61_000, 61_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("compact" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
);

test("watches are ordered, unique, reliable, atomic, resumable and bookmarkable, for all sequences of writes and with slow readers", async () => {
  const seen = { lists: 0, bookmarks: 0, runs: 0 };

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), async (steps) => {
      const fixture = createWatchFixture();
      const clients = [new WatchClient(fixture), new WatchClient(fixture), new WatchClient(fixture)];
      const clientOf = (number: number): WatchClient => clients[number] ?? new WatchClient(fixture);

      for (const each of steps) {
        switch (each.do) {
          case "write":
            await fixture.write(each.name);
            break;
          case "remove":
            await fixture.remove(each.name);
            break;
          case "removeAll":
            await fixture.removeAll();
            break;
          case "read":
            await clientOf(each.client).read();
            break;
          case "drop":
            await clientOf(each.client).drop();
            break;
          case "advance":
            await fixture.clock.advance(each.ms);
            break;
          case "compact":
            fixture.compact();
            break;
          case "restart":
            await fixture.restart();
            break;
        }
      }

      // A client that continues to read receives everything: at most an old chunk, an end, a list, and later events.
      for (const each of clients) {
        for (let reads = 0; reads < 8; reads += 1) await each.read();
        assert.deepEqual(each.values, fixture.current());
        assert.ok(each.version >= (fixture.log.at(-1)?.revision ?? 0));
        seen.lists += each.lists;
        seen.bookmarks += each.bookmarks;
      }
      seen.runs += 1;
    }),
    { numRuns: 400 },
  );

  // The runs have covered expired watches and bookmarks.
  assert.ok(seen.lists > seen.runs * 3, JSON.stringify(seen));
  assert.ok(seen.bookmarks > seen.runs / 10, JSON.stringify(seen));
});
