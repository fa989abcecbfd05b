/** The task of one daemon for one object: it runs until the daemon returns, is retried after an error, and ends with its signal. */
import { backoffMs, sleepUnlessAborted, spawn } from "@kubewright/async";
import type { Backoff, Clock, Random, SpawnedTask } from "@kubewright/async";
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import type { Logger } from "@kubewright/telemetry";
import { isTerminalError } from "../errors.ts";

/** The context of a daemon. */
export interface DaemonContext<T extends KubernetesObject> {
  /** The latest version that the controller has read. */
  readonly object: Stored<T>;
  /** The time on the clock of the last change of `object`, or of the start of its task. */
  readonly changedAtMs: number;
  /** Reads from the cache and writes to the server. Its calls are aborted with `signal` and rejected once leadership has ended. */
  readonly client: Client;
  /** Aborted when the object is deleted, the manager stops, or leadership ends. The daemon must return soon afterwards. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly clock: Clock;
}

export type Daemon<T extends KubernetesObject> = (context: DaemonContext<T>) => Promise<void>;

/** A daemon that has run for this time is healthy: the pause after its next error is the first of the backoff. */
const healthyMs = 60_000;

export interface DaemonTaskOptions<T extends KubernetesObject> {
  readonly name: string;
  readonly daemon: Daemon<T>;
  readonly client: Client;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: Random;
  readonly backoff: Backoff;
  /** Called when the task has ended. */
  readonly onEnd: () => void;
}

export class DaemonTask<T extends KubernetesObject> {
  readonly uid: string;
  /** The time at which the task was stopped because of a deletion. */
  stoppedAtMs: number | undefined;
  readonly #options: DaemonTaskOptions<T>;
  readonly #task: SpawnedTask;
  #object: Stored<T>;
  #changedAtMs: number;
  #hasEnded = false;

  constructor(object: Stored<T>, options: DaemonTaskOptions<T>) {
    const { name, clock, log, onEnd } = options;
    this.uid = object.metadata.uid;
    this.#options = options;
    this.#object = object;
    this.#changedAtMs = clock.now();
    this.#task = spawn((signal) => this.#run(signal), {
      name,
      onError: (error) => log.error("Daemon failed while it stopped", { daemon: name, error }),
    });
    const ended = (): void => {
      this.#hasEnded = true;
      onEnd();
    };
    this.#task.done.then(ended, ended);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  update(object: Stored<T>): void {
    if (object.metadata.resourceVersion === this.#object.metadata.resourceVersion) return;
    this.#object = object;
    this.#changedAtMs = this.#options.clock.now();
  }

  /** Resolves when the daemon has returned and is not started again. */
  get done(): Promise<void> {
    return this.#task.done;
  }

  /** Aborts the signal. */
  stop(reason: Error): void {
    this.#task.stop(reason).catch(() => {}); // `onError` receives failures.
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, random, log, name, backoff, daemon } = this.#options;
    const context = this.#contextOf(signal);
    for (let failures = 1; !signal.aborted; failures += 1) {
      const startedAt = clock.now();
      try {
        await daemon(context);
        return;
      } catch (error) {
        if (signal.aborted) throw error;
        if (isTerminalError(error)) {
          log.error("Daemon failed and is not retried", { daemon: name, error });
          return;
        }
        if (clock.now() - startedAt >= healthyMs) failures = 1;
        const afterMs = backoffMs(backoff, failures, random);
        log.error("Daemon failed, starting it again", { daemon: name, afterMs, error });
        await sleepUnlessAborted(clock, afterMs, signal);
      }
    }
  }

  #contextOf(signal: AbortSignal): DaemonContext<T> {
    const { client, log, clock } = this.#options;
    const [object, changedAtMs] = [() => this.#object, () => this.#changedAtMs];
    return {
      get object() {
        return object();
      },
      get changedAtMs() {
        return changedAtMs();
      },
      client: client.withOptions({ signal }),
      signal,
      log,
      clock,
    };
  }
}
