// Balancer ends as undisturbed under every single fault.
import { expect, test } from "vitest";
import { balancer } from "./balancer.ts";
import { trySingleFaults } from "./single-faults.ts";

test("Balancer ends as undisturbed under every single fault at every point, and writes nothing at rest", async () => {
  const { faults, violations } = await trySingleFaults(balancer);

  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(200);
}, 300_000);
