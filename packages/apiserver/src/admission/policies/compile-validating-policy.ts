/** Compiles the expressions of a validating policy. */
import type { Steps } from "@kubewright/apimachinery";
import { shouldYield } from "@kubewright/apimachinery";
import { boolType, nullType, stringType } from "@kubewright/cel";
import type { CompiledExpression } from "../../expressions/compiled-expression.ts";
import { compileAdmissionExpression } from "../../expressions/compiled-expression.ts";
import type { MatchCondition } from "../../expressions/match-conditions.ts";
import type { PolicyVariables } from "../../expressions/policy-variables.ts";
import type { ValidatingPolicySpec, ValidationView } from "../../kinds/admissionregistration/admission-kind.ts";
import { policyEnvironment } from "./policy-environment.ts";

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
export function* compileValidatingPolicy(spec: ValidatingPolicySpec): Steps<CompiledValidatingPolicy> {
  const { validations = [], auditAnnotations = [] } = spec;
  const { matchConditions, variables, environment } = yield* policyEnvironment(spec);
  const ofValidations = environment();
  const ofMessages = environment({ hasAuthorizer: false });
  const compiled: CompiledValidation[] = [];
  for (const { expression = "", message = "", messageExpression = "", reason = "Invalid" } of validations) {
    compiled.push({
      expression: compileAdmissionExpression(expression, [boolType], ofValidations),
      messageExpression:
        messageExpression === "" ? undefined : compileAdmissionExpression(messageExpression, [stringType], ofMessages),
      message,
      reason,
    });
    if (shouldYield()) yield;
  }
  return {
    ignoresFailures: spec.failurePolicy === "Ignore",
    matchConditions,
    variables,
    validations: compiled,
    auditAnnotations: auditAnnotations.map(({ key = "", valueExpression = "" }) => ({
      key,
      expression: compileAdmissionExpression(valueExpression, [stringType, nullType], ofValidations),
    })),
  };
}
