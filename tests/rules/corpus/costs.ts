/** The estimates of the rules of a definition, which a server adds up and compares with its limits. */
import type { RuleAnswer } from "../reference.ts";

/** By the name of the definition. */
export type RecordedCosts = Readonly<Record<string, readonly RecordedCost[]>>;

/** The cost of one evaluation, how often it happens, and the cost of the message expression. Those of a rule that does not compile are absent. */
type RecordedCost = readonly [costMax?: string, cardinality?: number, messageCostMax?: string];

export function costsOf(responses: readonly RuleAnswer[]): readonly RecordedCost[] {
  return responses.map(({ compiled: { maxCost, maxCardinality, messageMaxCost } }) => {
    if (maxCost === undefined) return [];
    return messageMaxCost === undefined
      ? [maxCost, maxCardinality ?? 0]
      : [maxCost, maxCardinality ?? 0, messageMaxCost];
  });
}
