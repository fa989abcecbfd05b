/**
 * Daemons, as in kopf: a function that runs in the background for each object of a kind, on the leader only. A controller starts and stops the tasks. A
 * finalizer keeps a deleted object until its daemon has returned, for a bounded time.
 *
 *     object exists ──finalizer──► task runs ──object deleted──► signal aborted ──returned, or timeout──► finalizer removed
 */
import { formatKey, isTerminating } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import {
  abortable,
  assertBackoff,
  assertNumbers,
  isAbort,
  numberRules,
  StoppedError,
  untilAborted,
} from "@kubewright/async";
import type { Backoff } from "@kubewright/async";
import { controllerManagedBy } from "../builder/builder.ts";
import { createFinalizers } from "../finalizer/finalizers.ts";
import type { FinalizerResult } from "../finalizer/finalizers.ts";
import type { Manager } from "../manager/manager.ts";
import { allOf, anyOf } from "../predicate/predicate.ts";
import type { Predicate } from "../predicate/predicate.ts";
import type { ReconcileContext, Result } from "../reconcile/reconciler.ts";
import type { Request } from "../reconcile/request.ts";
import type { Runnable, RunOptions } from "../runnable/runnable.ts";
import { createChannelSource } from "../source/channel-source.ts";
import { DaemonTask } from "./daemon-task.ts";
import type { Daemon } from "./daemon-task.ts";

/** How long a deleted object waits for its daemon, by default. */
export const defaultCancellationTimeoutMs = 60_000;

export interface DaemonOptions<T extends KubernetesObject> {
  readonly type: ResourceType<T>;
  /** The name of the controller that starts the tasks, unique in the manager. */
  readonly name: string;
  /** Keeps a deleted object until its daemon has returned: "example.dev/poller". */
  readonly finalizer: string;
  /** Runs once for each object and process. A daemon that throws is started again after a pause, unless it throws a `TerminalError`. */
  readonly daemon: Daemon<T>;
  /** After this time a deleted object no longer waits for its daemon, which may still run. Default `defaultCancellationTimeoutMs`. */
  readonly cancellationTimeoutMs?: number;
  /** The pauses after errors. The first pause is used again after a daemon has run for a minute. Default: from 1 s to 5 min, doubled. */
  readonly backoff?: Backoff;
  /** Drop events of objects that need no daemon, or whose daemon needs no new version. Events of objects that are being deleted or are gone always pass. */
  readonly predicates?: readonly Predicate<T>[];
}

/** Events that always pass, because a deletion must end the daemon and remove its finalizer. */
const isEnding: Predicate = ({ kind, object }) => kind === "deleted" || object.deletionTimestamp !== undefined;

const defaultBackoff: Backoff = { initialMs: 1_000, maxMs: 5 * 60_000 };

/**
 * Runs a daemon for each object of a kind while the manager runs and leads. An object that is created again under the same name has a new daemon.
 *
 * @throws {RangeError} if `cancellationTimeoutMs` or a number of `backoff` is out of its range.
 */
export function addDaemon<T extends KubernetesObject>(manager: Manager, options: DaemonOptions<T>): void {
  const { type, name, predicates = [], cancellationTimeoutMs = defaultCancellationTimeoutMs } = options;
  assertNumbers(`Cannot add daemon "${name}"`, { cancellationTimeoutMs }, numberRules.fromZeroMs);
  assertBackoff(`Cannot add daemon "${name}"`, "backoff", options.backoff);
  const host = new DaemonHost(manager, options);
  controllerManagedBy(manager)
    .for(type, { predicates: [anyOf(isEnding, allOf(...predicates))] })
    .named(name)
    .needLeaderElection(true)
    .watchesRawSource(host.ended)
    .complete((context) => host.reconcile(context));
  manager.add(host);
}

class DaemonHost<T extends KubernetesObject> implements Runnable {
  readonly name: string;
  /** Enqueues an object whose daemon has returned. */
  readonly ended = createChannelSource("ended daemons");
  readonly #manager: Manager;
  readonly #options: DaemonOptions<T>;
  readonly #finalizers = createFinalizers<T>();
  readonly #tasks = new Map<string, DaemonTask<T>>();
  #hasStopped = false;

  constructor(manager: Manager, options: DaemonOptions<T>) {
    this.name = `daemons of ${options.name}`;
    this.#manager = manager;
    this.#options = options;
    this.#finalizers.register(options.finalizer, (object) => this.#finalize(object));
  }

  async start({ signal, deadline }: RunOptions): Promise<void> {
    await untilAborted(signal);
    this.#hasStopped = true;
    const reason = new StoppedError(this.name);
    const tasks = [...this.#tasks.values()];
    for (const task of tasks) task.stop(reason);
    const all = Promise.all(tasks.map((task) => task.done));
    try {
      await abortable(all, deadline);
    } catch (error) {
      if (!isAbort(error, deadline)) throw error;
      this.#manager.log.error("Daemons did not return before the deadline of the shutdown", {
        controller: this.#options.name,
      });
    }
  }

  async reconcile(context: ReconcileContext): Promise<Result> {
    const { key, client } = context;
    const found = await client.get(this.#options.type, key);
    const task = this.#tasks.get(formatKey(key));
    if (task && task.uid !== found?.metadata.uid) this.#drop(key, task);
    if (!found) return {};
    const { object, requeueAfterMs } = await this.#finalizers.finalize(found, context);
    if (!object || isTerminating(object)) {
      // The daemon also ends if another client has removed its finalizer.
      const left = this.#tasks.get(formatKey(key));
      if (left && left.stoppedAtMs === undefined) this.#drop(key, left);
      return requeueAfterMs === undefined ? {} : { requeueAfterMs };
    }
    const running = this.#tasks.get(formatKey(key));
    if (running) running.update(object);
    else if (!this.#hasStopped) this.#tasks.set(formatKey(key), this.#startTask(key, object, context));
    return {};
  }

  async #finalize(object: Stored<T>): Promise<FinalizerResult<T> | undefined> {
    const { cancellationTimeoutMs = defaultCancellationTimeoutMs, name } = this.#options;
    const { clock, log } = this.#manager;
    const key = formatKey(object.metadata);
    const task = this.#tasks.get(key);
    if (!task) return undefined;
    if (task.stoppedAtMs === undefined) {
      task.stoppedAtMs = clock.now();
      task.stop(new StoppedError(`daemon of "${key}", which is deleted`));
    }
    const leftMs = task.stoppedAtMs + cancellationTimeoutMs - clock.now();
    if (!task.hasEnded && leftMs > 0) return { requeueAfterMs: leftMs };
    if (!task.hasEnded)
      log.error("Daemon did not return, removing the finalizer", {
        controller: name,
        object: key,
        cancellationTimeoutMs,
      });
    this.#tasks.delete(key);
    return undefined;
  }

  #startTask(key: Request, object: Stored<T>, { client, log }: ReconcileContext): DaemonTask<T> {
    const { clock, random } = this.#manager;
    const { name, daemon, backoff = defaultBackoff } = this.#options;
    const fieldManager = client.fieldManager ?? name;
    return new DaemonTask(object, {
      name,
      daemon,
      client: this.#manager.client.withOptions({ fieldManager }), // The client of the context ends with the reconcile.
      log,
      clock,
      random,
      backoff,
      onEnd: () => this.ended.push(key),
    });
  }

  #drop(key: Request, task: DaemonTask<T>): void {
    this.#tasks.delete(formatKey(key));
    task.stop(new StoppedError(`daemon of "${formatKey(key)}", which no longer exists`));
  }
}
