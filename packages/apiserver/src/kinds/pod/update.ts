/** The fields of a Pod that an update may change: https://kubernetes.io/docs/concepts/workloads/pods/#pod-update-and-replacement */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { Container, Pod, PodSpec, Toleration } from "@kubewright/api/core/v1";
import { checkRequired } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkAnnotationChange, checkPodAnnotations } from "./annotations.ts";
import { checkImage } from "./container.ts";
import { checkGatedPlacement, withoutGatedPlacement } from "./gated-placement.ts";
import { checkTolerations } from "./tolerations.ts";

const spec = fieldPath("spec");
const int32Max = 2 ** 31 - 1;

const changeable = [
  "`spec.containers[*].image`",
  "`spec.initContainers[*].image`",
  "`spec.activeDeadlineSeconds`",
  "`spec.tolerations` (only additions to existing tolerations)",
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
].join(",");

/** Errors of a change of a Pod, in addition to those of its fields. After some errors the later checks are skipped. */
export function checkPodChange(pod: View<Pod>, old: View<Pod>): readonly FieldError[] {
  const [next, before] = [pod.spec ?? {}, old.spec ?? {}];
  const errors = [...checkAnnotations(pod, old)];
  for (const list of ["containers", "initContainers"] as const) {
    const [containers, oldContainers] = [next[list] ?? [], before[list] ?? []];
    if (containers.length !== oldContainers.length) {
      return [...errors, field.forbidden(spec.child(list), "pod updates may not add or remove containers")];
    }
    append(errors, checkImages(containers, spec.child(list)));
  }
  const deadline = checkDeadline(next.activeDeadlineSeconds, before.activeDeadlineSeconds);
  append(errors, deadline);
  if (deadline.length > 0 && next.activeDeadlineSeconds !== undefined) return errors;
  append(errors, [
    ...checkAddedTolerations(next.tolerations ?? [], before.tolerations ?? []),
    ...checkRemovedGates(next, before),
    ...checkGatedPlacement(next, before, spec),
  ]);
  if (!isDeepEqual(withoutChangeable(next, before), withoutChangeable(before, before))) {
    errors.push(field.forbidden(spec, `pod updates may not change fields other than ${changeable}`));
  }
  return errors;
}

/** Errors of annotations, some of which are immutable. kube-apiserver checks them again here, and reports them twice. */
export function checkAnnotations(pod: View<Pod>, old: View<Pod>): readonly FieldError[] {
  const path = fieldPath("metadata", "annotations");
  const annotations = pod.metadata?.annotations;
  return [
    ...checkAnnotationChange(annotations, old.metadata?.annotations, path),
    ...checkPodAnnotations(annotations, pod.spec ?? {}, path),
  ];
}

function checkImages(containers: readonly View<Container>[], path: FieldPath): readonly FieldError[] {
  return containers.flatMap((container, index) => [
    ...checkRequired(container.image, path.index(index).child("image")),
    ...checkImage(container, path.index(index)),
  ]);
}

function checkDeadline(next: number | undefined, before: number | undefined): readonly FieldError[] {
  const path = spec.child("activeDeadlineSeconds");
  if (next === undefined) {
    if (before === undefined) return [];
    return [field.invalid(path, null, "must not update from a positive integer to nil value")];
  }
  if (next < 0 || next > int32Max) {
    return [field.invalid(path, next, `must be between 0 and ${int32Max}, inclusive`)];
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
  const present = new Set(next.map(keyWithoutSeconds));
  const isKept = before.every((old) => present.has(keyWithoutSeconds(old)));
  if (!isKept) return [field.forbidden(path, "existing toleration can not be modified except its tolerationSeconds")];
  return checkTolerations(next, path);
}

function keyWithoutSeconds({ key, operator, value, effect }: View<Toleration>): string {
  return JSON.stringify([key, operator, value, effect]);
}

function checkRemovedGates(next: View<PodSpec>, before: View<PodSpec>): readonly FieldError[] {
  const names = new Set((before.schedulingGates ?? []).map(({ name }) => name));
  return (next.schedulingGates ?? []).flatMap(({ name = "" }, index) => {
    if (names.has(name)) return [];
    const text = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return [field.forbidden(spec.child("schedulingGates").index(index).child("name"), text)];
  });
}

/** The spec without the fields that may change. */
function withoutChangeable(next: View<PodSpec>, before: View<PodSpec>): unknown {
  const {
    containers,
    initContainers,
    activeDeadlineSeconds: _deadline,
    tolerations: _tolerations,
    schedulingGates: _gates,
    terminationGracePeriodSeconds,
    ...fixed
  } = withoutGatedPlacement(next, before);
  const wasNegative = (before.terminationGracePeriodSeconds ?? 0) < 0;
  return {
    ...fixed,
    containers: (containers ?? []).map(withoutImage),
    initContainers: (initContainers ?? []).map(withoutImage),
    terminationGracePeriodSeconds:
      wasNegative && terminationGracePeriodSeconds === 1
        ? before.terminationGracePeriodSeconds
        : terminationGracePeriodSeconds,
  };
}

function withoutImage({ image: _image, ...rest }: View<Container>): View<Container> {
  return rest;
}
