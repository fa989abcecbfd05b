import assert from "node:assert/strict";
import { test } from "vitest";
import { formatAge, formatDuration } from "./age.ts";

test.for<[number, string]>([
  [0, "0s"],
  [119, "119s"],
  [120, "2m"],
  [125, "2m5s"],
  [600, "10m"],
  [10_799, "179m"],
  [10_800, "3h"],
  [3 * 3600 + 300, "3h5m"],
  [8 * 3600, "8h"],
  [47 * 3600, "47h"],
  [48 * 3600, "2d"],
  [50 * 3600, "2d2h"],
  [8 * 86_400, "8d"],
  [729 * 86_400, "729d"],
  [731 * 86_400, "2y1d"],
  [9 * 365 * 86_400, "9y"],
])("%i seconds are printed as %s", ([seconds, text]) => {
  assert.equal(formatDuration(seconds * 1000), text);
});

test("a duration of two seconds below zero or less is invalid", () => {
  assert.deepEqual([-1, -1999, -2000, -2001].map(formatDuration), ["0s", "0s", "<invalid>", "<invalid>"]);
});

test("the age of a missing timestamp is unknown, and that of a timestamp far in the future is invalid", () => {
  const now = new Date("2026-11-20T00:00:00Z");

  assert.equal(formatAge(undefined, now), "<unknown>");
  assert.equal(formatAge("2026-11-20T00:00:01Z", now), "0s");
  assert.equal(formatAge("2027-11-20T00:00:00Z", now), "<invalid>");
});
