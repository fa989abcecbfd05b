/**
 * Simulated nodes without containers: Pods are bound to them and pass declared stages, as with kwok, so that clients which wait for
 * Pods (controllers, `kubectl wait`, tests) see their whole lifecycle.
 */
import type { Binding } from "@kubewright/api/core/v1";
import { Node, Pod } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";
import { formatKey, isAlreadyExists, isConflict, isNotFound, keyOf } from "@kubewright/apimachinery";
import { abortable } from "@kubewright/async";
import type { Manager, Result } from "@kubewright/runtime";
import { controllerManagedBy, createChannelSource, createController } from "@kubewright/runtime";
import { addressOfNode } from "./address-pool.ts";
import { nodeObject } from "./node-object.ts";
import { createSimulatedPods } from "./simulated-pods.ts";
import type { PodStage } from "./stage.ts";
import { ignoredConstraints } from "./ignored-constraints.ts";

export const nodeSimulatorName = "node-simulator";

export interface NodeSimulatorOptions {
  /** The number of nodes: `simulated-0`, `simulated-1`… */
  readonly nodes: number;
  readonly stages: readonly PodStage[];
}

export interface NodeSimulator {
  /** Resolves once all nodes are registered. */
  waitForNodes(options: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

/** Adds the nodes, the binding of Pods to them, and the Pods' stages. */
export function addNodeSimulator(manager: Manager, { nodes, stages }: NodeSimulatorOptions): NodeSimulator {
  const { client, clock } = manager;
  const names = Array.from({ length: nodes }, (_, index) => `simulated-${index}`);
  const pods = createSimulatedPods();
  const events = createPodEvents(manager);
  let bound = 0;

  controllerManagedBy(manager)
    .for(Pod)
    .named(nodeSimulatorName)
    .withOptions({ maxConcurrentReconciles: 4 })
    .complete(async ({ key: request, signal }) => {
      const pod = await client.get(Pod, request, { signal });
      const nodeName = pod?.spec?.nodeName;
      if (!pod) pods.forget(request);
      else if (nodeName === undefined) await bind(pod, signal);
      else if (names.includes(nodeName)) return await live(pod, names.indexOf(nodeName), signal);
      return {};
    });
  return addNodes(manager, names);

  /** Binds a Pod, as a scheduler: to the nodes in turn, without regard to resources. */
  async function bind(pod: Stored<Pod>, signal: AbortSignal): Promise<void> {
    const node = names[bound % names.length];
    const scheduler = pod.spec?.schedulerName ?? "default-scheduler";
    if (node === undefined || pod.metadata.deletionTimestamp || scheduler !== "default-scheduler") return;
    bound += 1;
    const { name, namespace } = pod.metadata;
    const binding: Binding = {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name, ...(namespace === undefined ? {} : { namespace }), uid: pod.metadata.uid },
      target: { apiVersion: "v1", kind: "Node", name: node },
    };
    const isBound = await unlessOvertaken(
      client.subresource<Binding>(Pod, keyOf(pod), "binding").create(binding, { signal }),
    );
    if (isBound) events.scheduled(pod, node);
  }

  async function live(pod: Stored<Pod>, nodeIndex: number, signal: AbortSignal): Promise<Result> {
    const stage = stages.find(({ fits }) => fits(pod));
    if (!stage) return {};
    const waitMs = pods.dueInMs(pod, stage, clock.now());
    if (waitMs > 0) return { requeueAfterMs: waitMs };

    if (stage.next === "delete") {
      await client.delete(pod, { gracePeriodSeconds: 0, signal });
      return {};
    }
    const podIp = pods.addressOf(pod, nodeIndex);
    const context = { nowMs: clock.wallTime(), hostIp: addressOfNode(nodeIndex), podIp };
    const status = stage.next(pod, context);
    const isWritten = await unlessOvertaken(client.patchStatus(pod, status, { signal, fieldManager: kubelet }));
    if (isWritten && status.phase === "Running") events.started(pod);
    return {};
  }
}

/** The field manager of the status of Pods. */
const kubelet = "kubelet";

/** Registers each node once, as a kubelet does when it starts. A deleted node is not registered again. */
function addNodes(
  { client, apiReader, clock, log, observer, ...manager }: Manager,
  names: readonly string[],
): NodeSimulator {
  const source = createChannelSource("simulated nodes");
  const missing = new Set(names);
  const registered = Promise.withResolvers<void>();
  for (const name of names) source.push({ name });
  if (names.length === 0) registered.resolve();

  manager.addController(
    createController({
      name: "node-simulator-nodes",
      context: { client, apiReader, events: manager.eventRecorder("node-simulator-nodes") },
      sources: [source],
      clock,
      log,
      observer: observer.controller,
      queueObserver: observer.workQueue,
      async reconcile({ key: { name }, signal }) {
        try {
          await client.create(Node, nodeObject(name, names.indexOf(name), clock.wallTime()), { signal });
        } catch (error) {
          if (!isAlreadyExists(error)) throw error; // A durable server still has it.
        }
        await removeNotReadyTaint(await apiReader.get(Node, { name }, { signal }), signal);
        missing.delete(name);
        if (missing.size === 0) registered.resolve();
        return {};
      },
    }),
  );
  return { waitForNodes: ({ signal }) => abortable(registered.promise, signal) };

  /** Removes the taint that admission adds to each new node, as the node lifecycle controller does once a node is ready. */
  async function removeNotReadyTaint(node: Stored<Node> | undefined, signal: AbortSignal): Promise<void> {
    const taints = node?.spec?.taints ?? [];
    const others = taints.filter(({ key }) => key !== notReady);
    if (!node || others.length === taints.length) return;
    await client.update(Node, { ...node, spec: { ...node.spec, taints: others } }, { signal });
  }
}

/** https://kubernetes.io/docs/reference/labels-annotations-taints/#node-kubernetes-io-not-ready */
const notReady = "node.kubernetes.io/not-ready";

/**
 * Ignores the errors of a Pod that was deleted, bound or changed meanwhile. Its event triggers the next reconcile. Returns whether the write
 * succeeded.
 */
async function unlessOvertaken(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (!isNotFound(error) && !isConflict(error)) throw error;
    return false;
  }
}

interface PodEvents {
  scheduled(pod: Stored<Pod>, node: string): void;
  /** For each container, first the init containers. */
  started(pod: Stored<Pod>): void;
}

function createPodEvents(manager: Manager): PodEvents {
  const scheduler = manager.eventRecorder("default-scheduler");
  const kubelet = manager.eventRecorder("kubelet", { apiVersion: "v1" });
  return {
    scheduled(pod, node) {
      const note = `Successfully assigned ${formatKey(pod.metadata)} to ${node}`;
      scheduler.event(pod, { type: "Normal", reason: "Scheduled", action: "Binding", note });
      const ignored = ignoredConstraints(pod, node);
      if (ignored.length === 0) return;
      const text = `simulated nodes ignore the constraints of Pods (${ignored.join(", ")}): npx kubewright troubleshoot missing-controller`;
      scheduler.event(pod, { type: "Warning", reason: "ConstraintsIgnored", action: "Binding", note: text });
    },
    started(pod) {
      const { initContainers = [], containers = [] } = pod.spec ?? {};
      for (const { name, image = "" } of [...initContainers, ...containers]) {
        const say = (reason: string, action: string, note: string): void =>
          kubelet.event(pod, { type: "Normal", reason, action, note });
        say("Pulled", "Pulling", `Container image "${image}" is simulated and needs no pull`);
        say("Created", "Creating", `Container created: ${name}`);
        say("Started", "Starting", `Container started: ${name}`);
      }
    },
  };
}
