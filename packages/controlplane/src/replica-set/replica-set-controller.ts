/**
 * Keeps as many Pods of a template as a ReplicaSet asks for. A pass counts the Pods that belong to it, makes or deletes the difference, and
 * says in the status what it counted; the events of the Pods bring the next pass.
 */
import { ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { isNamespaceTerminating, isNotFound, isTerminating, ownerReferenceTo } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { Client, EventRecorder } from "@kubewright/client";
import { controllerManagedBy, enqueueMapped } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { claimed } from "../ownership/claim.ts";
import { createSelectorIndex } from "../ownership/selector-index.ts";
import { inOrderOfDeletion } from "./pod-ranking.ts";
import { availableAtMs, isActive } from "./pod-state.ts";
import { replicaSetStatus } from "./replica-set-status.ts";

export const replicaSetControllerName = "replicaset-controller";

/** Not more than these are made or deleted in a pass. */
const burst = 500;

interface Tools {
  readonly client: Client;
  readonly events: EventRecorder;
  readonly signal: AbortSignal;
}

export function addReplicaSetController(manager: Manager): void {
  const { client, clock, cache } = manager;
  const events = manager.eventRecorder(replicaSetControllerName);
  const selecting = createSelectorIndex(cache, ReplicaSet, ({ spec }) => spec?.selector);

  controllerManagedBy(manager)
    .for(ReplicaSet)
    .owns(Pod)
    .watches(
      Pod,
      enqueueMapped(({ key, labels, ownerReferences }) =>
        ownerReferences.some(({ controller }) => controller === true) ? [] : selecting.matching(key.namespace, labels),
      ),
    )
    .named(replicaSetControllerName)
    .complete(async (request, { signal }) => {
      const set = await client.get(ReplicaSet, request, { signal });
      if (!set) return {};
      const tools: Tools = { client, events, signal };
      const inNamespace = client.list(Pod, { namespace: request.namespace ?? "", signal });
      const pods = await claimed(set, inNamespace, { client, selector: set.spec?.selector, signal });

      const failure = isTerminating(set) ? undefined : await makeOrDelete(set, pods.filter(isActive), tools);
      const nowMs = clock.wallTime();
      await client.patchStatus(set, replicaSetStatus(set, { pods, failure, nowMs }), { signal });
      if (failure !== undefined) throw failure;

      const next = pods
        .map((pod) => availableAtMs(pod, set.spec?.minReadySeconds ?? 0) ?? 0)
        .filter((at) => at > nowMs);
      return next.length > 0 ? { requeueAfterMs: Math.min(...next) - nowMs } : {};
    });
}

/** Resolves with what went wrong, for it belongs into the status before it ends the pass. */
async function makeOrDelete(
  set: Stored<ReplicaSet>,
  active: readonly Stored<Pod>[],
  tools: Tools,
): Promise<Error | undefined> {
  const missing = (set.spec?.replicas ?? 1) - active.length;
  try {
    if (missing > 0) await inGrowingBatches(Math.min(missing, burst), () => make(set, tools));
    const surplus = inOrderOfDeletion(active).slice(0, Math.min(Math.max(0, -missing), burst));
    await Promise.all(surplus.map((pod) => remove(set, pod, tools)));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** One first, then twice as many each time: what is refused is refused for all of them, and a quota is not run against in hundreds. */
async function inGrowingBatches(count: number, make: () => Promise<void>): Promise<void> {
  for (let [made, size] = [0, 1]; made < count; made += size, size *= 2) {
    await Promise.all(Array.from({ length: Math.min(size, count - made) }, make));
  }
}

async function make(set: Stored<ReplicaSet>, { client, events, signal }: Tools): Promise<void> {
  const { metadata, spec } = set.spec?.template ?? {};
  const { labels, annotations, finalizers } = metadata ?? {};
  try {
    const pod = await client.create<Pod>(
      {
        apiVersion: "v1",
        kind: "Pod",
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
    if (isNamespaceTerminating(error)) return; // Nothing can be made there any more.
    const note = `Error creating: ${error instanceof Error ? error.message : String(error)}`;
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
    const note = `Error deleting: ${error instanceof Error ? error.message : String(error)}`;
    events.event(set, { type: "Warning", reason: "FailedDelete", action: "DeletePod", note });
    throw error;
  }
}
