/**
 * Which objects belong to a controller object: those that name it as their controller. An orphan that its selector matches is adopted;
 * one of its own that it no longer matches is released, so that a Pod can be taken aside by changing its labels.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/#non-template-pod-acquisitions
 */
import {
  compileLabelSelector,
  controllerOf,
  isNotFound,
  isTerminating,
  keyOf,
  matchesLabels,
  ownerReferenceTo,
} from "@kubewright/apimachinery";
import type { KubernetesObject, LabelSelector, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";

export type Claim = "keep" | "adopt" | "release" | "ignore";

export interface Candidate {
  /** The owner's selector matches it. */
  readonly isMatch: boolean;
  /** It may be adopted and released. */
  readonly isOpen: boolean;
}

/** What is to be done with an object. Nobody who is being deleted adopts, and nothing that is being deleted is adopted. */
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
  /** Asks the server, not a cache. */
  readonly apiReader: Client;
  /** The owner's. */
  readonly type: ResourceType;
  readonly selector: LabelSelector | undefined;
  /** Whether an object may be adopted and released. Default: each may. */
  readonly isOpen?: (object: Stored<T>) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Adopts and releases, and resolves with what belongs to the owner then. An object that changed meanwhile is a conflict, and thrown: who
 * counts without it counts wrong.
 *
 * Resolves with undefined when there was something to adopt and the server says that the owner is gone or going: a cache that is behind
 * must not tie orphans to a dead owner, for they would be collected with it.
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
      kept.push(...(await changeOwner(object, owner, { ...options, isAdopted: true })));
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
  // The version says that nobody else has taken it since we looked.
  const body = { metadata: { uid, resourceVersion, ownerReferences: references } };
  try {
    return [await client.patch(object, { type: "merge", body }, { signal })];
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
