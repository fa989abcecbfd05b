/**
 * Which objects belong to a controller object: those that name it as their controller. An orphan that its selector matches is adopted;
 * one of its own that it no longer matches is released, so that a Pod can be taken aside by changing its labels.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/#non-template-pod-acquisitions
 */
import {
  compileLabelSelector,
  controllerOf,
  isConflict,
  isNotFound,
  isTerminating,
  matchesLabels,
  ownerReferenceTo,
} from "@kubewright/apimachinery";
import type { KubernetesObject, LabelSelector, Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";

export type Claim = "keep" | "adopt" | "release" | "ignore";

/** What is to be done with an object. Nobody who is being deleted adopts, and nothing that is being deleted is adopted. */
export function claimOf(owner: Stored<KubernetesObject>, object: Stored<KubernetesObject>, isMatch: boolean): Claim {
  const controller = controllerOf(object);
  if (controller) {
    if (controller.uid !== owner.metadata.uid) return "ignore";
    if (isMatch) return "keep";
    return isTerminating(owner) ? "ignore" : "release";
  }
  return isMatch && !isTerminating(owner) && !isTerminating(object) ? "adopt" : "ignore";
}

export interface ClaimOptions {
  readonly client: Client;
  readonly selector: LabelSelector | undefined;
  readonly signal: AbortSignal;
}

/** Adopts and releases, and resolves with what belongs to the owner then. What changed meanwhile is left to the next look. */
export async function claimed<T extends KubernetesObject>(
  owner: Stored<KubernetesObject>,
  objects: AsyncIterable<Stored<T>>,
  { client, selector, signal }: ClaimOptions,
): Promise<readonly Stored<T>[]> {
  const compiled = compileLabelSelector(selector);
  const kept: Stored<T>[] = [];
  for await (const object of objects) {
    const claim = claimOf(owner, object, matchesLabels(compiled, object.metadata.labels));
    if (claim === "keep") kept.push(object);
    if (claim === "adopt") kept.push(...(await changeOwner(object, owner, { client, signal, isAdopted: true })));
    if (claim === "release") await changeOwner(object, owner, { client, signal, isAdopted: false });
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
    if (isConflict(error) || isNotFound(error)) return [];
    throw error;
  }
}
