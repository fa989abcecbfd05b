// Compares random rules with the code of kube-apiserver, and shrinks a rule with a difference.

import { isDeepStrictEqual } from "node:util";
import { encodeJson } from "@kubewright/apimachinery";
import type { GoProgram } from "../go-program.ts";
import { smallerExpressions } from "./expression.ts";
import type { RandomGroup, RandomRule } from "./random-rules.ts";
import { groupOf } from "./random-rules.ts";
import type { RuleAnswer } from "./reference.ts";
import { ownAnswers, referenceAnswers } from "./reference.ts";

/** How often a rule is sent to the reference again, which iterates over maps in random order. */
const attemptsMax = 40;
const shrinkTriesMax = 400;

/** The differences of a group: one message for each rule, reduced to the smallest rule that shows it. */
export async function differencesOf(program: GoProgram, group: RandomGroup): Promise<readonly string[]> {
  const { rules, ...rest } = groupOf(group);
  const theirs = await referenceAnswers(program, { ...rest, rules });
  const ours = ownAnswers({ ...rest, rules });
  const found: string[] = [];
  for (const [index, rule] of group.rules.entries()) {
    if (isSame(theirs[index], ours[index])) continue;
    const one: RandomGroup = { ...group, rules: [rule] };
    if (await differs(program, one)) found.push(await describe(program, await smallest(program, one)));
  }
  return found;
}

/** Whether no answer of the reference to a group of one rule equals that of package cel. */
async function differs(program: GoProgram, group: RandomGroup): Promise<boolean> {
  const request = groupOf(group);
  const [ours] = ownAnswers(request);
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const [theirs] = await referenceAnswers(program, request);
    if (isSame(theirs, ours) || hasNoAnswer(theirs)) return false;
  }
  return true;
}

function isSame(theirs: RuleAnswer | undefined, ours: RuleAnswer | undefined): boolean {
  return isDeepStrictEqual(theirs, ours);
}

/** Whether the reference has no answer to compare with: it panics while it compiles, or prints a value of Go with its address in memory. */
function hasNoAnswer(response: RuleAnswer | undefined): boolean {
  return (
    response?.compiled.error?.startsWith("panic: ") === true || /\b0x[0-9a-f]{6,}/.test(encodeJson(response ?? null))
  );
}

async function smallest(program: GoProgram, group: RandomGroup): Promise<RandomGroup> {
  let best = group;
  let tries = 0;
  for (let found = true; found && tries < shrinkTriesMax;) {
    found = false;
    for (const candidate of smallerGroups(best)) {
      if ((tries += 1) > shrinkTriesMax) break;
      if (!(await differs(program, candidate))) continue;
      best = candidate;
      found = true;
      break;
    }
  }
  return best;
}

function* smallerGroups(group: RandomGroup): Generator<RandomGroup> {
  const { values, rules } = group;
  if (values.length > 1) for (const value of values) yield { ...group, values: [value] };
  const [rule] = rules;
  if (rule === undefined) return;
  for (const less of smallerRules(rule)) yield { ...group, rules: [less] };
}

function* smallerRules({ rule, message, isOptional }: RandomRule): Generator<RandomRule> {
  if (message !== undefined) yield { rule, isOptional };
  if (isOptional) yield { rule, isOptional: false, ...(message === undefined ? {} : { message }) };
  for (const less of smallerExpressions(rule))
    yield { rule: less, isOptional, ...(message === undefined ? {} : { message }) };
  if (message === undefined) return;
  for (const less of smallerExpressions(message)) yield { rule, message: less, isOptional };
}

async function describe(program: GoProgram, group: RandomGroup): Promise<string> {
  const request = groupOf(group);
  const [[ours], [theirs]] = [ownAnswers(request), await referenceAnswers(program, request)];
  const { rules, values, ...schema } = request;
  return [
    `${encodeJson(rules)} ${encodeJson(values)} ${encodeJson(schema)}`,
    `  kube-apiserver: ${encodeJson(theirs)}`,
    `  package cel:    ${encodeJson(ours)}`,
  ].join("\n");
}
