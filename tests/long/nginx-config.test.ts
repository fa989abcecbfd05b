// A million Balancers that the schema accepts and a million without validation: nginx reads the intended configuration, or nothing is written.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  balancerName,
  hostileSpec,
  hostileText,
  outcomeOf,
  validSpec,
} from "../../examples/balancer/internal/nginx/testdata/any-spec.ts";

const runs = { numRuns: 1_000_000, endOnFailure: true }; // A failure prints its seed.

test("the configurations of a million valid Balancers parse to the intended trees", () => {
  fc.assert(
    fc.property(balancerName, validSpec, (name, spec) => outcomeOf(name, spec) === "as meant"),
    runs,
  );
});

test("with the schema bypassed, a million configurations parse to the intended trees, or are rejected", () => {
  const outcomes = { "as meant": 0, refused: 0, otherwise: 0 };
  fc.assert(
    fc.property(hostileText, hostileSpec, (name, spec) => {
      const outcome = outcomeOf(name, spec);
      outcomes[outcome] += 1;
      return outcome !== "otherwise";
    }),
    runs,
  );
  expect(outcomes.refused).toBeGreaterThan(runs.numRuns / 2);
});
