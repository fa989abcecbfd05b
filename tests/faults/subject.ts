/** What a program under faults is to the runs: how it starts, what a user does to it, and what is looked at afterwards. */
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
  /** Who works beside the program. The fewer, the quicker a run. */
  readonly controllers: readonly ControllerName[];
  /** How the Pods of the simulated node live. Default: they start after a second and run until they are deleted. */
  readonly podStages?: readonly PodStage[];
  /** The kinds whose objects make up an end state. */
  readonly kinds: readonly ResourceType[];
  /** Cluster roles: the program may do what they allow, and nothing else. Default: everything. */
  readonly rights?: readonly ClusterRole[];
  /** The program: works until the signal aborts. */
  operate(connection: Connection, signal: AbortSignal): Promise<void>;
  /** What users do. After each step that matters it says so with `stage.rests`, and the state there is compared. */
  workload(stage: Stage): Promise<void>;
}

/** The part of the fixture that a program uses. */
export interface Connection {
  readonly transport: Transport;
  readonly clock: VirtualClock;
  readonly random: Random;
}

export interface Stage {
  /** A user's, whom no fault touches. */
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
