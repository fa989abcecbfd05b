/** Conditions of Pods, which also have a `lastProbeTime`. */
import { formatTime } from "@kubewright/apimachinery";
import type { Pod, PodCondition } from "@kubewright/api/core/v1";
import type { Draft } from "../typed.ts";

/** Sets a condition. `lastTransitionTime` changes when the status changes. */
export function setPodCondition(
  pod: Draft<Pod>,
  { type, status, reason, message }: { type: string; status: string; reason?: string; message?: string },
  nowMs: number,
): void {
  const podStatus = (pod.status ??= {});
  const conditions = (podStatus.conditions ??= []);
  const found = conditions.find((condition) => condition.type === type);
  const condition: Draft<PodCondition> = found ?? {};
  if (found === undefined) conditions.push(condition);
  if (condition.status !== status) condition.lastTransitionTime = formatTime(nowMs);
  condition.type = type;
  condition.status = status;
  condition.lastProbeTime ??= null; // A time that was never set prints as null.
  delete condition.reason;
  delete condition.message;
  if (reason !== undefined) condition.reason = reason;
  if (message !== undefined) condition.message = message;
}
