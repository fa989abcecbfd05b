/**
 * Finds the objects of a controller: those whose owner references name it as controller. Matching orphans are adopted, and
 * objects that no longer match are released, so a user can isolate a Pod by changing its labels.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/#non-template-pod-acquisitions
 */
import {
  append,
  compileLabelSelector,
  controllerOf,
  isNotFound,
  isTerminating,
  keyOf,
  matchesLabels,
  ownerReferenceTo,
} from "@kubewright/apimachinery";
import type { KubernetesObject, LabelSelector, ResourceType, Stored } from "@kubewright/apimachinery";
import type { ApiReader, Client } from "@kubewright/client";

export type Claim = "keep" | "adopt" | "release" | "ignore";

export interface Candidate {
  /** Whether the selector of the owner matches. */
  readonly isMatch: boolean;
  /** Whether it may be adopted and released. */
  readonly isOpen: boolean;
}

/** Decides what to do with an object. A terminating owner does not adopt, and terminating objects are not adopted. */
export function claimOf(
  owner: Stored<KubernetesObject>,
  object: Stored<KubernetesObject>,
  { isMatch, isOpen }: Candidate,
): Claim {
  const controller = controllerOf(object);
  if (controller) {
    if (controller.uid !== owner.metadata.uid) return "ignore";
    if (isMatch) return "keep";
    return isTerminating(owner) || !isOpen ? "ignore" : "release";
  }
  return isMatch && isOpen && !isTerminating(owner) && !isTerminating(object) ? "adopt" : "ignore";
}

export interface ClaimOptions<T extends KubernetesObject> {
  readonly client: Client;
  /** Reads from the server, not from a cache. */
  readonly apiReader: ApiReader;
  /** The type of the owner. */
  readonly type: ResourceType;
  readonly selector: LabelSelector | undefined;
  /** Whether an object may be adopted and released. Default: all objects. */
  readonly isOpen?: (object: Stored<T>) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Adopts and releases objects. Resolves with the objects of the owner. Rejects with a conflict if an object has changed meanwhile,
 * because the count would be wrong without it.
 *
 * Resolves with `undefined` if an object could be adopted and the owner is deleted or terminating on the server. An outdated cache
 * must not give orphans a deleted owner, because they would be garbage collected.
 */
export async function claimed<T extends KubernetesObject>(
  owner: Stored<KubernetesObject>,
  objects: AsyncIterable<Stored<T>>,
  options: ClaimOptions<T>,
): Promise<readonly Stored<T>[] | undefined> {
  const { apiReader, type, selector, isOpen = () => true, signal } = options;
  const compiled = compileLabelSelector(selector);
  const kept: Stored<T>[] = [];
  let isAlive = false;
  for await (const object of objects) {
    const isMatch = matchesLabels(compiled, object.metadata.labels);
    const claim = claimOf(owner, object, { isMatch, isOpen: isOpen(object) });
    if (claim === "keep") kept.push(object);
    if (claim === "release") await changeOwner(object, owner, { ...options, isAdopted: false });
    if (claim === "adopt") {
      if (!isAlive) {
        const now = await apiReader.get(type, keyOf(owner), { signal });
        if (now?.metadata.uid !== owner.metadata.uid || isTerminating(now)) return undefined;
        isAlive = true;
      }
      append(kept, await changeOwner(object, owner, { ...options, isAdopted: true }));
    }
  }
  return kept;
}

async function changeOwner<T extends KubernetesObject>(
  object: Stored<T>,
  owner: Stored<KubernetesObject>,
  { client, signal, isAdopted }: { readonly client: Client; readonly signal: AbortSignal; readonly isAdopted: boolean },
): Promise<readonly Stored<T>[]> {
  const { uid, resourceVersion, ownerReferences = [] } = object.metadata;
  const others = ownerReferences.filter((reference) => reference.uid !== owner.metadata.uid);
  const references = isAdopted ? [...others, ownerReferenceTo(owner)] : others;
  // The resourceVersion ensures that no other controller has adopted it meanwhile.
  const body = { metadata: { uid, resourceVersion, ownerReferences: references } };
  try {
    return [await client.patch(object, { type: "merge", body }, { signal })];
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
