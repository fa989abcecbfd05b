import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { OrderedMap } from "./ordered-map.ts";

const key = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map((n) => `ns/${n}`),
  fc.constantFrom("a/x", "a-b/x", "a.b/x", "__proto__", "a/x\0"),
);
const write = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constant("set" as const), key, value: fc.integer() }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("delete" as const), key, value: fc.constant(0) }) },
);

test("an ordered map equals a sorted Map after any sequence of writes, and earlier maps do not change", () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 1500 }), key, (writes, probe) => {
      const model = new Map<string, number>();
      let map = OrderedMap.empty<number>();
      const snapshots: { map: OrderedMap<number>; expected: [string, number][] }[] = [];
      for (const [index, { op, key: k, value }] of writes.entries()) {
        if (op === "set") {
          model.set(k, value);
          map = map.set(k, value);
        } else {
          model.delete(k);
          map = map.delete(k);
        }
        if (index % 200 === 0) snapshots.push({ map, expected: sorted(model) });
      }
      snapshots.push({ map, expected: sorted(model) });

      for (const snapshot of snapshots) {
        const { map: at, expected } = snapshot;
        assert.equal(at.size, expected.length);
        assert.deepEqual(
          [...at.valuesFrom("")],
          expected.map(([, v]) => v),
        );
        const after = expected.filter(([k]) => k >= probe);
        assert.deepEqual(
          [...at.valuesFrom(probe)],
          after.map(([, v]) => v),
        );
        assert.equal(at.firstFrom(probe), [...at.valuesFrom(probe)][0]);
        assert.equal(at.rank(probe), expected.length - after.length);
        assert.equal(at.get(probe), expected.find(([k]) => k === probe)?.[1]);
      }
    }),
    { numRuns: 60 },
  );
});

test("an ordered map is empty after all of 5,000 keys were deleted in any order", () => {
  let map = OrderedMap.empty<number>();
  for (let i = 0; i < 5000; i++) map = map.set(String((i * 7919) % 5000), i);

  assert.equal(map.size, 5000);
  for (let i = 0; i < 5000; i++) map = map.delete(String((i * 104_729) % 5000));

  assert.equal(map.size, 0);
  assert.deepEqual([...map.valuesFrom("")], []);
});

test("deleting an absent key returns the same map", () => {
  const map = OrderedMap.empty<number>().set("a", 1);

  assert.equal(map.delete("b"), map);
});

function sorted(model: ReadonlyMap<string, number>): [string, number][] {
  return [...model].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
