/** Evaluates a validating policy with one param: its match conditions, its validations and their messages, and its audit annotations. */
import type { Steps } from "@kubewright/apimachinery";
import type { ExpressionInputs, ExpressionResult } from "../../expressions/evaluation.ts";
import { evaluateExpressions, policyBudget } from "../../expressions/evaluation.ts";
import { evaluateMatchConditions } from "../../expressions/match-conditions.ts";
import type { CompiledValidatingPolicy, CompiledValidation } from "./compile-validating-policy.ts";

/** A reason to deny the request. */
export interface Denial {
  /** The validation; 0 if the policy fails as a whole. */
  readonly expressionIndex: number;
  readonly message: string;
  readonly reason: CompiledValidation["reason"];
  /** How long the evaluation of the expression took; 0 if the policy fails as a whole. */
  readonly seconds: number;
}

/** The outcome of an evaluation. */
export interface PolicyOutcome {
  /** The validations that failed, and the errors of expressions. The actions of the binding apply to them. */
  readonly denials: readonly Denial[];
  /** The errors of expressions that the policy ignores. */
  readonly ignored: readonly Denial[];
  /** The errors of audit annotations. They deny the request for all actions of the binding. */
  readonly annotationErrors: readonly Denial[];
  /** The values of audit annotations, except null and blank ones. */
  readonly annotations: readonly { readonly key: string; readonly value: string }[];
}

/** What a policy reads. `request` and `namespaceObject` of match conditions differ from those of the other expressions. */
export interface PolicyInputs extends Omit<ExpressionInputs, "variables"> {
  readonly conditionsRequest: ExpressionInputs["request"];
}

/** A longer message of a `messageExpression` is ignored. */
const messageBytesMax = 5 * 1024;

const nothing: PolicyOutcome = { denials: [], ignored: [], annotationErrors: [], annotations: [] };

/** Evaluates a policy. The errors of its expressions are denials, unless the policy ignores failures. */
export function* evaluateValidatingPolicy(
  policy: CompiledValidatingPolicy,
  inputs: PolicyInputs,
): Steps<PolicyOutcome> {
  const { conditionsRequest, ...rest } = inputs;
  const shared: ExpressionInputs = { ...rest, variables: policy.variables };
  const failure = (message: string): PolicyOutcome => ({
    ...nothing,
    ...withFailures(policy, [failed(0, message, 0)]),
  });

  if (policy.matchConditions.length > 0) {
    const conditions = { ...shared, request: conditionsRequest, namespaceObject: undefined };
    const result = yield* evaluateMatchConditions(policy.matchConditions, conditions);
    if (result.kind === "error") return failure(result.message);
    if (result.kind === "skipped") return nothing;
  }
  const outcome = yield* evaluateExpressions(
    policy.validations.map(({ expression }) => expression),
    shared,
    policyBudget,
  );
  if (outcome.kind === "failed") return failure(outcome.message);
  // Message expressions and audit annotations have no authorizer. Audit annotations have a separate budget.
  const withoutAuthorizer = { ...shared, authorizer: undefined };
  const messages = yield* evaluateMessages(policy, withoutAuthorizer, outcome.remainingBudget);
  const annotations = yield* evaluateExpressions(
    policy.auditAnnotations.map(({ expression }) => expression),
    withoutAuthorizer,
    policyBudget,
  );
  if (annotations.kind === "failed") return failure(annotations.message);
  const decisions = policy.validations.map((validation, index) =>
    decide(validation, outcome.results[index], messages, index),
  );
  const annotationErrors = annotations.results.flatMap((result) =>
    result.kind === "error" ? [failed(0, result.message, result.seconds)] : [],
  );
  return {
    ...withFailures(policy, decisions),
    annotationErrors: policy.ignoresFailures ? [] : annotationErrors,
    annotations: policy.auditAnnotations.flatMap(({ key }, index) => {
      const value = textOf(annotations.results[index]);
      return value === "" ? [] : [{ key, value }];
    }),
  };
}

/** What a validation decides. `isError`: an expression has failed. */
type ValidationDecision = (Denial & { readonly isError: boolean }) | undefined;

function withFailures(
  { ignoresFailures }: CompiledValidatingPolicy,
  decisions: readonly ValidationDecision[],
): Pick<PolicyOutcome, "denials" | "ignored"> {
  const made = decisions.filter((decision) => decision !== undefined);
  return {
    denials: made.filter(({ isError }) => !isError || !ignoresFailures),
    ignored: made.filter(({ isError }) => isError && ignoresFailures),
  };
}

function failed(expressionIndex: number, message: string, seconds: number): NonNullable<ValidationDecision> {
  return { expressionIndex, message, reason: "Invalid", seconds, isError: true };
}

/** The results of message expressions by the index of their validation. `failure`: the expressions cost more than the budget. */
type Messages = { readonly results: ReadonlyMap<number, ExpressionResult>; readonly failure: string | undefined };

function* evaluateMessages(
  policy: CompiledValidatingPolicy,
  inputs: ExpressionInputs,
  budget: number,
): Steps<Messages> {
  const indexes = policy.validations.flatMap(({ messageExpression }, index) =>
    messageExpression === undefined ? [] : [index],
  );
  const expressions = policy.validations.flatMap(({ messageExpression }) => messageExpression ?? []);
  const outcome = yield* evaluateExpressions(expressions, inputs, budget);
  if (outcome.kind === "failed") return { results: new Map(), failure: outcome.message };
  const results = outcome.results.map((result, position) => [indexes[position] ?? 0, result] as const);
  return { results: new Map(results), failure: undefined };
}

function decide(
  validation: CompiledValidation,
  result: ExpressionResult | undefined,
  { results, failure }: Messages,
  index: number,
): ValidationDecision {
  if (result === undefined) return undefined;
  const { seconds } = result;
  if (result.kind === "error") return failed(index, result.message, seconds);
  // Messages that cost too much fail also the validations that hold.
  if (failure !== undefined) return failed(index, `failed messageExpression: ${failure}`, seconds);
  if (result.value === true) return undefined;
  const message = messageOf(validation, results.get(index));
  return { expressionIndex: index, message, reason: validation.reason, seconds, isError: false };
}

function messageOf({ expression, message }: CompiledValidation, result: ExpressionResult | undefined): string {
  const evaluated = textOf(result);
  const isUsable = evaluated !== "" && Buffer.byteLength(evaluated) <= messageBytesMax && !evaluated.includes("\n");
  if (isUsable) return evaluated;
  const fixed = message.trim();
  return fixed === "" ? `failed expression: ${expression.text.trim()}` : fixed;
}

/** The string that is the result; `""` for other results. */
function textOf(result: ExpressionResult | undefined): string {
  return result?.kind === "value" && typeof result.value === "string" ? result.value.trim() : "";
}
