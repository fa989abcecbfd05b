/**
 * OwnerReferencesPermissionEnforcement: a user who changes the owners of an existing object needs the right to delete it. A user who blocks the
 * deletion of an owner needs the right to set its finalizers.
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#ownerreferencespermissionenforcement
 */
import { isDeepEqual, parseApiVersion } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { AdmissionAttributes, AdmissionContext, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { forbid } from "./forbid.ts";

type OwnerReference = NonNullable<ReadonlyObject["metadata"]["ownerReferences"]>[number];

export const ownerReferencesPermissionEnforcement: AdmissionPlugin = {
  name: "OwnerReferencesPermissionEnforcement",
  validate: (attributes, context) => {
    const { operation, object } = attributes;
    if (object === undefined || (operation !== "CREATE" && operation !== "UPDATE")) return;
    if (isStatusOfPod(attributes) || !changesOwners(attributes)) return;
    if (operation === "UPDATE") assertMayDelete(attributes, context);
    const blocking = newlyBlocking(attributes);
    if (blocking.length === 0 || mayFinalizeAnything(attributes, context)) return;
    for (const reference of blocking) assertMayFinalize(reference, attributes, context);
  },
};

/** Old kubelets damage the metadata in a status. The server ignores it. */
function isStatusOfPod({ resource, subresource }: AdmissionAttributes): boolean {
  return resource.group === "" && resource.resource === "pods" && subresource === "status";
}

function ownersOf(object: ReadonlyObject | undefined): readonly OwnerReference[] {
  return object?.metadata.ownerReferences ?? [];
}

function changesOwners({ object, oldObject }: AdmissionAttributes): boolean {
  return !isDeepEqual(ownersOf(object), ownersOf(oldObject));
}

/** The references that block the deletion of their owner and did not before. */
function newlyBlocking({ object, oldObject }: AdmissionAttributes): readonly OwnerReference[] {
  const before = new Set(
    ownersOf(oldObject).flatMap(({ uid, blockOwnerDeletion }) => (blockOwnerDeletion === true ? [uid] : [])),
  );
  return ownersOf(object).filter(({ uid, blockOwnerDeletion }) => blockOwnerDeletion === true && !before.has(uid));
}

function assertMayDelete(attributes: AdmissionAttributes, { authorizer }: AdmissionContext): void {
  const { user, resource, subresource, namespace, name } = attributes;
  const target = { type: "resource", ...resource, subresource, namespace, name } as const;
  const { allowed, reason } = authorizer.authorize({ user, verb: "delete", target });
  if (!allowed) throw forbid(attributes, `cannot set an ownerRef on a resource you can't delete: ${reason}, <nil>`);
}

function mayFinalizeAnything({ user }: AdmissionAttributes, { authorizer }: AdmissionContext): boolean {
  const anything = { group: "*", version: "*", resource: "*", namespace: "", name: "*" };
  const target = { type: "resource", ...anything, subresource: "finalizers" } as const;
  return authorizer.authorize({ user, verb: "update", target }).allowed;
}

/** The kind of a reference can be that of several resources. The user needs the right on all of them. */
function assertMayFinalize(
  { apiVersion, kind, name }: OwnerReference,
  attributes: AdmissionAttributes,
  { authorizer, registry }: AdmissionContext,
): void {
  const { group, version } = parseApiVersion(apiVersion);
  const owners = registry.resources(group, version).filter((resource) => resource.kind === kind);
  if (owners.length === 0) {
    const missing = `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
    const what = `cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: ${missing}`;
    throw forbid(attributes, `cannot set blockOwnerDeletion in this case because ${what}`);
  }
  for (const { plural, namespaced } of owners) {
    const owner = { group, version, resource: plural, namespace: namespaced ? attributes.namespace : "", name };
    const target = { type: "resource", ...owner, subresource: "finalizers" } as const;
    const { allowed, reason } = authorizer.authorize({ user: attributes.user, verb: "update", target });
    if (allowed) continue;
    const what = "an ownerReference refers to a resource you can't set finalizers on";
    throw forbid(attributes, `cannot set blockOwnerDeletion if ${what}: ${reason}, <nil>`);
  }
}
