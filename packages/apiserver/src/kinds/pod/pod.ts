/** Pods: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/ */
import { field, fieldPath } from "@kubewright/apimachinery";
import type { FieldError } from "@kubewright/apimachinery";
import type { Pod } from "@kubewright/api/core/v1";
import type { Subresource } from "../../registry/subresource.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { hostnameWarnings } from "../generic/hostname-warnings.ts";
import { keepMetadata } from "../keep-fields.ts";
import { evictionSubresource } from "../policy/eviction.ts";
import type { Draft, View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkAnnotatedProfiles } from "./annotations.ts";
import { checkAnyPod } from "./any-pod.ts";
import { applyAppArmorAnnotations } from "./app-armor.ts";
import { bindingSubresource } from "./binding.ts";
import { defaultPod } from "./defaults.ts";
import { ephemeralContainersSubresource } from "./ephemeral-door.ts";
import { gracePeriodOf } from "./grace-period.ts";
import { applyLabelKeys } from "./label-keys.ts";
import { setPodCondition } from "./pod-condition.ts";
import { podFields } from "./pod-fields.ts";
import { qualityOfServiceOf } from "./quality-of-service.ts";
import { resizeSubresource } from "./resize-door.ts";
import { checkPodStatus, hasSameSpec, preparePodStatus } from "./status.ts";
import { checkPodChange } from "./update.ts";
import { podWarnings } from "./warnings.ts";

const specPath = fieldPath("spec");

const schedulingGated = {
  type: "PodScheduled",
  status: "False",
  reason: "SchedulingGated",
  message: "Scheduling is blocked due to non-empty scheduling gates",
} as const;

/** Pods; `connections` are the subresources that reach containers and networks. */
export function podKind(connections: readonly Subresource[]): BuiltinKind {
  return { ...pod, subresources: [...(pod.subresources ?? []), ...connections] };
}

const pod: BuiltinKind = {
  group: "",
  plural: "pods",
  warningsOnCreate: (object) => [...hostnameWarnings(object), ...podWarnings(viewOf<Pod>(object))],
  fields: podFields,
  defaults: (draft) => {
    defaultPod(draftOf<Pod>(draft));
    joinAddresses(draftOf<Pod>(draft));
  },
  prepareForCreate: (draft, { warn, clock }) => {
    const pod = draftOf<Pod>(draft);
    pod.status = { phase: "Pending", qosClass: qualityOfServiceOf(viewOf<Pod>(draft).spec ?? {}) };
    if ((pod.spec?.schedulingGates ?? []).length > 0) setPodCondition(pod, schedulingGated, clock.wallTime());
    applyLabelKeys(pod);
    applyAppArmorAnnotations(pod, warn);
  },
  validate: (object) => checkNewPod(viewOf<Pod>(object)),
  validateUpdate: (object, old) => [
    ...checkAnyPod(viewOf<Pod>(object)),
    ...checkPodChange(viewOf<Pod>(object), viewOf<Pod>(old)),
  ],
  desiredStateChanged: (object, old) => !hasSameSpec(viewOf<Pod>(object), viewOf<Pod>(old)),
  gracePeriodFor: (object, requestedSeconds) => gracePeriodOf(viewOf<Pod>(object), requestedSeconds),
  status: {
    prepareForUpdate: (draft, old) => {
      // Old kubelets lose owner references.
      keepMetadata(draft, old, "ownerReferences", "deletionTimestamp");
      preparePodStatus(draftOf<Pod>(draft), viewOf<Pod>(old));
    },
    validateUpdate: (object, old) => checkPodStatus(viewOf<Pod>(object), viewOf<Pod>(old)),
  },
  subresources: [bindingSubresource, ephemeralContainersSubresource, evictionSubresource, resizeSubresource],
};

/** `podIP` is the first of `podIPs`, whichever of the two was sent; where they differ, it decides. */
function joinAddresses({ status }: Draft<Pod>): void {
  if (status === undefined) return;
  const { podIP = "", podIPs = [] } = status;
  const first = podIPs[0]?.ip ?? "";
  if (podIP !== "" && podIP !== first) status.podIPs = [{ ip: podIP }];
  else if (first !== "") status.podIP = first;
}

function checkNewPod(pod: View<Pod>): readonly FieldError[] {
  const { metadata = {}, spec = {} } = pod;
  const errors = [...checkAnyPod(pod)];
  if ((spec.ephemeralContainers ?? []).length > 0) {
    errors.push(field.forbidden(specPath.child("ephemeralContainers"), "cannot be set on create"));
  }
  if ((spec.nodeName ?? "") !== "" && (spec.schedulingGates ?? []).length > 0) {
    const text = "cannot be set until all schedulingGates have been cleared";
    errors.push(field.forbidden(specPath.child("nodeName"), text));
  }
  return [...errors, ...checkAnnotatedProfiles(metadata.annotations, spec, specPath)];
}
