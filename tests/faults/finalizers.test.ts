// An object with a finalizer of its operator is removed within the time limit of a stage, with its external resources, at any moment of its deletion.
import { expect, test } from "vitest";
import { finalizedSubject } from "./finalizers.ts";
import type { DeletionPoint } from "./finalizers.ts";
import { runSubject } from "./run.ts";
import { trySingleFaults } from "./single-faults.ts";

test("an object that is deleted before or after any request of its operator is gone with its external resources, after any single fault", async () => {
  const { requests, ...undisturbed } = finalizedSubject({ request: Infinity, when: "after" });
  await runSubject(undisturbed);
  const points = Array.from({ length: requests() }).flatMap((_, index): DeletionPoint[] => [
    { request: index + 1, when: "before" },
    { request: index + 1, when: "after" },
  ]);

  const violations: string[] = [];
  let tried = 0;
  for (const point of points) {
    const subject = finalizedSubject(point);
    const verdict = await trySingleFaults({ ...subject, workload: subject.workload });
    violations.push(
      ...verdict.violations.map((violation) => `deleted ${point.when} request ${point.request}: ${violation}`),
    );
    tried += verdict.faults;
  }

  expect(violations).toEqual([]);
  expect(points.length).toBeGreaterThanOrEqual(12);
  expect(tried).toBeGreaterThan(150);
}, 300_000);
