// The compile and evaluate time of each CEL rule beside @marcbachmann/cel-js, the fastest CEL library for JavaScript that we found. Both run by turns in
// this process, so compare the ratios:
//
//	node --conditions=source bench/rules.ts            # about a minute
//	node --conditions=source bench/rules.ts --short    # a few runs: only shows that everything runs
//
// Compiling is parsing and checking there, and parsing, checking and planning here, without the estimate of the cost, which that library lacks. Evaluating
// starts from JSON here, and from values with bigint integers there, as that library requires.

import { parseArgs } from "node:util";
import { createSystemClock } from "@kubewright/async";
import { compileRule, declareSchema } from "@kubewright/cel";
import { Environment } from "@marcbachmann/cel-js";
import { commonRules, ruleSchema, ruleValue } from "./rule-cases.ts";
import { ratioTableOf } from "./ratio-table.ts";
import type { RatioRow } from "./ratio-table.ts";

const { values: flags } = parseArgs({ options: { short: { type: "boolean", default: false } } });
const rounds = flags.short ? 1 : 9;
const warmUpMs = flags.short ? 2 : 60;
const batchMs = flags.short ? 1 : 12;

const clock = createSystemClock();
const declared = declareSchema(ruleSchema);
const other = new Environment()
  .registerType({ name: "Item", schema: { name: "string", port: "int", protocol: "string" } })
  .registerType({
    name: "Spec",
    schema: {
      name: "string",
      min: "int",
      max: "int",
      replicas: "int",
      labels: "map<string, string>",
      items: "list<Item>",
      tags: "list<string>",
    },
  })
  .registerVariable("self", "Spec");
const otherValue = { self: withBigints(ruleValue) };

const compileRows: RatioRow[] = [];
const evaluateRows: RatioRow[] = [];
for (const rule of commonRules) {
  const ours = compileRule({ rule }, declared);
  const theirs = other.parse(rule);
  const verdicts = [ours.evaluate(ruleValue).value, theirs(otherValue)];
  if (verdicts.some((verdict) => verdict !== true)) {
    throw new Error(`Cannot measure "${rule}": verdicts are ${verdicts.join(" and ")}, must be true and true`);
  }
  compileRows.push(
    measure(
      rule,
      () => compileRule({ rule }, declared),
      () => {
        const { valid, error } = other.parse(rule).check();
        if (!valid) throw error ?? new Error(`Cannot check "${rule}"`);
      },
    ),
  );
  evaluateRows.push(
    measure(
      rule,
      () => ours.evaluate(ruleValue),
      () => theirs(otherValue),
    ),
  );
}
process.stdout.write(ratioTableOf("compile", compileRows));
process.stdout.write(`\n${ratioTableOf("evaluate", evaluateRows)}`);

/** The median time of a call of each, in microseconds. Batches alternate, so that other load of the machine hits both. */
function measure(what: string, ours: () => unknown, theirs: () => unknown): RatioRow {
  const calls = [ours, theirs].map((call) => ({ call, size: batchSize(call), times: new Array<number>() }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { call, size, times } of calls) times.push(timeOfBatch(call, size) / size);
  }
  const [first = Number.NaN, second = Number.NaN] = calls.map(({ times }) => 1000 * median(times));
  return { what, ours: first, theirs: second };
}

/** Warms up, and returns how many calls take about `batchMs`. */
function batchSize(call: () => unknown): number {
  let count = 0;
  for (const start = clock.now(); clock.now() - start < warmUpMs; count += 1) call();
  return Math.max(1, Math.round((count / warmUpMs) * batchMs));
}

function timeOfBatch(call: () => unknown, size: number): number {
  const start = performance.now();
  for (let index = 0; index < size; index += 1) call();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.trunc(values.length / 2)] ?? Number.NaN;
}

function withBigints(value: unknown): unknown {
  if (typeof value === "number") return BigInt(value);
  if (Array.isArray(value)) return value.map(withBigints);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withBigints(inner)] as const));
}
