/** Checks the reported status of a Pod's resource claims. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, repeatedIndexes } from "@kubewright/apimachinery";
import type { PodExtendedResourceClaimStatus, PodResourceClaimStatus, PodSpec } from "@kubewright/api/core/v1";
import { checkDnsLabel, checkDnsSubdomain } from "../field-checks.ts";
import type { View } from "../typed.ts";

export function checkClaimStatuses(
  statuses: readonly View<PodResourceClaimStatus>[],
  { resourceClaims = [] }: View<PodSpec>,
  path: FieldPath,
): readonly FieldError[] {
  const claims = new Set(resourceClaims.map(({ name = "" }) => name));
  const repeated = repeatedIndexes(statuses.map(({ name = "" }) => name));
  return statuses.flatMap(({ name = "", resourceClaimName }, index) => {
    const at = path.index(index);
    const errors: FieldError[] = [];
    if (!claims.has(name)) {
      errors.push(field.invalid(at.child("name"), name, "must match the name of an entry in `spec.resourceClaims`"));
    }
    if (repeated.has(index)) errors.push(field.duplicate(at.child("name"), name));
    if (resourceClaimName === undefined) return errors;
    return [...errors, ...checkDnsSubdomain(resourceClaimName, at.child("resourceClaimName"))];
  });
}

/** Checks the claim that was created for extended resources that devices provide. */
export function checkExtendedClaim(
  status: View<PodExtendedResourceClaimStatus> | undefined,
  spec: View<PodSpec>,
  path: FieldPath,
): readonly FieldError[] {
  if (status === undefined) return [];
  const { resourceClaimName: name = "" } = status;
  const mappings = status.requestMappings ?? [];
  const at = path.child("requestMappings");
  const namePath = path.child("resourceClaimName");
  const repeated = repeatedIndexes(
    mappings.map((each) => JSON.stringify([each.containerName ?? "", each.resourceName ?? "", each.requestName ?? ""])),
  );
  return [
    ...(mappings.length === 0 ? [field.required(at, "at least one request mapping is required")] : []),
    ...mappings.flatMap((mapping, index) => {
      const { containerName = "", resourceName = "", requestName = "" } = mapping;
      return [
        ...checkMapping(containerName, resourceName, spec, at.index(index)),
        ...checkDnsLabel(requestName, path.child("requestName")),
        ...(repeated.has(index)
          ? [
              field.duplicate(at.index(index).child("containerName"), containerName),
              field.duplicate(at.index(index).child("resourceName"), resourceName),
              field.duplicate(at.index(index).child("requestName"), requestName),
            ]
          : []),
      ];
    }),
    ...(name === "" ? [field.required(namePath, "")] : checkDnsSubdomain(name, namePath)),
  ];
}

function checkMapping(
  containerName: string,
  resourceName: string,
  { initContainers = [], containers }: View<PodSpec>,
  path: FieldPath,
): readonly FieldError[] {
  const container = [...initContainers, ...(containers ?? [])].findLast(({ name }) => name === containerName);
  if (container === undefined) {
    const text = "must match the name of an entry in spec.initContainers.name or spec.containers.name";
    return [field.invalid(path.child("containerName"), containerName, text)];
  }
  if (Object.hasOwn(container.resources?.requests ?? {}, resourceName)) return [];
  const text =
    "must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests";
  return [field.invalid(path.child("resourceName"), resourceName, text)];
}
