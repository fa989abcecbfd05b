/** Pods: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/ */
import { field, fieldPath } from "@kubewright/apimachinery";
import type { FieldError } from "@kubewright/apimachinery";
import type { Pod } from "@kubewright/api/core/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { hostnameWarnings } from "../generic/hostname-warnings.ts";
import { keepMetadata } from "../keep-fields.ts";
import { evictionSubresource } from "../policy/eviction.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { bindingSubresource } from "./binding.ts";
import { defaultPod } from "./defaults.ts";
import { gracePeriodOf } from "./grace-period.ts";
import { logSubresource } from "./log.ts";
import { podFields } from "./pod-fields.ts";
import { qualityOfServiceOf } from "./quality-of-service.ts";
import { checkPodSpec } from "./spec.ts";
import { checkPodStatus, hasSameSpec, preparePodStatus } from "./status.ts";
import { checkPodChange } from "./update.ts";

const spec = fieldPath("spec");

export const podKind: BuiltinKind = {
  group: "",
  plural: "pods",
  warningsOnCreate: hostnameWarnings,
  fields: podFields,
  defaults: (draft) => defaultPod(draftOf<Pod>(draft)),
  prepareForCreate: (draft) => {
    const pod = draftOf<Pod>(draft);
    pod.status = { phase: "Pending", qosClass: qualityOfServiceOf(viewOf<Pod>(draft).spec ?? {}) };
    if ((pod.spec?.schedulingGates ?? []).length > 0) pod.status.conditions = [schedulingGated()];
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
function checkAnyPod(pod: View<Pod>): readonly FieldError[] {
  const errors = [...checkPodSpec(pod.spec ?? {}, spec)];
  for (const list of ["containers", "initContainers"] as const) {
    for (const [index, { image = "" }] of (pod.spec?.[list] ?? []).entries()) {
      if (image === image.trim()) continue;
      const text = "must not have leading or trailing whitespace";
      errors.push(field.invalid(spec.child(list).index(index).child("image"), image, text));
    }
  }
  return errors;
}

function checkNewPod(pod: View<Pod>): readonly FieldError[] {
  const errors = [...checkAnyPod(pod)];
  if ((pod.spec?.ephemeralContainers ?? []).length > 0) {
    errors.push(field.forbidden(spec.child("ephemeralContainers"), "cannot be set on create"));
  }
  if (pod.spec?.nodeName !== undefined && (pod.spec.schedulingGates ?? []).length > 0) {
    errors.push(field.forbidden(spec.child("nodeName"), "cannot be set until all schedulingGates have been cleared"));
  }
  return errors;
}

function schedulingGated(): { type: string; status: string; reason: string; message: string } {
  return {
    type: "PodScheduled",
    status: "False",
    reason: "SchedulingGated",
    message: "Scheduling is blocked due to non-empty scheduling gates",
  };
}
