/** Pods: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/ */
import { field, fieldPath } from "@kubewright/apimachinery";
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import type { Pod, PodSpec } from "@kubewright/api/core/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { hostnameWarnings } from "../generic/hostname-warnings.ts";
import { keepMetadata } from "../keep-fields.ts";
import { evictionSubresource } from "../policy/eviction.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkAnnotatedProfiles, checkPodAnnotations } from "./annotations.ts";
import { applyAppArmorAnnotations } from "./app-armor.ts";
import { bindingSubresource } from "./binding.ts";
import { checkImage } from "./container.ts";
import { defaultPod } from "./defaults.ts";
import { gracePeriodOf } from "./grace-period.ts";
import { applyLabelKeys } from "./label-keys.ts";
import { logSubresource } from "./log.ts";
import { podFields } from "./pod-fields.ts";
import { qualityOfServiceOf } from "./quality-of-service.ts";
import { checkPodSpec } from "./spec.ts";
import { checkPodStatus, hasSameSpec, preparePodStatus } from "./status.ts";
import { checkPodChange } from "./update.ts";
import { podWarnings } from "./warnings.ts";

const specPath = fieldPath("spec");

export const podKind: BuiltinKind = {
  group: "",
  plural: "pods",
  warningsOnCreate: (object) => [...hostnameWarnings(object), ...podWarnings(viewOf<Pod>(object))],
  fields: podFields,
  defaults: (draft) => defaultPod(draftOf<Pod>(draft)),
  prepareForCreate: (draft, { warn }) => {
    const pod = draftOf<Pod>(draft);
    pod.status = { phase: "Pending", qosClass: qualityOfServiceOf(viewOf<Pod>(draft).spec ?? {}) };
    if ((pod.spec?.schedulingGates ?? []).length > 0) pod.status.conditions = [schedulingGated()];
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
      // Kubelets of old have lost owner references here, so that this door does not touch them.
      keepMetadata(draft, old, "ownerReferences");
      preparePodStatus(draftOf<Pod>(draft), viewOf<Pod>(old));
    },
    validateUpdate: (object, old) => checkPodStatus(viewOf<Pod>(object), viewOf<Pod>(old)),
  },
  subresources: [bindingSubresource, evictionSubresource, logSubresource],
};

/** Errors of any Pod, new or changed. */
function checkAnyPod({ metadata = {}, spec = {} }: View<Pod>): readonly FieldError[] {
  return [
    ...checkPodAnnotations(metadata.annotations, spec, fieldPath("metadata", "annotations")),
    ...checkPodSpec(spec, specPath, metadata),
    ...checkTokens(spec, specPath.child("volumes")),
    ...(["containers", "initContainers"] as const).flatMap((list) =>
      (spec[list] ?? []).flatMap((container, index) => checkImage(container, specPath.child(list).index(index))),
    ),
  ];
}

/** Whose token it would be is not said. */
function checkTokens({ serviceAccountName = "", volumes = [] }: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  if (serviceAccountName !== "") return [];
  return volumes.flatMap(({ projected }, index) =>
    (projected?.sources ?? []).flatMap(({ serviceAccountToken }, at) => {
      if (serviceAccountToken === undefined) return [];
      const place = path.index(index).child("projected", "sources").index(at).child("serviceAccountToken");
      return [field.forbidden(place, "must not be specified when serviceAccountName is not set")];
    }),
  );
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

function schedulingGated(): { type: string; status: string; reason: string; message: string } {
  return {
    type: "PodScheduled",
    status: "False",
    reason: "SchedulingGated",
    message: "Scheduling is blocked due to non-empty scheduling gates",
  };
}
