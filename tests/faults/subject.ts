/** A program under faults: how it starts, what its users do, and which objects are compared. */
import type { ClusterRole } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import type { ResourceType } from "@kubewright/apimachinery";
import type { Random, VirtualClock } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import type { ControllerName, PodStage } from "@kubewright/controlplane";
import type { CrdSource } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import type { Transport } from "@kubewright/transport";

export interface Subject {
  readonly name: string;
  readonly crds: readonly CrdSource[];
  /** The controllers that run beside the program. Fewer make a run faster. */
  readonly controllers: readonly ControllerName[];
  /** The behavior of Pods on the simulated node. Default: they start after a second and run until they are deleted. */
  readonly podStages?: readonly PodStage[];
  /** The kinds of the objects in an end state. */
  readonly kinds: readonly ResourceType[];
  /** The cluster roles of the program. Default: all permissions. */
  readonly rights?: readonly ClusterRole[];
  /** The program. Runs until the signal aborts. */
  operate(connection: Connection, signal: AbortSignal): Promise<void>;
  /** The workload of users. It calls `stage.rests` after each relevant step; the states there are compared. */
  workload(stage: Stage): Promise<void>;
}

/** The part of the fixture that a program uses. */
export interface Connection {
  readonly transport: Transport;
  readonly clock: VirtualClock;
  readonly random: Random;
}

export interface Stage {
  /** The client of a user, without faults. */
  readonly client: Client;
  readonly clock: VirtualClock;
  /** A namespace that exists. */
  readonly namespace: string;
  /** Waits until the fixture has settled, and records its state under the title. */
  rests(title: string): Promise<void>;
}

/** An operator on a manager as a subject runs it. */
export function operateManager(setup: (manager: Manager) => void): Subject["operate"] {
  return async ({ transport, clock, random }, signal) => {
    const manager = createManager({ transport, clock, random });
    setup(manager);
    await manager.start({ signal });
  };
}
