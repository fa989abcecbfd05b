// Balancer ends as undisturbed under every single fault.
import { expect, test } from "vitest";
import { balancer, balancerInCluster } from "./balancer.ts";
import { trySingleFaults } from "./single-faults.ts";

test("Balancer ends as undisturbed under every single fault at every point, and writes nothing at rest", async () => {
  const { faults, violations } = await trySingleFaults(balancer);

  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(150);
}, 300_000);

test("Balancer in a whole cluster ends as undisturbed wherever a watch breaks, and makes no child again that the garbage collector takes", async () => {
  const { faults, violations } = await trySingleFaults(balancerInCluster, { kinds: ["cut"] });

  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(20);
}, 300_000);
