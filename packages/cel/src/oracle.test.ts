// Compares rules over values with the results of kube-apiserver's own code: compile errors, estimated costs, values, and the costs of evaluations.
// tools/cel/record.ts writes the files, a line for each rule.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import type { JsonValue } from "@kubewright/apimachinery";
import { decodeJson } from "@kubewright/apimachinery";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";
import type { CompiledRule, Evaluation } from "./index.ts";
import { CelError, compileRule, declareSchema, formatValue } from "./index.ts";

interface Group {
  readonly schema: JsonSchema;
  readonly root?: boolean;
  readonly values: readonly { readonly value: JsonValue; readonly old?: JsonValue }[];
  readonly rules: readonly RecordedRule[];
}

interface RecordedRule extends ValidationRule {
  readonly compiled: {
    readonly error?: string;
    readonly messageError?: string;
    readonly usesOldSelf?: boolean;
    readonly maxCost?: string;
    readonly maxCardinality?: number;
    readonly messageMaxCost?: string;
  };
  readonly results?: readonly {
    readonly verdict: string;
    readonly cost: number;
    readonly message?: string;
    readonly messageCost?: number;
  }[];
}

// The second file holds random well-typed expressions, the third expressions with random changes.
const groups = ["oracle.json", "random-oracle.json", "syntax-oracle.json"].flatMap((name) => {
  const file = new URL(`testdata/${name}`, import.meta.url);
  // The program writes this shape.
  return decodeJson(readFileSync(file)).value as unknown as readonly Group[];
});

const cases = groups.flatMap((group) => {
  const schema = declareSchema(group.schema, { isResource: group.root === true });
  return group.rules.map((rule) => ({ group, rule, compiled: compileRule(rule, schema) }));
});

function shown({ value }: Evaluation): string {
  return value instanceof CelError ? `error: ${value.message}` : formatValue(value);
}

test("More than 2500 rules are compared", () => {
  assert.ok(cases.length > 2500, `${cases.length}`);
});

test("Rules that do not compile have the errors of kube-apiserver", () => {
  for (const { rule, compiled } of cases) {
    assert.equal(compiled.problem, rule.compiled.error, rule.rule);
    assert.equal(compiled.messageProblem, rule.compiled.messageError, rule.messageExpression ?? "");
  }
});

function accepted(): typeof cases {
  return cases.filter(({ compiled }) => compiled.problem === undefined);
}

test("Estimated costs are those of kube-apiserver", () => {
  for (const { rule, compiled } of accepted()) {
    const { maxCost = "0", maxCardinality = 0, messageMaxCost = "0", usesOldSelf = false } = rule.compiled;
    const expected = { maxCost, maxCardinality, messageMaxCost, usesOldSelf };
    assert.deepEqual(estimatesOf(compiled), expected, `${rule.rule} ${rule.messageExpression ?? ""}`);
  }
});

function estimatesOf(compiled: CompiledRule): object {
  return {
    maxCost: String(compiled.costMax),
    maxCardinality: compiled.cardinalityMax,
    messageMaxCost: String(compiled.messageCostMax),
    usesOldSelf: compiled.usesOldSelf,
  };
}

test("Rules evaluate to what kube-apiserver's do, at the same cost", () => {
  for (const { group, rule, compiled } of accepted()) {
    for (const [index, { verdict, cost }] of (rule.results ?? []).entries()) {
      const { value = null, old } = group.values[index] ?? {};
      const evaluation = compiled.evaluate(value, old);

      assert.deepEqual([shown(evaluation), evaluation.cost], [verdict, cost], `${rule.rule}, value ${index}`);
    }
  }
});

test("Message expressions evaluate to the messages of kube-apiserver, at the same cost", () => {
  for (const { group, rule, compiled } of accepted()) {
    for (const [index, { message = "", messageCost = 0 }] of (rule.results ?? []).entries()) {
      const { value = null, old } = group.values[index] ?? {};
      const evaluation = compiled.evaluateMessage(value, old);
      if (evaluation === undefined) continue;

      assert.deepEqual(
        [shown(evaluation), evaluation.cost],
        [message, messageCost],
        `${rule.messageExpression ?? ""}, value ${index}`,
      );
    }
  }
});
