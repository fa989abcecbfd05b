// A million Balancers that the schema lets through and a million that it has not seen: what nginx reads is what was meant, or nothing is written.
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

test("the configurations of a million Balancers that the schema lets through read back as the trees that were meant", () => {
  fc.assert(
    fc.property(balancerName, validSpec, (name, spec) => outcomeOf(name, spec) === "as meant"),
    runs,
  );
});

test("with the schema bypassed, a million configurations read back as the trees that were meant, or are refused", () => {
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
