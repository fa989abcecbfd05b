// Callers of the workspace service get their workspaces after any single fault.
import { expect, test } from "vitest";
import { createCloudIde } from "./cloud-ide.ts";
import { trySingleFaults } from "./single-faults.ts";

test("workspaces are created once and deleted after any single fault, and no call is left waiting", async () => {
  const { faults, violations } = await trySingleFaults(createCloudIde());

  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(50);
}, 300_000);
