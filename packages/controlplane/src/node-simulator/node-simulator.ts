/**
 * Nodes on which nothing runs: Pods are bound to them and go through declared stages, as with kwok, so that whatever waits for
 * Pods (controllers, `kubectl wait`, tests) sees them live and end.
 */
import { Node, Pod } from "@kubewright/api/core/v1";
import type { Binding } from "@kubewright/api/core/v1";
import { isAlreadyExists, isConflict, isNotFound, keyOf } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager, Result } from "@kubewright/runtime";
import { createAddressPool } from "./address-pool.ts";
import { nodeObject } from "./node-object.ts";
import { delayOf } from "./pod-stages.ts";
import type { PodStage } from "./stage.ts";

export const nodeSimulatorName = "node-simulator";

export interface NodeSimulatorOptions {
  /** How many nodes there are: `simulated-0`, `simulated-1`… */
  readonly nodes: number;
  readonly stages: readonly PodStage[];
}

/** A stage that a Pod is on its way to, and when it is due on the monotonic clock. */
interface Pending {
  readonly stage: string;
  readonly dueAt: number;
}

/** Adds the nodes, the binding of Pods to them, and the Pods' stages. */
export function addNodeSimulator(manager: Manager, { nodes, stages }: NodeSimulatorOptions): void {
  const { client, clock } = manager;
  const names = Array.from({ length: nodes }, (_, index) => `simulated-${index}`);
  const pending = new Map<string, Pending>();
  const addresses = createAddressPool();
  let bound = 0;

  manager.add({ start: async ({ signal }) => registerNodes(signal) });
  controllerManagedBy(manager)
    .for(Pod)
    .named(nodeSimulatorName)
    .withOptions({ maxConcurrentReconciles: 4 })
    .complete(async (request, { signal }) => {
      const pod = await client.get(Pod, request, { signal });
      if (!pod) return {};
      const nodeName = pod.spec?.nodeName;
      if (nodeName === undefined) return await bind(pod, signal);
      return names.includes(nodeName) ? await live(pod, nodeName, signal) : {};
    });
  manager.cache.informer(Pod).addHandler((event) => {
    if (event.kind === "deleted") forget(event.object.uid);
  });

  function forget(uid: string): void {
    pending.delete(uid);
    addresses.release(uid);
  }

  async function registerNodes(signal: AbortSignal): Promise<void> {
    for (const [index, name] of names.entries()) {
      try {
        await manager.apiReader.create<Node>(nodeObject(name, index, clock.wallTime()), { signal });
      } catch (error) {
        if (!isAlreadyExists(error)) throw error; // A durable server remembers it.
      }
    }
  }

  /** What a scheduler does, without looking at resources: the nodes take turns. */
  async function bind(pod: Stored<Pod>, signal: AbortSignal): Promise<Result> {
    const node = names[bound % names.length];
    const scheduler = pod.spec?.schedulerName ?? "default-scheduler";
    if (node === undefined || pod.metadata.deletionTimestamp || scheduler !== "default-scheduler") return {};
    bound += 1;
    const { name, namespace } = pod.metadata;
    const binding: Binding = {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name, ...(namespace === undefined ? {} : { namespace }), uid: pod.metadata.uid },
      target: { apiVersion: "v1", kind: "Node", name: node },
    };
    await ignoreGone(client.subresource<Binding>(Pod, keyOf(pod), "binding").create(binding, { signal }));
    return {};
  }

  async function live(pod: Stored<Pod>, nodeName: string, signal: AbortSignal): Promise<Result> {
    const { uid } = pod.metadata;
    const stage = stages.find(({ fits }) => fits(pod));
    if (!stage) return {};
    const waitMs = waitFor(uid, stage, pod);
    if (waitMs > 0) return { requeueAfterMs: waitMs };

    if (stage.next === "delete") {
      await client.delete(pod, { gracePeriodSeconds: 0, signal });
      return {};
    }
    const hostIp = addresses.ofNode(names.indexOf(nodeName));
    const context = { nowMs: clock.wallTime(), hostIp, podIp: addresses.ofPod(uid, names.indexOf(nodeName)) };
    await ignoreGone(client.patchStatus(pod, stage.next(pod, context), { signal }));
    return {};
  }

  /** Milliseconds until the stage is due; the time runs from the first look at which it was the Pod's next one. */
  function waitFor(uid: string, stage: PodStage, pod: Pod): number {
    const known = pending.get(uid);
    const due = known?.stage === stage.name ? known : { stage: stage.name, dueAt: clock.now() + delayOf(stage, pod) };
    pending.set(uid, due);
    return due.dueAt - clock.now();
  }
}

/** The Pod is gone or bound already, or has changed under our hands: its event brings us back. */
async function ignoreGone(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isNotFound(error) && !isConflict(error)) throw error;
  }
}
