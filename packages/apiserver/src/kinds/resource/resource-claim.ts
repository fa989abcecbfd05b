/** ResourceClaims and their templates: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#resourceclaims-templates */
import type { FieldError, Work } from "@kubewright/apimachinery";
import { fieldPath, joinedInSteps } from "@kubewright/apimachinery";
import type {
  ResourceClaim,
  ResourceClaimSpec,
  ResourceClaimTemplate,
  ResourceClaimTemplateSpec,
} from "@kubewright/api/resource.k8s.io/v1";
import { checkClaimMetadata } from "../claim-metadata.ts";
import { checkImmutable } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { Draft, View } from "../typed.ts";
import { checkAdminGrant, checkAdminRequest, checkStatusRights } from "./claim-rights.ts";
import { checkClaimStatus, dropDeallocated } from "./claim-status.ts";
import { checkDeviceClaim } from "./device-claim.ts";

export const resourceClaimKind: BuiltinKind = builtinKind<ResourceClaim>({
  group: "resource.k8s.io",
  plural: "resourceclaims",
  defaults: ({ spec }) => defaultRequests(spec),
  metadataChecks: { wholeOnUpdate: true },
  nullsEmptyLists: true,
  deletion: { returnsObject: true },
  validate: ({ metadata, spec = {} }, context) => [
    ...checkAdminRequest(spec, metadata.namespace, context),
    ...checkDeviceClaim(spec.devices ?? {}, fieldPath("spec", "devices")),
  ],
  validateUpdate: ({ spec }, old) => checkImmutable(spec, old.spec, fieldPath("spec")),
  status: {
    keepsMetadata: true,
    prepareForUpdate: ({ status }, old) => status !== undefined && dropDeallocated(status, old.status ?? {}),
    validateUpdate: (claim, old, context) => {
      const { metadata, status = {} } = claim;
      return [
        ...checkAdminGrant(status, old.status ?? {}, metadata.namespace, context),
        ...checkStatusRights(status, old.status ?? {}, metadata.namespace, context),
        ...checkClaimStatus(claim, old),
      ];
    },
  },
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
  validate: ({ metadata, spec = {} }, context) =>
    joinedInSteps([
      () => checkAdminRequest(spec.spec ?? {}, metadata.namespace, context),
      () => checkTemplateSpec(spec),
    ]),
  validateUpdate: ({ spec = {} }, old) =>
    joinedInSteps([() => checkTemplateSpec(spec), () => checkImmutable(spec, old.spec, fieldPath("spec"))]),
  metadataChecks: { wholeOnUpdate: true },
  nullsEmptyLists: true,
  deletion: { returnsObject: true },
});

function checkTemplateSpec({ metadata = {}, spec = {} }: View<ResourceClaimTemplateSpec>): Work<readonly FieldError[]> {
  const path = fieldPath("spec");
  return joinedInSteps([
    () => checkClaimMetadata(metadata, path.child("metadata")),
    () => checkDeviceClaim(spec.devices ?? {}, path.child("spec", "devices")),
  ]);
}

/** A request without an allocation mode is for an exact number of devices: by default, for one. */
function defaultRequests(spec: Draft<ResourceClaimSpec> | undefined): void {
  for (const { exactly, firstAvailable } of spec?.devices?.requests ?? []) {
    for (const request of [...(exactly === undefined ? [] : [exactly]), ...(firstAvailable ?? [])]) {
      request.allocationMode ??= "ExactCount";
      if (request.allocationMode === "ExactCount") request.count ||= 1;
    }
  }
}
