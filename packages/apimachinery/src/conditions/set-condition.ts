// Reads and changes lists of conditions. Other conditions are kept, and the functions return the same array if
// nothing changed.

import { formatTime } from "../time/time.ts";
import type { Condition, ConditionStatus } from "./condition.ts";

/** A condition to set. `lastTransitionTime` follows from the comparison with the current one. */
export interface ConditionUpdate {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string;
  /** Default: empty. */
  readonly message?: string;
  readonly observedGeneration?: number;
}

/** The condition of a type; `undefined` if it is absent. */
export function findCondition<T extends { readonly type: string }>(
  conditions: readonly T[] | undefined,
  type: string,
): T | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether a condition is present and `True`. */
export function isConditionTrue(
  conditions: readonly { readonly type: string; readonly status: string }[] | undefined,
  type: string,
): boolean {
  return findCondition(conditions, type)?.status === "True";
}

/**
 * The conditions with one of them set: a new one at the end, an existing one in its place. `lastTransitionTime` changes
 * only when `status` does.
 *
 * @param nowMs milliseconds since the epoch.
 * @returns the same array if nothing changed.
 */
export function setCondition(
  conditions: readonly Condition[] | undefined,
  update: ConditionUpdate,
  nowMs: number,
): readonly Condition[] {
  const existing = findCondition(conditions, update.type);
  const next = nextCondition(existing, update, nowMs);
  if (conditions === undefined || existing === undefined) return [...(conditions ?? []), next];
  if (next === existing) return conditions;
  return conditions.map((condition) => (condition === existing ? next : condition));
}

/** The conditions without one type; the same array if it is absent. */
export function removeCondition(conditions: readonly Condition[], type: string): readonly Condition[] {
  const rest = conditions.filter((condition) => condition.type !== type);
  return rest.length === conditions.length ? conditions : rest;
}

function nextCondition(existing: Condition | undefined, update: ConditionUpdate, nowMs: number): Condition {
  const { type, status, reason, message = "" } = update;
  const observedGeneration = update.observedGeneration ?? existing?.observedGeneration;
  const isSame =
    existing !== undefined &&
    existing.status === status &&
    existing.reason === reason &&
    existing.message === message &&
    existing.observedGeneration === observedGeneration;
  if (isSame) return existing;
  const lastTransitionTime = existing?.status === status ? existing.lastTransitionTime : formatTime(nowMs);
  const generation = observedGeneration === undefined ? {} : { observedGeneration };
  return { type, status, ...generation, lastTransitionTime, reason, message };
}
