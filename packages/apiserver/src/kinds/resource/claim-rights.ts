/**
 * The rights that a ResourceClaim needs beyond those of the request: access to devices in use, and changes of parts of the status.
 * https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/
 */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual, isDns1123Subdomain } from "@kubewright/apimachinery";
import type { AllocatedDeviceStatus, ResourceClaimSpec, ResourceClaimStatus } from "@kubewright/api/resource.k8s.io/v1";
import { nodeNameKey, serviceAccountOf } from "../../authentication/service-account-name.ts";
import type { UserInfo } from "../../authentication/user-info.ts";
import { forbiddenError } from "../../authorization/authorizer.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import type { View } from "../typed.ts";
import { deviceId } from "./claim-status.ts";

const namespaces = { group: "", resource: "namespaces" } as const;
const adminLabel = "resource.kubernetes.io/admin-access";

/** Errors of a spec that requests access to devices in use, unless a label of the namespace permits it. The spec is immutable, so updates need no check. */
export function checkAdminRequest(
  spec: View<ResourceClaimSpec>,
  namespace: string | undefined,
  { read }: RequestContext,
): readonly FieldError[] {
  const index = (spec.devices?.requests ?? []).findIndex(({ exactly }) => exactly?.adminAccess === true);
  const at = fieldPath("spec", "devices", "requests").index(index);
  return index === -1 ? [] : checkAdminLabel(namespace, at, read);
}

/** Errors of a status that grants access to devices in use. */
export function checkAdminGrant(
  next: View<ResourceClaimStatus>,
  old: View<ResourceClaimStatus>,
  namespace: string | undefined,
  { read }: RequestContext,
): readonly FieldError[] {
  const index = grantIn(next);
  if (index === -1 || grantIn(old) !== -1) return [];
  const at = fieldPath("status", "allocation", "devices", "results").index(index);
  return checkAdminLabel(namespace, at, read);
}

function grantIn({ allocation }: View<ResourceClaimStatus>): number {
  return (allocation?.devices?.results ?? []).findIndex(({ adminAccess }) => adminAccess === true);
}

function checkAdminLabel(
  namespace: string | undefined,
  path: FieldPath,
  read: RequestContext["read"],
): readonly FieldError[] {
  const labels = read.get(namespaces, { name: namespace ?? "" })?.metadata.labels ?? {};
  if (labels[adminLabel] === "true") return [];
  const text = `admin access to devices requires the \`${adminLabel}: true\` label on the containing namespace`;
  return [field.forbidden(path.child("adminAccess"), text)];
}

/** Errors of a user who may not change the allocation, or the state of the devices of a driver. */
export function checkStatusRights(
  next: View<ResourceClaimStatus>,
  old: View<ResourceClaimStatus>,
  namespace: string | undefined,
  context: RequestContext,
): readonly FieldError[] {
  return [
    ...checkBindingRights(next, old, context),
    ...(next.allocation === undefined ? [] : checkDriverRights(next, old, namespace ?? "", context)),
  ];
}

function checkBindingRights(
  next: View<ResourceClaimStatus>,
  old: View<ResourceClaimStatus>,
  context: RequestContext,
): readonly FieldError[] {
  if (isSame(next.allocation, old.allocation) && isSame(next.reservedFor ?? [], old.reservedFor ?? [])) return [];
  const { verb } = context;
  const denied = deniedBy(context, [verb], { subresource: "binding", namespace: "", name: "" });
  if (denied === undefined) return [];
  const right = `resource="resourceclaims/binding", verb="${verb}" permission`;
  const text = `changing status.allocation or status.reservedFor requires ${right}: ${denied}`;
  return [field.forbidden(fieldPath("status", "allocation"), text)];
}

/** The service account of a driver on the node of the devices needs another right than others. */
function checkDriverRights(
  next: View<ResourceClaimStatus>,
  old: View<ResourceClaimStatus>,
  namespace: string,
  context: RequestContext,
): readonly FieldError[] {
  const { user, verb } = context;
  const isOnNode = nodeOf(user) !== undefined && nodeOf(user) === allocatedNode(next);
  const verbs = [...(isOnNode ? [`associated-node:${verb}`] : []), `arbitrary-node:${verb}`];
  return changedDrivers(next, old).flatMap((driver) => {
    const denied = deniedBy(context, verbs, { subresource: "driver", namespace, name: driver });
    if (denied === undefined) return [];
    const right = `resource="resourceclaims/driver", verb="[${verbs.join(" ")}]" permission`;
    return [field.forbidden(fieldPath("status", "devices"), `changing status.devices requires ${right}: ${denied}`)];
  });
}

/** The message about the first of these verbs; undefined if the user has one of them. */
function deniedBy(
  { authorizer, user, version }: RequestContext,
  verbs: readonly string[],
  place: { readonly subresource: string; readonly namespace: string; readonly name: string },
): string | undefined {
  const target = { type: "resource", group: "resource.k8s.io", version, resource: "resourceclaims", ...place } as const;
  let denied: string | undefined;
  for (const verb of verbs) {
    const request = { user, verb, target };
    const { allowed, reason } = authorizer.authorize(request);
    if (allowed) return undefined;
    denied ??= forbiddenError(request, reason).status.message;
  }
  return denied;
}

/** The drivers of devices whose state is added, removed or changed, in order. */
function changedDrivers(next: View<ResourceClaimStatus>, old: View<ResourceClaimStatus>): readonly string[] {
  const before = new Map<string, View<AllocatedDeviceStatus>>();
  for (const device of old.devices ?? []) before.set(deviceId(device), device);
  const drivers = new Set<string>();
  for (const device of next.devices ?? []) {
    const id = deviceId(device);
    if (!isSame(device, before.get(id))) drivers.add(device.driver ?? "");
    before.delete(id);
  }
  for (const { driver = "" } of before.values()) drivers.add(driver);
  return Array.from(drivers).toSorted();
}

/** The only node whose devices are allocated, if the selector names it and nothing else. */
function allocatedNode({ allocation }: View<ResourceClaimStatus>): string | undefined {
  const [term, ...otherTerms] = allocation?.nodeSelector?.nodeSelectorTerms ?? [];
  const [requirement, ...others] = term?.matchFields ?? [];
  if (otherTerms.length + others.length + (term?.matchExpressions ?? []).length > 0) return undefined;
  const { key, operator, values = [] } = requirement ?? {};
  return key === "metadata.name" && operator === "In" && values.length === 1 ? values[0] : undefined;
}

/** The node of the Pod that a token of a service account is bound to. */
function nodeOf(user: UserInfo): string | undefined {
  if (serviceAccountOf(user.name) === undefined) return undefined;
  const [name, ...more] = user.extra?.[nodeNameKey] ?? [];
  return name === undefined || more.length > 0 || isDns1123Subdomain(name).length > 0 ? undefined : name;
}

function isSame(next: object | undefined, old: object | undefined): boolean {
  return isDeepEqual(next ?? null, old ?? null);
}
