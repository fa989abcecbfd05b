// The corpus itself. differential/cases/rule-corpus.ts has what a real server answers to its objects, and long/rules.test.ts compares messages and estimates
// with the reference.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { ruledDefinitions } from "./definitions.ts";
import type { RecordedCosts } from "./costs.ts";
import { costsOf } from "./costs.ts";
import { ownAnswers } from "../reference.ts";
import { ruleGroupsOf, withRejectedRules } from "./schema.ts";
import { verdictsOf } from "./verdicts.ts";

// tools/cel/record.ts writes this shape.
const recordedCosts = JSON.parse(
  readFileSync(new URL("testdata/costs.json", import.meta.url), "utf8"),
) as RecordedCosts;

test("The corpus has more than 500 rules over 30 schemas", () => {
  const rules = ruledDefinitions.flatMap(({ spec }) =>
    ruleGroupsOf(withRejectedRules(spec)).flatMap((group) => group.rules),
  );

  assert.ok(ruledDefinitions.length >= 30, `${ruledDefinitions.length}`);
  assert.ok(new Set(rules.map(({ rule }) => rule)).size > 500, `${rules.length}`);
});

test("Each accepted rule holds for one value, and fails for another", () => {
  const oneSided = ruledDefinitions.flatMap((definition) =>
    Array.from(verdictsOf(definition))
      .filter(([, verdicts]) => !verdicts.has("true") || verdicts.size < 2)
      .map(([place, verdicts]) => `${definition.name} ${place}: only ${Array.from(verdicts).join(" and ")}`),
  );

  assert.deepEqual(oneSided, []);
});

test.for(ruledDefinitions.map((definition) => [definition.name, definition] as const))(
  "The estimates of the rules of %s are those of kube-apiserver",
  ([name, { spec }]) => {
    assert.deepEqual(costsOf(ruleGroupsOf(withRejectedRules(spec)).flatMap(ownAnswers)), recordedCosts[name]);
  },
);
