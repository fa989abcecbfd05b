// MyJob ends as undisturbed under every single fault.
import { expect, test } from "vitest";
import { myJob } from "./my-job.ts";
import { trySingleFaults } from "./single-faults.ts";

test("MyJob ends as undisturbed under every single fault at every point, and writes nothing at rest", async () => {
  const { faults, violations } = await trySingleFaults(myJob);

  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(50);
}, 300_000);
