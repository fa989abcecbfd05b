/** Checks the owner references of objects that are sent. */
import { formatKey, ownerProblem } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType } from "@kubewright/apimachinery";

/**
 * Checks the owner references of an object or of a patch. The API server accepts an owner in another namespace, and the garbage collector then deletes the
 * object. Only owners to which `ownerReferenceTo` has referred are known. Not checked: a JSON patch, and an object that is being deleted, so that it can lose its
 * finalizers.
 *
 * @throws {TypeError} if an owner is in another namespace, or is namespaced and the object is not.
 */
export function assertOwners(action: string, type: ResourceType, key: ObjectKey, body: object): void {
  const namespace = type.namespaced ? (key.namespace ?? "") : undefined;
  const { metadata } = body as Pick<KubernetesObject, "metadata">; // A JSON patch has no metadata.
  if (metadata?.deletionTimestamp) return;
  for (const reference of metadata?.ownerReferences ?? []) {
    const problem = ownerProblem(reference, namespace);
    if (problem === undefined) continue;
    throw new TypeError(
      `Cannot ${action} ${type.kind} "${formatKey(key)}": ${problem}, because the garbage collector deletes the object`,
    );
  }
}
