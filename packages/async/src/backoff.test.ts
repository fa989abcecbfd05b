import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { backoffMs } from "./backoff.ts";
import { createSeededRandom } from "./random.ts";

test("backoffMs() doubles with each failure up to its cap, without jitter", () => {
  const backoff = { initialMs: 5, maxMs: 30, jitter: 0 };

  const waits = [0, 1, 2, 3, 4, 100, 5000].map((failures) => backoffMs(backoff, failures, createSeededRandom(1)));

  assert.deepEqual(waits, [0, 5, 10, 20, 30, 30, 30]);
});

test("backoffMs() stretches by the factor it is given", () => {
  assert.equal(backoffMs({ initialMs: 10, maxMs: 1000, factor: 3, jitter: 0 }, 3, createSeededRandom(1)), 90);
});

test("backoffMs() keeps its jitter below the full wait, also at the cap", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 2000 }), (seed, failures) => {
      const fullMs = Math.min(30_000, 800 * 2 ** (failures - 1));
      const waitMs = backoffMs({ initialMs: 800, maxMs: 30_000, jitter: 0.25 }, failures, createSeededRandom(seed));
      assert.ok(waitMs > 0.75 * fullMs && waitMs <= fullMs, `${waitMs} of ${fullMs}`);
    }),
  );
});
