/** Errors of `maxUnavailable` and `maxSurge`: counts or percentages. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isPercent } from "@kubewright/apimachinery";
import { checkIntOrPercent } from "../field-checks.ts";

/** Errors of a rolling update of a Deployment: `maxUnavailable` and `maxSurge` must not both be 0. */
export function checkDeploymentRollout(
  {
    maxUnavailable = 0,
    maxSurge = 0,
  }: { readonly maxUnavailable?: number | string; readonly maxSurge?: number | string },
  path: FieldPath,
): readonly FieldError[] {
  const at = path.child("maxUnavailable");
  return [
    ...checkIntOrPercent(maxUnavailable, at),
    ...checkIntOrPercent(maxSurge, path.child("maxSurge")),
    ...(amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0
      ? [field.invalid(at, maxUnavailable, "may not be 0 when `maxSurge` is 0")]
      : []),
    ...checkNotMoreThanAll(maxUnavailable, at),
  ];
}

/** Errors of a rolling update of a DaemonSet: exactly one of `maxUnavailable` and `maxSurge` must not be 0. */
export function checkDaemonSetRollout(
  {
    maxUnavailable = 0,
    maxSurge = 0,
  }: { readonly maxUnavailable?: number | string; readonly maxSurge?: number | string },
  path: FieldPath,
): readonly FieldError[] {
  const [unavailable, surge] = [path.child("maxUnavailable"), path.child("maxSurge")];
  const errors = [
    ...checkIntOrPercent(maxUnavailable, unavailable),
    ...checkIntOrPercent(maxSurge, surge),
    ...checkNotMoreThanAll(maxUnavailable, unavailable),
    ...checkNotMoreThanAll(maxSurge, surge),
  ];
  const has = [maxUnavailable, maxSurge].filter((amount) => amountOf(amount) !== 0).length;
  if (has === 2) errors.push(field.invalid(surge, maxSurge, "may not be set when maxUnavailable is non-zero"));
  if (has === 0) errors.push(field.required(unavailable, "cannot be 0 when maxSurge is 0"));
  return errors;
}

/** An unknown strategy as errors print it: as a Go struct. */
export function strategyInGo({
  type,
  rollingUpdate,
}: {
  readonly type?: string;
  readonly rollingUpdate?: { readonly maxUnavailable?: number | string; readonly maxSurge?: number | string };
}): unknown {
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate ?? {};
  return {
    Type: type ?? "",
    RollingUpdate: rollingUpdate === undefined ? null : { MaxUnavailable: maxUnavailable, MaxSurge: maxSurge },
  };
}

function checkNotMoreThanAll(amount: number | string, path: FieldPath): readonly FieldError[] {
  if (typeof amount !== "string" || isPercent(amount).length > 0 || amountOf(amount) <= 100) return [];
  return [field.invalid(path, amount, "must not be greater than 100%")];
}

/** A count or a percentage. Other values count as 0. */
function amountOf(amount: number | string): number {
  if (typeof amount === "number") return amount;
  return /^[+-]?\d+%?$/.test(amount) ? Number.parseInt(amount, 10) : 0;
}
