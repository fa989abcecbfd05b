/** ResourceClaims and their templates: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#resourceclaims-templates */
import type { ResourceClaim, ResourceClaimSpec, ResourceClaimTemplate } from "@kubewright/api/resource.k8s.io/v1";
import { field, fieldPath, invalid } from "@kubewright/apimachinery";
import type { ApiObject } from "../../objects/api-object.ts";
import type { RequestContext } from "../../registry/server-context.ts";
import { checkImmutable } from "../field-checks.ts";
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
  prepareForCreate: ({ metadata, spec }, context) => rejectAdminAccess("ResourceClaim", metadata, spec, context),
  validateUpdate: ({ spec }, old) => checkImmutable(spec, old.spec, fieldPath("spec")),
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
  prepareForCreate: ({ metadata, spec }, context) =>
    rejectAdminAccess("ResourceClaimTemplate", metadata, spec?.spec, context),
  validateUpdate: ({ spec }, old) => checkImmutable(spec, old.spec, fieldPath("spec")),
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

const namespaces = { group: "", resource: "namespaces" } as const;
const adminLabel = "resource.kubernetes.io/admin-access";

/** Throws 422 for a request with access to devices in use, unless a label of the namespace permits it. The spec is immutable, so updates need no check. */
function rejectAdminAccess(
  kind: string,
  { name = "", namespace = "" }: ApiObject["metadata"],
  spec: Draft<ResourceClaimSpec> | undefined,
  { read }: RequestContext,
): void {
  const index = (spec?.devices?.requests ?? []).findIndex(({ exactly }) => exactly?.adminAccess === true);
  if (index === -1) return;
  const labels = read.get(namespaces, { name: namespace })?.metadata.labels ?? {};
  if (labels[adminLabel] === "true") return;
  const at = fieldPath("spec", "devices", "requests").index(index).child("adminAccess");
  const text = `admin access to devices requires the \`${adminLabel}: true\` label on the containing namespace`;
  throw invalid({ group: "resource.k8s.io", kind }, name, [field.forbidden(at, text)]);
}
