/** Creates the ReplicaSet of a Deployment's current template, and updates its annotations. */
import { ReplicaSet } from "@kubewright/api/apps/v1";
import type { Deployment } from "@kubewright/api/apps/v1";
import { isAlreadyExists, isControlledBy, isDeepEqual, isNamespaceTerminating } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { refusalText } from "../refusal/refusal-text.ts";
import { failedCreation, failedCreationReason } from "./deployment-status.ts";
import { currentAnnotations, isOfTemplate, newReplicaSet, replicasOf } from "./replica-sets.ts";
import type { ReplicaSets } from "./replica-sets.ts";
import { tellOfScaling } from "./scaling.ts";
import type { Tools } from "./scaling.ts";

/** Sets the revision and the annotations of the Deployment on the current set. */
export async function note(
  deployment: Stored<Deployment>,
  sets: ReplicaSets,
  current: Stored<ReplicaSet>,
  { client, signal }: Tools,
): Promise<Stored<ReplicaSet>> {
  const annotations = currentAnnotations(deployment, sets);
  const minReadySeconds = deployment.spec?.minReadySeconds ?? 0;
  const isNoted =
    isDeepEqual(annotations, current.metadata.annotations ?? {}) &&
    minReadySeconds === (current.spec?.minReadySeconds ?? 0);
  if (isNoted) return current;
  return await client.patch(
    current,
    { type: "merge", body: { metadata: { annotations }, spec: { minReadySeconds } } },
    { signal },
  );
}

export interface Made {
  readonly set: Stored<ReplicaSet>;
  /** It did not exist before. */
  readonly isNew: boolean;
}

/**
 * Creates the set for the current template. Resolves with `undefined` if the namespace is terminating.
 *
 * @throws the error of the create, after it was recorded in the conditions of the Deployment.
 */
export async function createCurrent(
  deployment: Stored<Deployment>,
  old: readonly Stored<ReplicaSet>[],
  tools: Tools,
): Promise<Made | undefined> {
  const { client, signal, events } = tools;
  const wanted = newReplicaSet(deployment, old);
  try {
    const set = await client.create(ReplicaSet, wanted, { signal });
    if (replicasOf(set) > 0) tellOfScaling(events, deployment, set, 0, replicasOf(set));
    return { set, isNew: true };
  } catch (error) {
    if (isNamespaceTerminating(error)) return undefined;
    if (!isAlreadyExists(error)) {
      await tellOfFailure(deployment, wanted, error, tools);
      throw error;
    }
    const key = { ...deployment.metadata, name: wanted.metadata?.name ?? "" };
    const taken = await client.get(ReplicaSet, key, { signal });
    if (!taken) throw error; // It was deleted, or is not in the cache yet: the next reconcile decides.
    // Created by a reconcile whose response was lost.
    if (isControlledBy(taken, deployment) && isOfTemplate(deployment, taken)) return { set: taken, isNew: false };
    // A set with another template has this name: the next reconcile uses another name.
    await client.patchStatus(deployment, { collisionCount: (deployment.status?.collisionCount ?? 0) + 1 }, { signal });
    throw error;
  }
}

async function tellOfFailure(
  deployment: Stored<Deployment>,
  wanted: ReplicaSet,
  error: unknown,
  { client, clock, signal, events }: Tools,
): Promise<void> {
  const message = `Failed to create new replica set "${wanted.metadata?.name}": ${refusalText(error)}`;
  events.event(deployment, {
    type: "Warning",
    reason: failedCreationReason,
    action: "CreateReplicaSet",
    note: message,
  });
  const conditions = failedCreation(deployment, { message, nowMs: clock.wallTime() });
  // The error of the create is thrown, so the next reconcile writes the condition if this write fails.
  await client.patchStatus(deployment, { conditions }, { signal }).catch(() => undefined);
}
