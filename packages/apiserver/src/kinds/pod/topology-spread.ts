/** Checks the topology spread constraints of a Pod. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, flatMapInSteps, joinedInSteps } from "@kubewright/apimachinery";
import type { TopologySpreadConstraint } from "@kubewright/api/core/v1";
import { checkLabelSelector, checkSupported } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkLabelKeys, checkNoSecondSelection } from "./affinity.ts";

const actions: readonly string[] = ["DoNotSchedule", "ScheduleAnyway"];
const nodePolicies: readonly string[] = ["Honor", "Ignore"];

/** In steps. */
export function checkTopologySpread(
  constraints: readonly View<TopologySpreadConstraint>[],
  path: FieldPath,
): Work<readonly FieldError[]> {
  const keyOf = ({ topologyKey = "", whenUnsatisfiable }: View<TopologySpreadConstraint>): string =>
    JSON.stringify([topologyKey, whenUnsatisfiable]);
  const last = new Map(constraints.map((constraint, index) => [keyOf(constraint), index]));
  return flatMapInSteps(constraints, (constraint, index) => {
    const at = path.index(index);
    const { topologyKey = "", whenUnsatisfiable = "", labelSelector, matchLabelKeys = [] } = constraint;
    const isRepeated = last.get(keyOf(constraint)) !== index;
    const errors = [
      ...checkPositive(constraint.maxSkew ?? 0, at.child("maxSkew")),
      ...(topologyKey === "" ? [field.required(at.child("topologyKey"), "can not be empty")] : []),
      ...checkSupported(whenUnsatisfiable, actions, at.child("whenUnsatisfiable")),
      ...(isRepeated
        ? [field.duplicate(at.child("{topologyKey, whenUnsatisfiable}"), `{${topologyKey}, ${whenUnsatisfiable}}`)]
        : []),
      ...checkMinDomains(constraint, at.child("minDomains")),
      ...checkPolicy(constraint.nodeAffinityPolicy, at.child("nodeAffinityPolicy")),
      ...checkPolicy(constraint.nodeTaintsPolicy, at.child("nodeTaintsPolicy")),
      ...checkLabelKeys(matchLabelKeys, labelSelector, at.child("matchLabelKeys")),
      ...checkNoSecondSelection(matchLabelKeys, labelSelector, at),
    ];
    return joinedInSteps([() => errors, () => checkLabelSelector(labelSelector, at.child("labelSelector"))]);
  });
}

function checkPositive(value: number, path: FieldPath): readonly FieldError[] {
  return value > 0 ? [] : [field.invalid(path, value, "must be greater than zero")];
}

function checkMinDomains(constraint: View<TopologySpreadConstraint>, path: FieldPath): readonly FieldError[] {
  const { minDomains, whenUnsatisfiable = "" } = constraint;
  if (minDomains === undefined) return [];
  const errors = checkPositive(minDomains, path);
  if (whenUnsatisfiable === "DoNotSchedule") return errors;
  const text = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
  return [...errors, field.invalid(path, minDomains, text)];
}

function checkPolicy(policy: string | undefined, path: FieldPath): readonly FieldError[] {
  return checkSupported(policy, nodePolicies, path);
}
