// Random schemas and random changes of them: a change without a rule for stored objects breaks no stored object.
import assert from "node:assert/strict";
import { createSeededRandom } from "@kubewright/async";
import {
  applyDefaults,
  checkStructural,
  createSampler,
  isSampleError,
  prune,
  validate,
  validateListTypes,
} from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";
import { fieldPath } from "@kubewright/apimachinery";
import { expect, test } from "vitest";

import { readDefinition } from "../definitions/definition.ts";
import { compareDefinitions } from "./compare-definitions.ts";
import { changedSchema, randomSchema } from "./testdata/random-schemas.ts";
import { compatibilityRules } from "./rules.ts";

const pairs = 600;
const objects = 12;

test("Objects stay valid and complete under every changed schema that is reported as compatible with stored objects", () => {
  const judged = { breaking: 0, compatible: 0, needless: 0 };
  for (let seed = 0; seed < pairs; seed++) {
    const random = createSeededRandom(`stored-objects-${seed}`);
    const before = randomSchema(random);
    if (checkStructural(before, fieldPath("schema")).length > 0) continue;
    const after = changedSchema(before, random);
    const broken = compareDefinitions([definition(before)], [definition(after)]).filter(({ rule, severity }) => {
      const affects: readonly string[] = compatibilityRules[rule].affects;
      return severity === "breaking" && affects.includes("stored");
    });

    const problem = firstProblem(before, after, seed);

    if (broken.length === 0) {
      assert.equal(
        problem,
        undefined,
        `seed ${seed}: ${JSON.stringify(before)} to ${JSON.stringify(after)}: ${problem}`,
      );
      judged.compatible++;
    } else {
      judged.breaking++;
      if (problem === undefined) judged.needless++;
    }
  }

  // Both results occur often enough for the test to be meaningful.
  expect(judged.compatible).toBeGreaterThan(pairs / 8);
  expect(judged.breaking - judged.needless).toBeGreaterThan(pairs / 6);
});

function definition(schema: JsonSchema): ReturnType<typeof readDefinition> {
  return readDefinition({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "jobs.example.com" },
    spec: {
      group: "example.com",
      names: { plural: "jobs", kind: "Job" },
      scope: "Namespaced",
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec: schema } } },
        },
      ],
    },
  });
}

/** The first error that some objects of the old schema have under the new one. */
function firstProblem(before: JsonSchema, after: JsonSchema, seed: number): string | undefined {
  const sampler = createSampler(before, { random: createSeededRandom(`objects-${seed}`), size: 30 });
  for (let count = 0; count < objects; count++) {
    const object = sampleOf(sampler);
    if (object === undefined) return undefined;
    const { value, pruned } = prune(object, after, { isResourceRoot: false });
    const stored = applyDefaults(value, after);
    const errors = [...validate(stored, after), ...validateListTypes(stored, after)];
    if (pruned.length > 0) return `${JSON.stringify(object)} loses ${pruned.join()}`;
    if (errors.length > 0) return `${JSON.stringify(object)} has ${JSON.stringify(errors[0])}`;
  }
  return undefined;
}

/** Undefined for a schema that allows no value. */
function sampleOf(
  sampler: ReturnType<typeof createSampler>,
): ReturnType<ReturnType<typeof createSampler>["sample"]> | undefined {
  try {
    return sampler.sample();
  } catch (error) {
    if (isSampleError(error)) return undefined;
    throw error;
  }
}
