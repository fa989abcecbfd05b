// The controller of Mydemos syncs every Mydemo after any single fault.
import { expect, test } from "vitest";
import { crddemo } from "./crddemo.ts";
import { trySingleFaults } from "./single-faults.ts";

test("the controller of Mydemos syncs every Mydemo after any single fault", async () => {
  const { faults, violations } = await trySingleFaults(crddemo);

  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(20);
}, 300_000);
