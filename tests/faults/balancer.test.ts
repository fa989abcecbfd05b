// Balancer ends in the same state after any single fault.
import { expect, test } from "vitest";
import { balancer, balancerInCluster } from "./balancer.ts";
import { trySingleFaults } from "./single-faults.ts";

test("Balancer ends in the same state after any single fault, and writes nothing at rest", async () => {
  const { faults, violations } = await trySingleFaults(balancer);

  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(150);
}, 300_000);

test("Balancer in a complete cluster ends in the same state wherever a watch fails, and recreates no child that the garbage collector deletes", async () => {
  const { faults, violations } = await trySingleFaults(balancerInCluster, { kinds: ["cut"] });

  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(20);
}, 300_000);
