/** ResourceClaims and their templates: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#resourceclaims-templates */
import type { ResourceClaim } from "@kubewright/api/resource.k8s.io/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";

export const resourceClaimKind: BuiltinKind = builtinKind<ResourceClaim>({
  group: "resource.k8s.io",
  plural: "resourceclaims",
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

export const resourceClaimTemplateKind: BuiltinKind = {
  group: "resource.k8s.io",
  plural: "resourceclaimtemplates",
  metadataChecks: { wholeOnUpdate: true },
  deletion: { returnsObject: true },
};
