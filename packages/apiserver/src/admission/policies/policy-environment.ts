/** The parts that validating and mutating policies share: match conditions and variables. */
import type { Steps } from "@kubewright/apimachinery";
import { shouldYield } from "@kubewright/apimachinery";
import type { Environment } from "@kubewright/cel";
import type { Declarations } from "../../expressions/environment.ts";
import { environmentOf, policyDeclarations } from "../../expressions/environment.ts";
import type { MatchCondition } from "../../expressions/match-conditions.ts";
import { compileMatchConditions } from "../../expressions/match-conditions.ts";
import { PolicyVariables } from "../../expressions/policy-variables.ts";
import type { PolicyParts, VariableView } from "../../kinds/admissionregistration/admission-kind.ts";

export interface PolicyEnvironment {
  readonly matchConditions: readonly MatchCondition[];
  readonly variables: PolicyVariables;
  /** The environment of the other expressions, with all variables. Default: the declarations of validations. */
  readonly environment: (declarations?: Partial<Declarations>) => Environment;
}

/** Compiles the match conditions and variables of a stored policy. */
export function* policyEnvironment(
  spec: PolicyParts & { readonly variables?: readonly VariableView[] },
): Steps<PolicyEnvironment> {
  const declarations = policyDeclarations(spec);
  const variables = new PolicyVariables();
  for (const { name = "", expression = "" } of spec.variables ?? []) {
    variables.declare({ name, expression }, declarations);
    if (shouldYield()) yield;
  }
  return {
    matchConditions: compileMatchConditions(spec.matchConditions ?? [], environmentOf(declarations)),
    variables,
    environment: (more = {}) => variables.environmentOf({ ...declarations, ...more }),
  };
}
