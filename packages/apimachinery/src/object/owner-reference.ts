// Owner references: how an object says whose it is. The garbage collector deletes what has lost all its owners; the one
// owner marked as controller manages the object.
// https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/

import type { KubernetesObject, OwnerReference } from "./kubernetes-object.ts";

/** What an owner reference says beyond who the owner is. */
export interface OwnerReferenceOptions {
  /** Mark the owner as the one that manages the object. Default: true. */
  readonly controller?: boolean;
  /** Let a foreground deletion of the owner wait for the object. Default: true. */
  readonly blockOwnerDeletion?: boolean;
}

/**
 * A reference to an owner.
 *
 * @throws {TypeError} when the owner lacks `apiVersion`, `kind`, name or uid: it has not come from a server, or from a
 * list whose items don't say what they are.
 */
export function ownerReferenceTo(owner: KubernetesObject, options: OwnerReferenceOptions = {}): OwnerReference {
  const { controller = true, blockOwnerDeletion = true } = options;
  const { apiVersion, kind, metadata: { name, uid } = {} } = owner;
  if (!apiVersion || !kind || !name || !uid) {
    throw new TypeError(
      `Cannot refer to owner "${kind ?? ""}/${name ?? ""}": apiVersion is "${apiVersion ?? ""}" and uid is "${uid ?? ""}", ` +
        "expected a stored object that says what it is",
    );
  }
  return { apiVersion, kind, name, uid, controller, blockOwnerDeletion };
}

/** Returns the reference to the controller of an object, or `undefined`. */
export function controllerOf(object: KubernetesObject): OwnerReference | undefined {
  return object.metadata?.ownerReferences?.find((reference) => reference.controller === true);
}

/** Whether `owner` manages an object. Compared by uid: an owner of the same name made anew is another one. */
export function isControlledBy(object: KubernetesObject, owner: KubernetesObject): boolean {
  const uid = controllerOf(object)?.uid;
  return uid !== undefined && uid === owner.metadata?.uid;
}

/** Whether `owner` is among an object's owners, managing it or not. Compared by uid. */
export function isOwnedBy(object: KubernetesObject, owner: KubernetesObject): boolean {
  const uid = owner.metadata?.uid;
  return uid !== undefined && (object.metadata?.ownerReferences?.some((reference) => reference.uid === uid) ?? false);
}
