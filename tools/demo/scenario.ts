// The demo of an example: the kinds in the table, and the steps of its sample.
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { Environment, EnvironmentWebhooks } from "@kubewright/envtest";
import type { Manager, ManagerOptions } from "@kubewright/runtime";
import type { Logger } from "@kubewright/telemetry";

/** The timeout of a step. */
export const withinMs = 60_000;

/** The demo of one example. */
export interface Scenario {
  /** The name of its folder in `examples`, and the value of `EXAMPLE=`. */
  readonly name: string;
  /** Folders of CRDs that are installed before it starts. */
  readonly crds: readonly string[];
  /** The webhooks that are configured at the start. Default: none. */
  readonly webhooks?: EnvironmentWebhooks;
  readonly shows: readonly Shown[];
  /**
   * Starts the operator, acts as its user, and resolves with the result, for the line that is printed:
   * `MyJob "default/myjob-sample" is completed`. It rejects if a step fails.
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
  /** Aborted on Ctrl-C. */
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
  return { type, phaseOf: (object) => phaseOf(object as Stored<T>) ?? "" }; // The table passes only objects of this kind.
}
