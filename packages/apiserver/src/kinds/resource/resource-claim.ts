/** ResourceClaims and their templates: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#resourceclaims-templates */
import type { ResourceClaim, ResourceClaimSpec, ResourceClaimTemplate } from "@kubewright/api/resource.k8s.io/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { Draft } from "../typed.ts";

export const resourceClaimKind: BuiltinKind = builtinKind<ResourceClaim>({
  group: "resource.k8s.io",
  plural: "resourceclaims",
  defaults: ({ spec }) => defaultRequests(spec),
  metadataChecks: { wholeOnUpdate: true },
  deletion: { returnsObject: true },
  status: { keepsMetadata: true },
  cells: ({ metadata, status = {} }) => {
    const isDeleted = metadata.deletionTimestamp !== undefined;
    const isAllocated = status.allocation !== undefined;
    const states = [
      ...(isDeleted ? ["deleted"] : []),
      ...(isAllocated ? ["allocated"] : isDeleted ? [] : ["pending"]),
      ...(isAllocated && (status.reservedFor ?? []).length > 0 ? ["reserved"] : []),
    ];
    return { State: states.join(",") };
  },
});

export const resourceClaimTemplateKind: BuiltinKind = builtinKind<ResourceClaimTemplate>({
  group: "resource.k8s.io",
  plural: "resourceclaimtemplates",
  defaults: ({ spec }) => defaultRequests(spec?.spec),
  metadataChecks: { wholeOnUpdate: true },
  deletion: { returnsObject: true },
});

/** A request without an allocation mode is for an exact number of devices: by default, for one. */
function defaultRequests(spec: Draft<ResourceClaimSpec> | undefined): void {
  for (const { exactly, firstAvailable } of spec?.devices?.requests ?? []) {
    for (const request of [...(exactly === undefined ? [] : [exactly]), ...(firstAvailable ?? [])]) {
      request.allocationMode ??= "ExactCount";
      if (request.allocationMode === "ExactCount") request.count ||= 1;
    }
  }
}
