/**
 * LimitRanger: sets the default resources of the containers of a new Pod, and rejects Pods and claims outside the limits of their namespace.
 * https://kubernetes.io/docs/concepts/policy/limit-range/
 */
import { formatErrorMessages } from "@kubewright/apimachinery";
import type { LimitRange, PersistentVolumeClaim, Pod } from "@kubewright/api/core/v1";
import type { View } from "../../../kinds/typed.ts";
import { draftOf, viewOf } from "../../../kinds/typed.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../../../registry/admission-plugin.ts";
import type { RequestContext } from "../../../contracts/server-context.ts";
import { forbid, forbidUncountable } from "../forbid.ts";
import { violationsOfClaim, violationsOfPod } from "./check-limits.ts";
import { defaultResources } from "./default-resources.ts";

const limitRanges = { group: "", resource: "limitranges" } as const;

export const limitRanger: AdmissionPlugin = {
  name: "LimitRanger",
  mutate: (attributes, context) => {
    const { object } = attributes;
    if (object === undefined || !isLimited(attributes) || attributes.resource.resource !== "pods") return;
    for (const { spec } of limitRangesOf(attributes, context))
      defaultResources(draftOf<Pod>(object), spec?.limits ?? []);
  },
  validate: (attributes, context) => {
    const { object, resource } = attributes;
    if (object === undefined || !isLimited(attributes)) return;
    for (const { spec } of limitRangesOf(attributes, context)) {
      const violations = forbidUncountable(attributes, () =>
        resource.resource === "pods"
          ? violationsOfPod(viewOf<Pod>(object), spec?.limits ?? [])
          : violationsOfClaim(viewOf<PersistentVolumeClaim>(object), spec?.limits ?? []),
      );
      if (violations.length > 0) throw forbid(attributes, formatErrorMessages(violations));
    }
  },
};

/** The resources of a Pod are set by its create and by `pods/resize`; those of a claim also by an update. */
function isLimited({ operation, resource, subresource, oldObject }: AdmissionAttributes): boolean {
  if (resource.group !== "" || oldObject?.metadata.deletionTimestamp !== undefined) return false;
  if (resource.resource === "pods") {
    return subresource === "resize" ? operation === "UPDATE" : subresource === "" && operation === "CREATE";
  }
  const isWritten = operation === "CREATE" || operation === "UPDATE";
  return resource.resource === "persistentvolumeclaims" && subresource === "" && isWritten;
}

function limitRangesOf({ namespace }: AdmissionAttributes, { read }: RequestContext): readonly View<LimitRange>[] {
  if (!read.hasAny(limitRanges, namespace)) return [];
  return Array.from(read.list(limitRanges, namespace), (each) => viewOf<LimitRange>(each));
}
