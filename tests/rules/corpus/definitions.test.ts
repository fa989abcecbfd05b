// The size of the corpus. differential/cases/rule-corpus.ts has what a real server answers, and long/rules.test.ts the estimates.
import assert from "node:assert/strict";
import { test } from "vitest";
import { ruledDefinitions } from "./definitions.ts";
import { ruleGroupsOf, withRefusedRules } from "./schema.ts";

test("The corpus has more than 500 rules over 30 schemas", () => {
  const rules = ruledDefinitions.flatMap(({ spec }) =>
    ruleGroupsOf(withRefusedRules(spec)).flatMap((group) => group.rules),
  );

  assert.ok(ruledDefinitions.length >= 30, `${ruledDefinitions.length}`);
  assert.ok(new Set(rules.map(({ rule }) => rule)).size > 500, `${rules.length}`);
});
