// Callers of the workspace service get what they asked for under every single fault.
import { expect, test } from "vitest";
import { createCloudIde } from "./cloud-ide.ts";
import { trySingleFaults } from "./single-faults.ts";

test("workspaces are made once and deleted under every single fault at every point, and nobody waits in the end", async () => {
  const { faults, violations } = await trySingleFaults(createCloudIde());

  expect(violations).toEqual([]);
  expect(faults).toBeGreaterThan(50);
}, 300_000);
