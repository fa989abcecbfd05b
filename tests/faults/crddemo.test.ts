// Mydemo's controller sees every Mydemo under every single fault.
import { expect, test } from "vitest";
import { crddemo } from "./crddemo.ts";
import { trySingleFaults } from "./single-faults.ts";

test("Mydemo's controller syncs every Mydemo under every single fault at every point", async () => {
  const { faults, violations } = await trySingleFaults(crddemo);

  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(20);
}, 300_000);
