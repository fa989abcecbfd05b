import assert from "node:assert/strict";
import { createVirtualClock } from "@kubewright/async";
import { test } from "vitest";
import {
  createDefaultRateLimiter,
  createExponentialRateLimiter,
  createFastSlowRateLimiter,
  createMaxWaitRateLimiter,
  createRateLimiterOfDelays,
  createMaxOfRateLimiter,
  createTokenBucketRateLimiter,
} from "./rate-limiter.ts";

test("The exponential limiter doubles each key's wait from 5 ms to 1000 s, key by key", () => {
  const limiter = createExponentialRateLimiter();

  const waits = Array.from({ length: 20 }, () => limiter.delayMs("default/pi"));

  assert.deepEqual(waits.slice(0, 4), [5, 10, 20, 40]);
  assert.deepEqual(waits.slice(16), [327_680, 655_360, 1_000_000, 1_000_000]);
  assert.equal(limiter.delayMs("default/e"), 5);
});

test("The default limiter doubles delays to 10 s, then adds a quarter, up to 1000 s", () => {
  const limiter = createDefaultRateLimiter();

  const delays = Array.from({ length: 40 }, () => limiter.delayMs("default/pi"));

  assert.deepEqual(delays.slice(0, 4), [5, 10, 20, 40]);
  assert.deepEqual(delays.slice(10, 15), [5_120, 10_240, 12_800, 16_000, 20_000]);
  assert.deepEqual(
    [delays[31], delays[32]].map((delay) => Math.round(delay ?? 0)),
    [888_178, 1_000_000],
  );
  assert.deepEqual([limiter.failuresOf("default/pi"), limiter.delayMs("default/e")], [40, 5]);
});

test("The exponential limiter stays at its cap when a key fails for ever", () => {
  const limiter = createExponentialRateLimiter({ initialMs: 5, maxMs: 1000 });

  for (let failure = 0; failure < 5000; failure++) limiter.delayMs("default/pi");

  assert.equal(limiter.delayMs("default/pi"), 1000);
  assert.equal(limiter.failuresOf("default/pi"), 5001);
});

test("The token bucket lets a burst through, then spaces keys out, and fills up again with time", async () => {
  const clock = createVirtualClock();
  const limiter = createTokenBucketRateLimiter({ clock, qps: 10, burst: 3 });
  const waits = (count: number): number[] => Array.from({ length: count }, () => limiter.delayMs("any"));

  assert.deepEqual(waits(5), [0, 0, 0, 100, 200]);
  await clock.advance(100);
  assert.deepEqual(waits(1), [200]);
  await clock.advance(3_600_000);
  assert.deepEqual(waits(4), [0, 0, 0, 100]);
});

test("The strictest limiter decides, and all of them count and forget", () => {
  const [short, long] = [
    createExponentialRateLimiter({ initialMs: 1 }),
    createExponentialRateLimiter({ initialMs: 7 }),
  ];
  const limiter = createMaxOfRateLimiter(short, long);

  assert.equal(limiter.delayMs("default/pi"), 7);
  assert.equal(short.failuresOf("default/pi"), 1);
  assert.equal(limiter.failuresOf("default/pi"), 1);

  limiter.forget("default/pi");
  assert.equal(short.failuresOf("default/pi"), 0);
  assert.equal(long.failuresOf("default/pi"), 0);
});

test("The multiplier sets the growth of the delays; 1 keeps them constant", () => {
  const grown = createExponentialRateLimiter({ initialMs: 2_000, multiplier: 1.5, maxMs: 5_000 });
  const constant = createExponentialRateLimiter({ initialMs: 10_000, multiplier: 1 });
  const waits = (limiter: typeof grown): number[] => Array.from({ length: 4 }, () => limiter.delayMs("default/pi"));

  assert.deepEqual(waits(grown), [2_000, 3_000, 4_500, 5_000]);
  assert.deepEqual(waits(constant), [10_000, 10_000, 10_000, 10_000]);
});

test("The fast-slow limiter is fast for the first failures of each key", () => {
  const limiter = createFastSlowRateLimiter({ fastMs: 5, slowMs: 10_000, fastAttemptsMax: 2 });

  assert.deepEqual([1, 2, 3].map(() => limiter.delayMs("a")).concat(limiter.delayMs("b")), [5, 5, 10_000, 5]);
  limiter.forget("a");
  assert.equal(limiter.delayMs("a"), 5);
});

test("The limit of the wait counts failures by its limiter", () => {
  const limiter = createMaxWaitRateLimiter(createExponentialRateLimiter({ initialMs: 5 }), 8);

  assert.deepEqual([limiter.delayMs("a"), limiter.delayMs("a")], [5, 8]);
  assert.equal(limiter.failuresOf("a"), 2);
  limiter.forget("a");
  assert.equal(limiter.failuresOf("a"), 0);
});

test("A limiter may be any function of the failures of a key", () => {
  const limiter = createRateLimiterOfDelays((failures) => failures * 100);

  assert.deepEqual([limiter.delayMs("a"), limiter.delayMs("a"), limiter.delayMs("b")], [0, 100, 0]);
});

test("Limiters reject options out of range, naming them", () => {
  const clock = createVirtualClock();

  assert.throws(() => createExponentialRateLimiter({ multiplier: 0.5 }), {
    message: "Cannot create rate limiter: multiplier is 0.5, must be a number from 1",
  });
  assert.throws(() => createExponentialRateLimiter({ maxMs: NaN }), /maxMs is NaN/);
  assert.throws(() => createTokenBucketRateLimiter({ clock, qps: 0 }), /qps is 0, must be a number greater/);
  assert.throws(() => createFastSlowRateLimiter({ fastMs: -1, slowMs: 1, fastAttemptsMax: 1 }), /fastMs is -1/);
});
