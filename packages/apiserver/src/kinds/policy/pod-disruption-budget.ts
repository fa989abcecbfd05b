/** PodDisruptionBudgets: https://kubernetes.io/docs/tasks/run-application/configure-pdb/ */
import type { FieldError, Work } from "@kubewright/apimachinery";
import { field, fieldPath, joinedInSteps } from "@kubewright/apimachinery";
import type { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { checkConditions } from "../condition-checks.ts";
import { checkIntOrPercent, checkLabelSelector, checkNonNegative, checkSupported } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { shownSelector } from "../label-selectors.ts";
import type { View } from "../typed.ts";

const spec = fieldPath("spec");
const status = fieldPath("status");

export const podDisruptionBudgetKind: BuiltinKind = builtinKind<PodDisruptionBudget>({
  group: "policy",
  plural: "poddisruptionbudgets",
  metadataChecks: { kind: false },
  tracksGeneration: true,
  allowUnconditionalUpdate: false,
  validate: (object) => checkBudget(object),
  validateUpdate: (object) => checkBudget(object),
  status: { validateUpdate: (object) => checkStatus(object.status ?? {}) },
  cells: (object) => {
    const { spec = {}, status = {} } = object;
    return {
      "Min Available": String(spec.minAvailable ?? "N/A"),
      "Max Unavailable": String(spec.maxUnavailable ?? "N/A"),
      "Allowed Disruptions": status.disruptionsAllowed ?? 0,
    };
  },
});

function checkStatus(report: NonNullable<View<PodDisruptionBudget>["status"]>): readonly FieldError[] {
  return [
    ...checkConditions(report.conditions ?? [], status.child("conditions")),
    ...(["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"] as const).flatMap((name) =>
      checkNonNegative(report[name], status.child(name)),
    ),
  ];
}

function checkBudget({ spec: budget = {} }: View<PodDisruptionBudget>): Work<readonly FieldError[]> {
  const errors: FieldError[] = [];
  const { minAvailable, maxUnavailable, selector = null, unhealthyPodEvictionPolicy } = budget;
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    const shown = {
      MinAvailable: minAvailable,
      Selector: shownSelector(selector),
      MaxUnavailable: maxUnavailable,
      UnhealthyPodEvictionPolicy: unhealthyPodEvictionPolicy ?? null,
    };
    errors.push(field.invalid(spec, shown, "minAvailable and maxUnavailable cannot be both set"));
  }
  const policies = ["AlwaysAllow", "IfHealthyBudget"];
  return joinedInSteps([
    () => [...errors, ...checkPart(minAvailable, "minAvailable"), ...checkPart(maxUnavailable, "maxUnavailable")],
    () => checkLabelSelector(selector ?? undefined, spec.child("selector")),
    () => checkSupported(unhealthyPodEvictionPolicy, policies, spec.child("unhealthyPodEvictionPolicy")),
  ]);
}

function checkPart(value: number | string | undefined, name: string): readonly FieldError[] {
  const path = spec.child(name);
  const errors = checkIntOrPercent(value, path);
  const isTooMuch = typeof value === "string" && /^\d+%$/.test(value) && Number(value.slice(0, -1)) > 100;
  return isTooMuch ? [...errors, field.invalid(path, value, "must not be greater than 100%")] : errors;
}
