import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { createSeededRandom, createSystemRandom } from "./random.ts";

test("The same seed gives the same sequence, and another seed another one", () => {
  const [first, again, other] = [createSeededRandom("seed"), createSeededRandom("seed"), createSeededRandom("seed ")];

  const sequence = Array.from({ length: 100 }, () => first.next());

  assert.deepEqual(
    sequence,
    Array.from({ length: 100 }, () => again.next()),
  );
  assert.notDeepEqual(
    sequence,
    Array.from({ length: 100 }, () => other.next()),
  );
});

test("The sequence of a seed is pinned, so that a recorded seed stays worth something", () => {
  const random = createSeededRandom(1);

  assert.deepEqual([random.int(1000), random.int(1000), random.int(1000)], [362, 989, 673]);
  assert.equal(random.uuid(), "de868bac-e71e-4ffb-a2b3-aa9f99038899");
});

test("Seeds that differ in one character have nothing in common", () => {
  const averages = Array.from({ length: 200 }, (_, seed) => {
    const random = createSeededRandom(seed);
    return average(Array.from({ length: 100 }, () => random.next()));
  });

  const firsts = Array.from({ length: 1000 }, (_, seed) => createSeededRandom(seed).next());

  assert.ok(averages.every((value) => Math.abs(value - 0.5) < 0.15));
  assert.ok(Math.abs(average(firsts) - 0.5) < 0.05);
  assert.equal(new Set(firsts).size, 1000);
});

test("int() stays below its bound and reaches every value", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 20 }), (seed, maxExclusive) => {
      const random = createSeededRandom(seed);
      const drawn = new Set(Array.from({ length: 1000 }, () => random.int(maxExclusive)));
      assert.deepEqual(
        [...drawn].toSorted((a, b) => a - b),
        Array.from({ length: maxExclusive }, (_, value) => value),
      );
    }),
    { numRuns: 30 },
  );
});

test("int() refuses a bound that is not a positive integer", () => {
  const random = createSeededRandom(1);

  for (const bound of [0, -1, 1.5, Number.NaN, Infinity, 2 ** 53]) {
    assert.throws(() => random.int(bound), /maxExclusive is .*, must be an integer from 1 to 2\^53 - 1/);
  }
});

test("uuid() is a version 4 UUID, seeded and from the system", () => {
  const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  assert.match(createSeededRandom(1).uuid(), version4);
  assert.match(createSystemRandom().uuid(), version4);
});

test("The system's generator gives fresh bytes, and numbers of [0, 1)", () => {
  const random = createSystemRandom();

  const numbers = Array.from({ length: 1000 }, () => random.next());

  assert.notDeepEqual(random.bytes(16), random.bytes(16));
  assert.ok(numbers.every((value) => value >= 0 && value < 1));
  assert.ok(Math.abs(average(numbers) - 0.5) < 0.1);
});

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
