/** Pods: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/ */
import type { FieldError, LabelSelector, Work } from "@kubewright/apimachinery";
import { field, fieldPath, getOwn, joinedInSteps } from "@kubewright/apimachinery";
import type { Pod, PodAffinityTerm, PodSpec } from "@kubewright/api/core/v1";
import type { Subresource } from "../../contracts/subresource.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { hostnameWarnings } from "../generic/hostname-warnings.ts";
import { keepMetadata } from "../keep-fields.ts";
import { evictionSubresource } from "./eviction.ts";
import type { Draft, View } from "../typed.ts";
import { viewOf } from "../typed.ts";
import { checkAnnotatedProfiles } from "./annotations.ts";
import { checkAnyPod } from "./any-pod.ts";
import { applyAppArmorAnnotations } from "./app-armor.ts";
import { bindingSubresource } from "./binding.ts";
import { defaultPod } from "./defaults.ts";
import { ephemeralContainersSubresource } from "./ephemeral-containers-subresource.ts";
import { dropGatedFields } from "./gated-fields.ts";
import { gracePeriodOf } from "./grace-period.ts";
import { podCells, podConditions } from "./pod-cells.ts";
import { setPodCondition } from "./pod-condition.ts";
import { qualityOfServiceOf } from "./quality-of-service.ts";
import { resizeSubresource } from "./resize.ts";
import { checkPodStatus, hasSameSpec, preparePodStatus } from "./status.ts";
import { checkPodChange } from "./update.ts";
import { podWarnings } from "./warnings.ts";
import type { FieldSelectorFields } from "../../contracts/field-selectors.ts";

const podFields: FieldSelectorFields = {
  labels: [
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "spec.hostNetwork",
    "status.phase",
    "status.podIP",
    "status.podIPs",
    "status.nominatedNodeName",
  ],
  valuesOf: (object) => {
    const { spec, status } = viewOf<Pod>(object);
    const podIp = status?.podIPs?.[0]?.ip ?? "";
    return {
      "spec.nodeName": spec?.nodeName ?? "",
      "spec.restartPolicy": spec?.restartPolicy ?? "",
      "spec.schedulerName": spec?.schedulerName ?? "",
      "spec.serviceAccountName": spec?.serviceAccountName ?? "",
      "spec.hostNetwork": String(spec?.hostNetwork ?? false),
      "status.phase": status?.phase ?? "",
      "status.podIP": podIp,
      "status.podIPs": podIp,
      "status.nominatedNodeName": status?.nominatedNodeName ?? "",
    };
  },
};

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

const pod: BuiltinKind = builtinKind<Pod>({
  group: "",
  plural: "pods",
  metadataChecks: { wholeOnUpdate: true },
  tracksGeneration: true,
  warningsOnCreate: (object) => [...hostnameWarnings(object), ...podWarnings(object)],
  fields: podFields,
  defaults: (draft) => {
    defaultPod(draft);
    syncAddresses(draft);
  },
  prepareForCreate: (draft, { warn, clock }) => {
    dropGatedFields(draft.spec ?? {});
    draft.status = { phase: "Pending", qosClass: qualityOfServiceOf(draft.spec ?? {}) };
    if ((draft.spec?.schedulingGates ?? []).length > 0) setPodCondition(draft, schedulingGated, clock.wallTime());
    applyLabelKeys(draft);
    applyAppArmorAnnotations(draft, warn);
  },
  prepareForUpdate: (draft) => dropGatedFields(draft.spec ?? {}),
  validate: (object) => checkNewPod(object),
  validateUpdate: (object, old) => joinedInSteps([() => checkAnyPod(object), () => checkPodChange(object, old)]),
  desiredStateChanged: (object, old) => !hasSameSpec(object, old),
  deletion: {
    returnsObject: true,
    gracePeriodFor: (object, requestedSeconds) => gracePeriodOf(object, requestedSeconds),
  },
  status: {
    resetFields: [["spec"], ["metadata", "deletionTimestamp"], ["metadata", "ownerReferences"]],
    prepareForUpdate: (draft, old) => {
      // Old kubelets lose owner references.
      keepMetadata(draft, old, "ownerReferences", "deletionTimestamp");
      preparePodStatus(draft, old);
    },
    validateUpdate: (object, old) => checkPodStatus(object, old),
  },
  cells: podCells,
  rowConditions: podConditions,
  subresources: [bindingSubresource, ephemeralContainersSubresource, evictionSubresource, resizeSubresource],
});

/** `podIP` is the first item of `podIPs`. If both are sent and differ, `podIP` has precedence. */
function syncAddresses({ status }: Draft<Pod>): void {
  if (status === undefined) return;
  const { podIP = "", podIPs = [] } = status;
  const first = podIPs[0]?.ip ?? "";
  if (podIP !== "" && podIP !== first) status.podIPs = [{ ip: podIP }];
  else if (first !== "") status.podIP = first;
}

function checkNewPod(pod: View<Pod>): Work<readonly FieldError[]> {
  const { metadata = {}, spec = {} } = pod;
  return joinedInSteps([
    () => checkAnyPod(pod),
    () => checkScheduling(spec),
    () => checkAnnotatedProfiles(metadata.annotations, spec, specPath),
  ]);
}

function checkScheduling(spec: View<PodSpec>): readonly FieldError[] {
  const errors: FieldError[] = [];
  if ((spec.ephemeralContainers ?? []).length > 0) {
    errors.push(field.forbidden(specPath.child("ephemeralContainers"), "cannot be set on create"));
  }
  if ((spec.nodeName ?? "") !== "" && (spec.schedulingGates ?? []).length > 0) {
    const text = "cannot be set until all schedulingGates have been cleared";
    errors.push(field.forbidden(specPath.child("nodeName"), text));
  }
  return errors;
}

type Labels = { readonly [key: string]: string };

/** A key in `matchLabelKeys` selects the value of the Pod, and one in `mismatchLabelKeys` all other values. */
function applyLabelKeys(pod: Draft<Pod>): void {
  const labels = pod.metadata?.labels ?? {};
  const { affinity, topologySpreadConstraints = [] } = pod.spec ?? {};
  for (const each of [affinity?.podAffinity, affinity?.podAntiAffinity]) {
    const preferred = each?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    const terms: readonly (Draft<PodAffinityTerm> | undefined)[] = [
      ...preferred.map(({ podAffinityTerm }) => podAffinityTerm),
      ...(each?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ];
    for (const term of terms) {
      if (term?.labelSelector === undefined) continue;
      complete(term.labelSelector, term.matchLabelKeys ?? [], "In", labels);
      complete(term.labelSelector, term.mismatchLabelKeys ?? [], "NotIn", labels);
    }
  }
  for (const { labelSelector, matchLabelKeys = [] } of topologySpreadConstraints) {
    if (labelSelector !== undefined) complete(labelSelector, matchLabelKeys, "In", labels);
  }
}

/** Keys without a label on the Pod are ignored. */
function complete(
  selector: Draft<LabelSelector>,
  keys: readonly string[],
  operator: "In" | "NotIn",
  labels: Labels,
): void {
  const added = keys.flatMap((key) => {
    const value = getOwn(labels, key);
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  });
  if (added.length > 0) selector.matchExpressions = [...(selector.matchExpressions ?? []), ...added];
}
