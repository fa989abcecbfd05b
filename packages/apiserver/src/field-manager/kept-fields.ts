/**
 * The reset fields of each endpoint: the endpoint ignores them in requests, so a request does not become their manager. Most kinds reset
 * `status` at the main endpoint and `spec` at `status`; the tables list what differs.
 * https://github.com/kubernetes/kubernetes/tree/master/pkg/registry, `GetResetFields` of each strategy.
 */
import type { ServedResource } from "../registry/strategy.ts";

type Path = readonly string[];

const [metadata, spec, status]: readonly [Path, Path, Path] = [["metadata"], ["spec"], ["status"]];

/** Kinds whose metadata is not written with their status. */
const statusKeepsMetadata: ReadonlySet<string> = new Set([
  "servicecidrs.networking.k8s.io",
  "storageversionmigrations.storagemigration.k8s.io",
  "resourceclaims.resource.k8s.io",
  "devicetaintrules.resource.k8s.io",
  "resourcepoolstatusrequests.resource.k8s.io",
  "podgroups.scheduling.k8s.io",
  "storageversions.internal.apiserver.k8s.io",
  "volumeattachments.storage.k8s.io",
  "flowschemas.flowcontrol.apiserver.k8s.io",
  "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
  "validatingadmissionpolicies.admissionregistration.k8s.io",
  "apiservices.apiregistration.k8s.io",
]);

/** Endpoints with other rules, as `plural.group/subresource`. */
const exceptions: { readonly [endpoint: string]: readonly Path[] } = {
  "certificatesigningrequests.certificates.k8s.io/": [spec, status],
  "certificatesigningrequests.certificates.k8s.io/status": [spec, ["status", "conditions"]],
  "certificatesigningrequests.certificates.k8s.io/approval": [spec, ["status", "certificate"]],
  "deployments.apps/status": [spec, ["metadata", "labels"]],
  "pods/status": [spec, ["metadata", "deletionTimestamp"], ["metadata", "ownerReferences"]],
  "namespaces/finalize": [status],
};

/** The fields that an endpoint resets, with everything below them. `hasStatus`: whether the version has a status subresource. */
export function keptFields(
  { group, plural, custom }: ServedResource,
  subresource: string,
  hasStatus: boolean,
): readonly Path[] {
  const name = group === "" ? plural : `${plural}.${group}`;
  const rules = exceptions[`${name}/${subresource}`];
  if (rules !== undefined) return rules;
  switch (subresource) {
    case "":
      return hasStatus ? [status] : [];
    case "status":
      return custom || statusKeepsMetadata.has(name) ? [metadata, spec] : [spec];
    default:
      return [];
  }
}
