import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { consistently, eventually } from "./eventually.ts";

const clock = createVirtualClock();
const fail = (): never => {
  throw new Error("not yet");
};

test.each([
  ["timeoutMs", () => eventually(fail, { clock, timeoutMs: Number.NaN })],
  ["intervalMs", () => eventually(fail, { clock, intervalMs: Number.NaN })],
  ["durationMs", () => consistently(() => {}, { clock, durationMs: Number.NaN })],
])("assertions are not repeated without an end: a %s that is not a number is rejected", async (name, repeat) => {
  await expect(repeat()).rejects.toThrow(
    `Cannot repeat an assertion: ${name} is NaN, must be a number of milliseconds from 0`,
  );
});
