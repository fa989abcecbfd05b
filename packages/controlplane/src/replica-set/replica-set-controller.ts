/**
 * Maintains the number of Pods of a ReplicaSet. A reconcile counts its Pods, creates or deletes the difference, and
 * writes the counts to the status. The events of the Pods trigger the next reconcile.
 */
import { ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import {
  controllerOf,
  isNamespaceTerminating,
  isNotFound,
  isTerminating,
  ownerReferenceTo,
} from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { Client, EventRecorder } from "@kubewright/client";
import { controllerManagedBy, enqueueRequestsFromMapFunc } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { claimed } from "../ownership/claim.ts";
import { createSelectorIndex } from "../ownership/selector-index.ts";
import { refusalText } from "../refusal/refusal-text.ts";
import { inOrderOfDeletion } from "./pod-ranking.ts";
import { availableAtMs, isActive } from "./pod-state.ts";
import { replicaSetStatus } from "./replica-set-status.ts";

export const replicaSetControllerName = "replicaset-controller";

/** The maximum number of creates or deletes per reconcile. */
const burst = 500;

interface Tools {
  readonly client: Client;
  readonly events: EventRecorder;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

export function addReplicaSetController(manager: Manager): void {
  const { client, apiReader, clock, cache } = manager;
  const events = manager.eventRecorder(replicaSetControllerName, { apiVersion: "v1" });
  const selecting = createSelectorIndex(cache, ReplicaSet, ({ spec }) => spec?.selector);

  controllerManagedBy(manager)
    .for(ReplicaSet)
    .owns(Pod)
    .watches(
      Pod,
      enqueueRequestsFromMapFunc(({ key, labels, ownerReferences }) =>
        ownerReferences.some(({ controller }) => controller === true) ? [] : selecting.matching(key.namespace, labels),
      ),
    )
    .named(replicaSetControllerName)
    .complete(async ({ key: request, signal }) => {
      const set = await client.get(ReplicaSet, request, { signal });
      if (!set) return {};
      const nowMs = clock.wallTime();
      const tools: Tools = { client, events, nowMs, signal };
      const { selector } = set.spec ?? {};
      const inNamespace = client.list(Pod, { namespace: request.namespace ?? "", signal });
      const options = { client, apiReader, type: ReplicaSet, selector, isOpen: isActive, signal };
      const pods = await claimed(set, inNamespace, options);
      if (!pods) return {}; // The set was deleted; its event follows.

      const failure = isTerminating(set) ? undefined : await makeOrDelete(set, pods.filter(isActive), tools);
      await client.patchStatus(set, replicaSetStatus(set, { pods, failure, nowMs }), { signal });
      if (failure !== undefined) throw failure;

      const next = pods
        .map((pod) => availableAtMs(pod, set.spec?.minReadySeconds ?? 0) ?? 0)
        .filter((at) => at > nowMs);
      return next.length > 0 ? { requeueAfterMs: Math.min(...next) - nowMs } : {};
    });
}

/** Resolves with the error, because it is written to the status before the reconcile fails. */
async function makeOrDelete(
  set: Stored<ReplicaSet>,
  active: readonly Stored<Pod>[],
  tools: Tools,
): Promise<Error | undefined> {
  const missing = (set.spec?.replicas ?? 1) - active.length;
  try {
    if (missing > 0) await inGrowingBatches(Math.min(missing, burst), () => make(set, tools));
    if (missing < 0) {
      const surplus = (await byDispensability(set, active, tools)).slice(0, Math.min(-missing, burst));
      await allEnded(surplus.map((pod) => remove(set, pod, tools)));
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Starts with one create and doubles each batch, so that a rejected create, for example by a quota, is not repeated hundreds of times. */
async function inGrowingBatches(count: number, make: () => Promise<void>): Promise<void> {
  for (let [made, size] = [0, 1]; made < count; made += size, size *= 2) {
    await allEnded(Array.from({ length: Math.min(size, count - made) }, make));
  }
}

/** Waits for all writes before it throws the error of one, so that no write happens after the next reconcile has counted. */
async function allEnded(writes: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(writes);
  await Promise.all(writes);
}

async function byDispensability(
  set: Stored<ReplicaSet>,
  active: readonly Stored<Pod>[],
  { client, nowMs, signal }: Tools,
): Promise<readonly Stored<Pod>[]> {
  const controller = controllerOf(set)?.uid;
  if (controller === undefined) return inOrderOfDeletion(active, { related: [], nowMs });
  const { namespace = "" } = set.metadata;
  const siblings = new Set<string>();
  for await (const each of client.list(ReplicaSet, { namespace, signal })) {
    if (controllerOf(each)?.uid === controller) siblings.add(each.metadata.uid);
  }
  const related: Stored<Pod>[] = [];
  for await (const pod of client.list(Pod, { namespace, signal })) {
    if (isActive(pod) && siblings.has(controllerOf(pod)?.uid ?? "")) related.push(pod);
  }
  return inOrderOfDeletion(active, { related, nowMs });
}

async function make(set: Stored<ReplicaSet>, { client, events, signal }: Tools): Promise<void> {
  const { metadata, spec } = set.spec?.template ?? {};
  const { labels, annotations, finalizers } = metadata ?? {};
  try {
    const pod = await client.create<Pod>(
      Pod,
      {
        metadata: {
          generateName: `${set.metadata.name}-`,
          ...(set.metadata.namespace === undefined ? {} : { namespace: set.metadata.namespace }),
          ...(labels ? { labels } : {}),
          ...(annotations ? { annotations } : {}),
          ...(finalizers ? { finalizers } : {}),
          ownerReferences: [ownerReferenceTo(set)],
        },
        ...(spec ? { spec } : {}),
      },
      { signal },
    );
    const note = `Created pod: ${pod.metadata.name}`;
    events.event(set, { type: "Normal", reason: "SuccessfulCreate", action: "CreatePod", note, related: pod });
  } catch (error) {
    if (isNamespaceTerminating(error)) return; // The namespace rejects creates.
    const note = `Error creating: ${refusalText(error)}`;
    events.event(set, { type: "Warning", reason: "FailedCreate", action: "CreatePod", note });
    throw error;
  }
}

async function remove(set: Stored<ReplicaSet>, pod: Stored<Pod>, { client, events, signal }: Tools): Promise<void> {
  try {
    await client.delete(pod, { signal });
    const note = `Deleted pod: ${pod.metadata.name}`;
    events.event(set, { type: "Normal", reason: "SuccessfulDelete", action: "DeletePod", note, related: pod });
  } catch (error) {
    if (isNotFound(error)) return;
    const note = `Error deleting: ${refusalText(error)}`;
    events.event(set, { type: "Warning", reason: "FailedDelete", action: "DeletePod", note });
    throw error;
  }
}
