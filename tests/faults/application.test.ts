// Application ends as undisturbed under every single fault.
import { expect, test } from "vitest";
import { application } from "./application.ts";
import { trySingleFaults } from "./single-faults.ts";

test("Application ends as undisturbed under every single fault at every point, and writes nothing at rest", async () => {
  const { faults, violations } = await trySingleFaults(application);

  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(50);
}, 300_000);
