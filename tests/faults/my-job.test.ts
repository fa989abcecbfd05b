// MyJob ends in the same state after any single fault.
import { expect, test } from "vitest";
import { myJob } from "./my-job.ts";
import { trySingleFaults } from "./single-faults.ts";

test("MyJob ends in the same state after any single fault, and writes nothing at rest", async () => {
  const { faults, violations } = await trySingleFaults(myJob);

  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(50);
}, 300_000);
