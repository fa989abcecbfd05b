// Application ends in the same state after any single fault.
import { expect, test } from "vitest";
import { application } from "./application.ts";
import { trySingleFaults } from "./single-faults.ts";

test("Application ends in the same state after any single fault, and writes nothing at rest", async () => {
  const { faults, violations } = await trySingleFaults(application);

  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(50);
}, 300_000);
