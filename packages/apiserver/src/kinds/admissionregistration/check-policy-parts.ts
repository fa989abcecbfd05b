/** Errors of the fields that policies of both types have. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, isDeepEqual, joinedInSteps } from "@kubewright/apimachinery";
import { environmentOf, policyDeclarations } from "../../expressions/environment.ts";
import { checkMatchConditions } from "../../expressions/match-conditions.ts";
import { checkMatchResources } from "./check-match-resources.ts";
import { checkParamKind } from "./check-params.ts";
import type { MatchResourcesView, PolicyParts } from "./policy.ts";

const failurePolicies: readonly string[] = ["Fail", "Ignore"];
/** The operations on objects that can be changed. */
const mutableOperations: readonly string[] = ["*", "CONNECT", "CREATE", "UPDATE"];

/** In steps, the errors of the common fields; `old` has those of the stored policy on updates. Match conditions that an update leaves unchanged are not checked again. */
export function checkPolicyParts(
  spec: PolicyParts,
  old: PolicyParts | undefined,
  path: FieldPath,
  checkMore: (constraints: MatchResourcesView, path: FieldPath) => readonly FieldError[] = () => [],
): Work<readonly FieldError[]> {
  const { failurePolicy = "", paramKind, matchConstraints, matchConditions = [] } = spec;
  const constraintsPath = path.child("matchConstraints");
  return joinedInSteps([
    () =>
      failurePolicies.includes(failurePolicy)
        ? []
        : [field.notSupported(path.child("failurePolicy"), failurePolicy, failurePolicies)],
    () => (paramKind === undefined ? [] : checkParamKind(paramKind, path.child("paramKind"))),
    () => checkConstraints(matchConstraints, constraintsPath),
    () => (matchConstraints === undefined ? [] : checkMore(matchConstraints, constraintsPath)),
    () =>
      hasSameConditions(spec, old)
        ? []
        : checkMatchConditions(matchConditions, path.child("matchConditions"), environmentOf(policyDeclarations(spec))),
  ]);
}

function checkConstraints(constraints: MatchResourcesView | undefined, path: FieldPath): Work<readonly FieldError[]> {
  if (constraints === undefined) return [field.required(path, "")];
  const { resourceRules = [] } = constraints;
  return joinedInSteps([
    () => checkMatchResources(constraints, path),
    () => (resourceRules.length === 0 ? [field.required(path.child("resourceRules"), "")] : []),
  ]);
}

function hasSameConditions(spec: PolicyParts, old: PolicyParts | undefined): boolean {
  if (old === undefined) return false;
  return (
    isDeepEqual(spec.paramKind, old.paramKind) && isDeepEqual(spec.matchConditions ?? [], old.matchConditions ?? [])
  );
}

/** Errors of rules for operations whose objects cannot be changed. All of them are at the same path. */
export function checkMutableOperations(
  { resourceRules = [] }: MatchResourcesView,
  path: FieldPath,
): readonly FieldError[] {
  const operations = resourceRules.flatMap((rule) => rule.operations ?? []);
  return operations
    .filter((operation) => !mutableOperations.includes(operation))
    .map((operation) =>
      field.notSupported(path.child("resourceRules").child("operations"), operation, mutableOperations),
    );
}
