import assert from "node:assert/strict";
import { test } from "vitest";
import { formatTime } from "./time.ts";

test("formatTime() truncates fractions of a second, also before 1970, and after any other time", () => {
  const times = [1_795_000_000_999, 1_795_000_000_000, 1_795_000_001_000, -1, 1_795_000_000_001];

  assert.deepEqual(times.map(formatTime), [
    "2026-11-18T11:06:40Z",
    "2026-11-18T11:06:40Z",
    "2026-11-18T11:06:41Z",
    "1969-12-31T23:59:59Z",
    "2026-11-18T11:06:40Z",
  ]);
  assert.throws(() => formatTime(Number.NaN), RangeError);
});
