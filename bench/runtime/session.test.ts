import { expect, test } from "vitest";
import { runTogether } from "./session.ts";

test("two halves of a measurement resolve with both results", async () => {
  expect(
    await runTogether(
      async () => 1,
      async () => "two",
    ),
  ).toEqual([1, "two"]);
});

test("a half that fails aborts the other", async () => {
  let isAborted = false;
  const untilAborted = (signal: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        isAborted = true;
        reject(signal.reason);
      });
    });

  await expect(runTogether(() => Promise.reject(new Error("no server")), untilAborted)).rejects.toThrow("no server");
  expect(isAborted).toBe(true);
});
