/** Checks the reported status of containers: their users, and the health of allocated devices. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, repeatedIndexes } from "@kubewright/apimachinery";
import type {
  Container,
  ContainerStatus,
  LinuxContainerUser,
  PodSpec,
  PodStatus,
  ResourceHealth,
  ResourceStatus,
} from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { checkId } from "./security-context.ts";

const statusLists = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"] as const;

export function checkContainerStatuses(
  status: View<PodStatus>,
  spec: View<PodSpec>,
  path: FieldPath,
): readonly FieldError[] {
  const { containers, initContainers = [] } = spec;
  return [
    ...statusLists.flatMap((list) =>
      (status[list] ?? []).flatMap(({ user }, index) =>
        checkUser(user?.linux, spec.os?.name, path.child(list).index(index).child("user", "linux")),
      ),
    ),
    ...checkAllocated(status.containerStatuses ?? [], containers ?? [], path.child("containerStatuses")),
    ...checkAllocated(status.initContainerStatuses ?? [], initContainers, path.child("initContainerStatuses")),
    ...(status.ephemeralContainerStatuses ?? []).flatMap(({ allocatedResourcesStatus = [] }, index) => {
      if (allocatedResourcesStatus.length === 0) return [];
      const at = path.child("ephemeralContainerStatuses").index(index).child("allocatedResourcesStatus");
      return [field.forbidden(at, "must not be specified in container status")];
    }),
  ];
}

function checkUser(
  user: View<LinuxContainerUser> | undefined,
  system: string | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (user === undefined) return [];
  if (system === "windows") return [field.forbidden(path, "cannot be set for a windows pod")];
  return [
    ...checkId(user.uid, path.child("uid")),
    ...checkId(user.gid, path.child("gid")),
    ...(user.supplementalGroups ?? []).flatMap((id, index) =>
      checkId(id, path.child("supplementalGroups").index(index)),
    ),
  ];
}

function checkAllocated(
  statuses: readonly View<ContainerStatus>[],
  containers: readonly View<Container>[],
  path: FieldPath,
): readonly FieldError[] {
  // Once for each container: many statuses may have the name of a container with many requests.
  const requestedOf = new Map(containers.map((container) => [container.name, requestedBy(container)]));
  return statuses.flatMap(({ name, allocatedResourcesStatus = [] }, index) => {
    const requested = requestedOf.get(name);
    const at = path.index(index).child("allocatedResourcesStatus");
    return allocatedResourcesStatus.flatMap((resource, resourceIndex) => [
      ...(requested === undefined ? [] : checkIsRequested(resource, requested, at.index(resourceIndex).child("name"))),
      ...checkHealth(resource.resources ?? [], at.index(resourceIndex).child("resources")),
    ]);
  });
}

const claimPrefix = "claim:";

/** The names of the resources and claims that a container requests. */
function requestedBy({ resources = {} }: View<Container>): ReadonlySet<string> {
  const claims = (resources.claims ?? []).map(({ name = "", request = "" }) =>
    request === "" ? `${claimPrefix}${name}` : `${claimPrefix}${name}/${request}`,
  );
  return new Set([...Object.keys(resources.requests ?? {}), ...claims]);
}

function checkIsRequested(
  { name = "" }: View<ResourceStatus>,
  requested: ReadonlySet<string>,
  path: FieldPath,
): readonly FieldError[] {
  if (requested.has(name)) return [];
  if (!name.startsWith(claimPrefix)) {
    return [field.invalid(path, name, "must match one of the container's resource requests")];
  }
  const text =
    "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty";
  return [field.invalid(path, name, text)];
}

const healths: readonly string[] = ["Healthy", "Unhealthy", "Unknown"];
const messageBytesMax = 1024;

function checkHealth(resources: readonly View<ResourceHealth>[], path: FieldPath): readonly FieldError[] {
  const repeated = repeatedIndexes(resources.map(({ resourceID = "" }) => resourceID));
  return resources.flatMap(({ resourceID = "", health = "", message }, index) => {
    const at = path.index(index);
    const errors: FieldError[] = [];
    if (!healths.includes(health)) errors.push(field.notSupported(at.child("health"), health, healths));
    if (message === "") errors.push(field.required(at.child("message"), "must be non-empty if specified"));
    if (message !== undefined && Buffer.byteLength(message) > messageBytesMax) {
      errors.push(field.tooLong(at.child("message"), messageBytesMax));
    }
    if (repeated.has(index)) errors.push(field.duplicate(at.child("resourceID"), resourceID));
    return errors;
  });
}
