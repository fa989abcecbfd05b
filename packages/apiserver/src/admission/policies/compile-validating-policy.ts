/** Compiles the expressions of a validating policy. */
import { boolType, nullType, stringType } from "@kubewright/cel";
import type { CompiledExpression } from "../../expressions/compiled-expression.ts";
import { compileAdmissionExpression } from "../../expressions/compiled-expression.ts";
import { environmentOf } from "../../expressions/environment.ts";
import type { MatchCondition } from "../../expressions/match-conditions.ts";
import { compileMatchConditions } from "../../expressions/match-conditions.ts";
import { PolicyVariables } from "../../expressions/policy-variables.ts";
import type { ValidatingPolicySpec, ValidationView } from "../../kinds/admissionregistration/policy.ts";

/** A validation with its compiled expressions. */
export interface CompiledValidation {
  readonly expression: CompiledExpression;
  readonly messageExpression: CompiledExpression | undefined;
  readonly message: string;
  readonly reason: NonNullable<ValidationView["reason"]>;
}

/** An audit annotation with its value expression. */
export interface CompiledAuditAnnotation {
  readonly key: string;
  readonly expression: CompiledExpression;
}

export interface CompiledValidatingPolicy {
  readonly ignoresFailures: boolean;
  readonly matchConditions: readonly MatchCondition[];
  readonly variables: PolicyVariables;
  readonly validations: readonly CompiledValidation[];
  readonly auditAnnotations: readonly CompiledAuditAnnotation[];
}

/** Compiles a stored policy. */
export function compileValidatingPolicy(spec: ValidatingPolicySpec): CompiledValidatingPolicy {
  const { paramKind, matchConditions = [], validations = [], auditAnnotations = [] } = spec;
  const declarations = { hasParams: paramKind !== undefined, hasAuthorizer: true, hasPatchTypes: false };
  const variables = new PolicyVariables();
  for (const { name = "", expression = "" } of spec.variables ?? []) {
    variables.declare({ name, expression }, declarations);
  }
  const environment = variables.environmentOf(declarations);
  const messageEnvironment = variables.environmentOf({ ...declarations, hasAuthorizer: false });
  return {
    ignoresFailures: spec.failurePolicy === "Ignore",
    matchConditions: compileMatchConditions(matchConditions, environmentOf(declarations)),
    variables,
    validations: validations.map(({ expression = "", message = "", messageExpression = "", reason = "Invalid" }) => ({
      expression: compileAdmissionExpression(expression, [boolType], environment),
      messageExpression:
        messageExpression === ""
          ? undefined
          : compileAdmissionExpression(messageExpression, [stringType], messageEnvironment),
      message,
      reason,
    })),
    auditAnnotations: auditAnnotations.map(({ key = "", valueExpression = "" }) => ({
      key,
      expression: compileAdmissionExpression(valueExpression, [stringType, nullType], environment),
    })),
  };
}
