/** Compiles the expressions of a mutating policy. */
import type { Steps } from "@kubewright/apimachinery";
import { shouldYield } from "@kubewright/apimachinery";
import type { CelType } from "@kubewright/cel";
import type { CompiledExpression } from "../../expressions/compiled-expression.ts";
import { compileAdmissionExpression } from "../../expressions/compiled-expression.ts";
import type { MatchCondition } from "../../expressions/match-conditions.ts";
import type { PolicyVariables } from "../../expressions/policy-variables.ts";
import { mutationReturnTypes } from "../../kinds/admissionregistration/mutating-policy.ts";
import type { MutatingPolicySpec } from "../../kinds/admissionregistration/admission-kind.ts";
import { policyEnvironment } from "./policy-environment.ts";

/** A mutation with its compiled expression. */
export interface CompiledMutation {
  readonly patchType: "ApplyConfiguration" | "JSONPatch";
  readonly expression: CompiledExpression;
}

export interface CompiledMutatingPolicy {
  readonly matchConditions: readonly MatchCondition[];
  readonly variables: PolicyVariables;
  readonly mutations: readonly CompiledMutation[];
  /** The policy runs again in the second round of the mutating plugins. */
  readonly isReinvoked: boolean;
}

/** Compiles a stored policy. */
export function* compileMutatingPolicy(spec: MutatingPolicySpec): Steps<CompiledMutatingPolicy> {
  const { mutations = [], reinvocationPolicy } = spec;
  const { matchConditions, variables, environment } = yield* policyEnvironment(spec);
  const ofMutations = environment({ hasPatchTypes: true });
  const compile = (expression = "", types: readonly CelType[]): CompiledExpression =>
    compileAdmissionExpression(expression, types, ofMutations);
  const compiled: CompiledMutation[] = [];
  for (const { patchType: sent, applyConfiguration, jsonPatch } of mutations) {
    const patchType = sent === "JSONPatch" ? sent : "ApplyConfiguration";
    const { expression } = (patchType === "JSONPatch" ? jsonPatch : applyConfiguration) ?? {};
    compiled.push({ patchType, expression: compile(expression, mutationReturnTypes[patchType]) });
    if (shouldYield()) yield;
  }
  return {
    matchConditions,
    variables,
    mutations: compiled,
    isReinvoked: reinvocationPolicy === "IfNeeded",
  };
}
