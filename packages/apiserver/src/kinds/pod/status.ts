/** The rules of `pods/status`, which kubelets and node simulators write. */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { ContainerStatus, Pod, PodSpec } from "@kubewright/api/core/v1";
import type { Draft, View } from "../typed.ts";

const statusPath = fieldPath("status");

/** Puts back what a status write may not clear: the class of service, and the generations that conditions observed. */
export function preparePodStatus(pod: Draft<Pod>, old: View<Pod>): void {
  const status = (pod.status ??= {});
  if (old.status?.qosClass !== undefined) status.qosClass ??= old.status.qosClass;
  if (old.status?.observedGeneration !== undefined) status.observedGeneration ??= old.status.observedGeneration;
  for (const condition of status.conditions ?? []) {
    const before = old.status?.conditions?.find(({ type }) => type === condition.type);
    if (before?.observedGeneration !== undefined) condition.observedGeneration ??= before.observedGeneration;
  }
}

export function checkPodStatus(pod: View<Pod>, old: View<Pod>): readonly FieldError[] {
  const status = pod.status ?? {};
  const errors: FieldError[] = [];
  if (status.qosClass !== old.status?.qosClass) {
    errors.push(field.invalid(statusPath.child("qosClass"), status.qosClass ?? "", "field is immutable"));
  }
  errors.push(
    ...checkTransitions(
      status.containerStatuses ?? [],
      old.status?.containerStatuses ?? [],
      "containerStatuses",
      old.spec ?? {},
    ),
  );
  const { podIP, podIPs = [] } = status;
  if (podIP !== undefined && podIPs[0] !== undefined && podIPs[0].ip !== podIP) {
    const text = `podIPs[0].ip must match podIP: ${podIP}`;
    errors.push(field.invalid(statusPath.child("podIPs").index(0).child("ip"), podIPs[0].ip ?? "", text));
  }
  return errors;
}

/** A container that has ended does not run again where the Pod's restart policy says that it must not. */
function checkTransitions(
  next: readonly View<ContainerStatus>[],
  before: readonly View<ContainerStatus>[],
  list: string,
  spec: View<PodSpec>,
): readonly FieldError[] {
  if (spec.restartPolicy === "Always") return [];
  return before.flatMap((old, index) => {
    const ended = old.state?.terminated;
    if (ended === undefined) return [];
    const mayRestart = spec.restartPolicy === "OnFailure" && ended.exitCode !== 0;
    const now = next.find(({ name }) => name === old.name);
    if (mayRestart || now === undefined || now.state?.terminated !== undefined) return [];
    const at = statusPath.child(list).index(index).child("state");
    return [field.forbidden(at, "may not be transitioned to non-terminated state")];
  });
}

/** Whether two pods have the same spec. */
export function hasSameSpec(pod: View<Pod>, old: View<Pod>): boolean {
  return isDeepEqual(pod.spec, old.spec);
}
