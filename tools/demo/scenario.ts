// The demo of an example: the kinds in the table, and the steps of its sample.
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { Environment, EnvironmentWebhooks } from "@kubewright/envtest";
import type { Manager, ManagerOptions } from "@kubewright/runtime";
import type { Logger } from "@kubewright/telemetry";

/** What has not happened within this time will not happen. */
export const withinMs = 60_000;

/** One example on the stage. */
export interface Scenario {
  /** The name of its folder under `examples`, and the word that `EXAMPLE=` takes. */
  readonly name: string;
  /** Folders of CRDs that are there before it starts. */
  readonly crds: readonly string[];
  /** The webhooks that the cluster asks from the start. Default: none. */
  readonly webhooks?: EnvironmentWebhooks;
  readonly shows: readonly Shown[];
  /**
   * Starts the operator, does what its user would do, and resolves with what was reached, as the end of a sentence:
   * `MyJob "default/myjob-sample" is completed`. It rejects when that is not reached.
   */
  play(stage: Stage): Promise<string>;
}

/** A kind in the table, and the content of its phase column. */
export interface Shown {
  readonly type: ResourceType;
  readonly phaseOf: (object: Stored<KubernetesObject>) => string;
}

export interface Stage {
  readonly env: Environment;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Aborted when the user leaves. */
  readonly signal: AbortSignal;
  /** Prints a line above the table. */
  readonly say: (text: string) => void;
  /** Starts an operator that runs until the end of the demo. An earlier end fails the demo. */
  readonly operate: (
    name: string,
    setup: (manager: Manager) => void | Promise<void>,
    options?: Pick<ManagerOptions, "cache">,
  ) => Promise<void>;
  /** Starts a program that has no manager, in the same way. */
  readonly start: (name: string, run: (signal: AbortSignal) => Promise<void>) => void;
  /** Creates the objects of a YAML file, as `kubectl create -f` does it. */
  readonly create: (file: URL) => Promise<readonly Stored<KubernetesObject>[]>;
}

/** A kind with a type for `phaseOf`. */
export function show<T extends KubernetesObject>(
  type: ResourceType<T>,
  phaseOf: (object: Stored<T>) => string | undefined,
): Shown {
  return { type, phaseOf: (object) => phaseOf(object as Stored<T>) ?? "" }; // The table only hands out objects of this kind.
}
