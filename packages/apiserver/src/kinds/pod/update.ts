/** What may change in a Pod that exists: https://kubernetes.io/docs/concepts/workloads/pods/#pod-update-and-replacement */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { Container, Pod, PodSpec, Toleration } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { checkTolerations } from "./tolerations.ts";

const spec = fieldPath("spec");

const changeable = [
  "`spec.containers[*].image`",
  "`spec.initContainers[*].image`",
  "`spec.activeDeadlineSeconds`",
  "`spec.tolerations` (only additions to existing tolerations)",
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
].join(",");

/** Errors of a changed Pod, beyond those of any Pod. */
export function checkPodChange(pod: View<Pod>, old: View<Pod>): readonly FieldError[] {
  const next = pod.spec ?? {};
  const before = old.spec ?? {};
  for (const list of ["containers", "initContainers"] as const) {
    if ((next[list] ?? []).length !== (before[list] ?? []).length) {
      return [field.forbidden(spec.child(list), "pod updates may not add or remove containers")];
    }
  }
  const errors = [
    ...checkDeadline(next.activeDeadlineSeconds, before.activeDeadlineSeconds),
    ...checkAddedTolerations(next.tolerations ?? [], before.tolerations ?? []),
    ...checkRemovedGates(next, before),
  ];
  if (!isDeepEqual(withoutChangeable(next, before), withoutChangeable(before, before))) {
    errors.push(field.forbidden(spec, `pod updates may not change fields other than ${changeable}`));
  }
  return errors;
}

function checkDeadline(next: number | undefined, before: number | undefined): readonly FieldError[] {
  const path = spec.child("activeDeadlineSeconds");
  if (next === undefined) {
    if (before === undefined) return [];
    return [field.invalid(path, null, "must not update from a positive integer to nil value")];
  }
  if (before !== undefined && next > before) {
    return [field.invalid(path, next, "must be less than or equal to previous value")];
  }
  return [];
}

/** A toleration may be added, and its seconds may change. */
function checkAddedTolerations(
  next: readonly View<Toleration>[],
  before: readonly View<Toleration>[],
): readonly FieldError[] {
  const path = spec.child("tolerations");
  const isKept = before.every((old) =>
    next.some((toleration) => isDeepEqual(withoutSeconds(toleration), withoutSeconds(old))),
  );
  if (!isKept) return [field.forbidden(path, "existing toleration can not be modified except its tolerationSeconds")];
  return checkTolerations(next, path);
}

function withoutSeconds({ tolerationSeconds: _seconds, ...rest }: View<Toleration>): View<Toleration> {
  return rest;
}

function checkRemovedGates(next: View<PodSpec>, before: View<PodSpec>): readonly FieldError[] {
  const names = new Set((before.schedulingGates ?? []).map(({ name }) => name));
  return (next.schedulingGates ?? []).flatMap(({ name = "" }, index) => {
    if (names.has(name)) return [];
    const text = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return [field.forbidden(spec.child("schedulingGates").index(index), text)];
  });
}

/** The spec without what may change. The node's selector is open while scheduling gates hold the Pod back. */
function withoutChangeable(next: View<PodSpec>, before: View<PodSpec>): unknown {
  const {
    containers,
    initContainers,
    activeDeadlineSeconds: _deadline,
    tolerations: _tolerations,
    schedulingGates: _gates,
    terminationGracePeriodSeconds,
    nodeSelector,
    ...fixed
  } = next;
  const wasNegative = (before.terminationGracePeriodSeconds ?? 0) < 0;
  const isGated = (before.schedulingGates ?? []).length > 0;
  return {
    ...fixed,
    containers: (containers ?? []).map(withoutImage),
    initContainers: (initContainers ?? []).map(withoutImage),
    terminationGracePeriodSeconds:
      wasNegative && terminationGracePeriodSeconds === 1
        ? before.terminationGracePeriodSeconds
        : terminationGracePeriodSeconds,
    nodeSelector: isGated ? undefined : nodeSelector,
  };
}

function withoutImage({ image: _image, ...rest }: View<Container>): View<Container> {
  return rest;
}
