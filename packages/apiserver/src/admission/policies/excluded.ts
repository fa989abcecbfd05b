/** Requests that policies never apply to. */
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";

/** A policy that denies everything could not be deleted if policies applied to policies. */
const configuration: ReadonlySet<string> = new Set([
  "mutatingadmissionpolicies",
  "mutatingadmissionpolicybindings",
  "validatingadmissionpolicies",
  "validatingadmissionpolicybindings",
]);

/** All resources of these groups are reviews, which components of a cluster need to work. */
const reviewGroups: ReadonlySet<string> = new Set(["authentication.k8s.io", "authorization.k8s.io"]);

export function isExcludedFromPolicies({
  resource: { group, resource },
}: Pick<AdmissionAttributes, "resource">): boolean {
  return reviewGroups.has(group) || (group === "admissionregistration.k8s.io" && configuration.has(resource));
}
