// Random rules over random values, compared with the code of kube-apiserver: errors, estimates, results, messages and costs. RUNS sets the number of
// rules, SEED the first one. A difference is shrunk and printed.
import assert from "node:assert/strict";
import { afterAll, beforeAll, inject, test } from "vitest";
import type { GoProgram } from "../go-program.ts";
import { startGoProgram } from "../go-program.ts";
import { differencesOf } from "../rules/compare.ts";
import { randomGroup } from "../rules/random-rules.ts";
import { ownAnswers, referenceAnswers } from "../rules/reference.ts";
import { ruledDefinitions } from "../rules/corpus/definitions.ts";
import { ruleGroupsOf, withRejectedRules } from "../rules/corpus/schema.ts";
import { longRun } from "./long-run.ts";

const rulesPerGroup = 20;
const runs = inject("runs") ?? 20_000;
const { seed } = longRun();
const differencesMax = 10;

let program: GoProgram;

beforeAll(async () => {
  program = await startGoProgram("cel");
  process.stdout.write(`rules: ${runs} runs from seed ${seed}\n`);
}, 10 * 60_000);

afterAll(() => {
  program[Symbol.dispose]();
});

test("Random rules compile, cost and evaluate as those of kube-apiserver do", async () => {
  const differences: string[] = [];
  for (let group = 0; group * rulesPerGroup < runs && differences.length < differencesMax; group++) {
    const found = await differencesOf(program, randomGroup(`rules ${seed} ${group}`, rulesPerGroup));
    for (const difference of found) process.stdout.write(`group ${group} differs:\n${difference}\n`);
    differences.push(...found);
  }

  assert.deepEqual(differences, []);
});

test.for(ruledDefinitions.map((each) => [each.name, each.spec] as const))(
  "The rules of %s compile and cost as those of kube-apiserver do",
  async ([, spec]) => {
    for (const group of ruleGroupsOf(withRejectedRules(spec))) {
      assert.deepEqual(ownAnswers(group), await referenceAnswers(program, group));
    }
  },
);
