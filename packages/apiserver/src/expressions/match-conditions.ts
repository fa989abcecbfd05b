/**
 * Match conditions of webhooks and policies: expressions that all have to be true. https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchconditions
 */
import type { FieldError, FieldPath, Steps } from "@kubewright/apimachinery";
import { field, formatErrorMessages, isQualifiedName, repeatedIndexes } from "@kubewright/apimachinery";
import type { Environment } from "@kubewright/cel";
import { boolType } from "@kubewright/cel";
import type { CompiledExpression } from "./compiled-expression.ts";
import { compileAdmissionExpression, expressionErrors } from "./compiled-expression.ts";
import type { ExpressionInputs } from "./evaluation.ts";
import { evaluateExpressions, matchConditionsBudget } from "./evaluation.ts";

const conditionsMax = 64;

/** A stored condition. */
export interface ConditionView {
  readonly name?: string;
  readonly expression?: string;
}

/** A condition of a stored webhook or policy. */
export interface MatchCondition {
  readonly name: string;
  readonly expression: CompiledExpression;
}

/** Compiles conditions. */
export function compileMatchConditions(
  conditions: readonly ConditionView[],
  environment: Environment,
): readonly MatchCondition[] {
  return conditions.map(({ name = "", expression = "" }) => ({
    name,
    expression: compileAdmissionExpression(expression, [boolType], environment),
  }));
}

/** Errors of the conditions at `path`. */
export function checkMatchConditions(
  conditions: readonly ConditionView[],
  path: FieldPath,
  environment: Environment,
): readonly FieldError[] {
  const repeated = repeatedIndexes(conditions.map(({ name }) => name || undefined));
  return [
    ...(conditions.length > conditionsMax ? [field.tooMany(path, conditions.length, conditionsMax)] : []),
    ...conditions.flatMap((condition, index) => {
      const at = path.index(index);
      return [
        ...checkExpression(condition.expression ?? "", at.child("expression"), environment),
        ...checkName(condition.name ?? "", at.child("name")),
        ...(repeated.has(index) ? [field.duplicate(at.child("name"), condition.name ?? "")] : []),
      ];
    }),
  ];
}

function checkExpression(expression: string, path: FieldPath, environment: Environment): readonly FieldError[] {
  const trimmed = expression.trim();
  if (trimmed === "") return [field.required(path, "")];
  return expressionErrors(compileAdmissionExpression(trimmed, [boolType], environment), path);
}

function checkName(name: string, path: FieldPath): readonly FieldError[] {
  if (name === "") return [field.required(path, "")];
  return isQualifiedName(name).map((message) => field.invalid(path, name, message));
}

/** Whether the conditions match. `error`: no condition is false, and at least one fails. */
export type MatchResult =
  | { readonly kind: "matched" | "skipped" }
  | { readonly kind: "error"; readonly message: string };

/** Evaluates all conditions, each in one step. If one is false, errors of the others have no effect. */
export function* evaluateMatchConditions(
  conditions: readonly MatchCondition[],
  inputs: ExpressionInputs,
): Steps<MatchResult> {
  const expressions = conditions.map(({ expression }) => expression);
  const outcome = yield* evaluateExpressions(expressions, inputs, matchConditionsBudget);
  if (outcome.kind === "failed") return { kind: "error", message: outcome.message };
  const messages: string[] = [];
  for (const result of outcome.results) {
    if (result.kind === "error") messages.push(result.message);
    else if (result.value === false) return { kind: "skipped" };
  }
  if (messages.length === 0) return { kind: "matched" };
  return { kind: "error", message: formatErrorMessages(messages) };
}
