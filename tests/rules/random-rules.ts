// Random rules over a random schema with random values.

import { createSeededRandom } from "@kubewright/async";
import type { JsonSchema } from "@kubewright/schema";
import { chance } from "../sequences/structural-schema.ts";
import type { Expression } from "./expression.ts";
import { textOf } from "./expression.ts";
import { randomExpression } from "./random-expression.ts";
import { randomRuleObject, randomRuleSchema, randomRuleValue } from "./random-schema.ts";
import type { RuleGroup } from "./reference.ts";
import type { Type } from "./types.ts";
import { type, typeOfSchema } from "./types.ts";

/** A rule with its expressions, which can be shrunk. */
export interface RandomRule {
  readonly rule: Expression;
  readonly message?: Expression;
  readonly isOptional: boolean;
}

/** A schema and values with rules. */
export interface RandomGroup extends Omit<RuleGroup, "rules"> {
  readonly rules: readonly RandomRule[];
}

const valuesPerGroup = 3;
const expressionDepthMax = 4;

/** A random group with so many rules. The same seed gives the same group. */
export function randomGroup(seed: string, ruleCount: number): RandomGroup {
  const random = createSeededRandom(seed);
  const isObject = chance(random, 0.15);
  let schema: JsonSchema;
  let self: Type | undefined;
  do {
    schema = isObject ? randomRuleObject(random) : randomRuleSchema(random);
    self = typeOfSchema(schema);
  } while (self === undefined);
  const values = Array.from({ length: valuesPerGroup }, () => ({
    value: randomRuleValue(schema, random),
    ...(chance(random, 0.6) ? { old: randomRuleValue(schema, random) } : {}),
  }));
  const rules = Array.from({ length: ruleCount }, (): RandomRule => {
    const isOptional = chance(random, 0.15);
    const oldSelf = isOptional ? type("optional_type", self) : self;
    const depth = 1 + random.int(expressionDepthMax);
    const variables = chance(random, 0.3) || isOptional ? { self, oldSelf } : { self };
    const message = chance(random, 0.3) ? randomExpression(random, type("string"), variables, depth) : undefined;
    const rule = randomExpression(random, type("bool"), variables, depth);
    return { rule, isOptional, ...(message === undefined ? {} : { message }) };
  });
  const root = isObject || schema["x-kubernetes-embedded-resource"] === true;
  return { schema, root, values, rules };
}

/** The group as the reference reads it. */
export function groupOf({ rules, ...group }: RandomGroup): RuleGroup {
  return {
    ...group,
    rules: rules.map(({ rule, message, isOptional }) => ({
      rule: textOf(rule),
      ...(message === undefined ? {} : { messageExpression: textOf(message) }),
      ...(isOptional ? { optionalOldSelf: true } : {}),
    })),
  };
}
