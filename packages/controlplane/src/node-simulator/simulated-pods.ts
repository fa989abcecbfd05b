/** The simulator's state of the Pods on its nodes: their addresses and next stages. */
import { formatKey } from "@kubewright/apimachinery";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";
import type { Pod } from "@kubewright/api/core/v1";
import { createAddressPool } from "./address-pool.ts";
import { delayOf } from "./pod-stages.ts";
import type { PodStage } from "./stage.ts";

export interface SimulatedPods {
  /** The address of the Pod, the same until `forget`. */
  addressOf(pod: Stored<Pod>, nodeIndex: number): string;
  /** Milliseconds until the stage is due, counted from the first call with this stage. */
  dueInMs(pod: Stored<Pod>, stage: PodStage, nowMs: number): number;
  /** Drops the state of a deleted Pod. */
  forget(key: ObjectKey): void;
}

interface Memory {
  readonly uid: string;
  address?: string;
  /** The next stage of the Pod, and when it is due on the monotonic clock. */
  pending?: { readonly stage: string; readonly dueAt: number };
}

export function createSimulatedPods(): SimulatedPods {
  const memories = new Map<string, Memory>();
  const addresses = createAddressPool();

  return {
    addressOf(pod, nodeIndex) {
      const memory = memoryOf(pod);
      const known = memory.address ?? pod.status?.podIP; // A durable server still has the address.
      if (known === undefined) memory.address = addresses.take(nodeIndex);
      else {
        memory.address = known;
        addresses.reserve(known);
      }
      return memory.address;
    },
    dueInMs(pod, stage, nowMs) {
      const memory = memoryOf(pod);
      if (memory.pending?.stage !== stage.name) {
        memory.pending = { stage: stage.name, dueAt: nowMs + delayOf(stage, pod) };
      }
      return memory.pending.dueAt - nowMs;
    },
    forget,
  };

  /** The state of a Pod. A recreated Pod of the same name gets a new state. */
  function memoryOf({ metadata }: Stored<Pod>): Memory {
    const name = formatKey(metadata);
    const known = memories.get(name);
    if (known?.uid === metadata.uid) return known;
    forget(metadata);
    const memory: Memory = { uid: metadata.uid };
    memories.set(name, memory);
    return memory;
  }

  function forget(key: ObjectKey): void {
    const name = formatKey(key);
    const address = memories.get(name)?.address;
    if (address !== undefined) addresses.release(address);
    memories.delete(name);
  }
}
