/**
 * The lifecycle of a manager: the order in which its parts start and stop.
 *
 *     start   probe and metrics servers → leader election → webhook server → caches → runnables (controllers among them)
 *     stop    shutdown hooks → runnables and webhook server → Events → caches → Lease → probe and metrics servers
 *
 * Each part stops once the part before it has ended: a reconcile in flight can still read the cache and record Events, and probes get responses
 * until the end. The Lease is released after all work that requires leadership has ended, because the next leader starts at once. One deadline
 * bounds the whole shutdown.
 */
import { isAbort, onAbort, untilAborted } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { Logger } from "@kubewright/telemetry";
import { ManagerStoppedError, ShutdownTimeoutError } from "../errors.ts";
import type { ManagerElection } from "../leadership/manager-election.ts";
import { nameOf } from "../runnable/runnable.ts";
import type { Runnable } from "../runnable/runnable.ts";
import { isStopped, nextLifecycleState } from "./lifecycle-state.ts";
import type { LifecycleEvent, LifecycleState } from "./lifecycle-state.ts";
import type { BaseContext } from "./manager-options.ts";
import { ShutdownDeadline } from "./shutdown-deadline.ts";
import { Stage } from "./stage.ts";

/** A function that the shutdown calls and awaits. Its signal is aborted shortly before the deadline of the shutdown. */
export type ShutdownHook = (context: { readonly signal: AbortSignal }) => Promise<void>;

/** A server that starts before everything else and stops last. */
export interface ManagerServer {
  readonly name: string;
  /** Waits for the requests in flight, and drops them once `signal` is aborted. */
  close(options: { readonly signal: AbortSignal }): Promise<void>;
}

export interface LifecycleOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly gracefulShutdownTimeoutMs: number;
  readonly startServers: (options: { readonly signal: AbortSignal }) => AsyncIterable<ManagerServer>;
  /** Starts before the cache and stops with the runnables. */
  readonly webhookServer?: Runnable | undefined;
  /** Calls the function that starts a runnable. */
  readonly baseContext?: BaseContext | undefined;
  readonly cache: Pick<Runnable, "start">;
  /** Disposing them sends queued Events. */
  readonly eventRecorders: AsyncDisposable;
  readonly election?: ManagerElection | undefined;
  /** Whether the API server may still execute a write that got no response. The Lease is then not released. */
  readonly hasUnsettledWrite: () => boolean;
}

export class Lifecycle {
  readonly #options: LifecycleOptions;
  readonly #deadline: ShutdownDeadline;
  readonly #started = Promise.withResolvers<void>();
  readonly #hooks: Runnable[] = [];
  /** Runnables that were added before the manager runs. */
  readonly #pending: Runnable[] = [];
  /** Absent until the manager runs. */
  #stages: { readonly caches: Stage; readonly runnables: Stage } | undefined;
  /** The stages of hooks and runnables. */
  readonly #working: Stage[] = [];
  #state: LifecycleState = { kind: "new" };
  /** Aborted once the state is "stopping". */
  readonly #stop = new AbortController();

  constructor(options: LifecycleOptions) {
    this.#options = options;
    this.#deadline = new ShutdownDeadline(options.clock, options.gracefulShutdownTimeoutMs);
    this.#started.promise.catch(() => {}); // `start` rejects with the same error.
  }

  get state(): LifecycleState["kind"] {
    return this.#state.kind;
  }

  /** Resolves once everything that was added before has started. Rejects with the error that stopped the manager before that. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  add(runnable: Runnable): void {
    if (isStopped(this.#state)) {
      throw new TypeError(`Cannot add runnable "${nameOf(runnable)}": the manager is ${this.#state.kind}`);
    }
    if (!this.#stages) this.#pending.push(runnable);
    else if (runnable.isCache) this.#stages.caches.add(runnable);
    else this.#stages.runnables.add(runnable);
  }

  addShutdownHook(name: string, hook: ShutdownHook): void {
    this.#hooks.push({
      name,
      start: async ({ deadline }) => await hook({ signal: deadline ?? this.#deadline.signal }),
    });
  }

  async start(signal: AbortSignal): Promise<void> {
    this.#apply({ kind: "start" });
    using deadline = this.#deadline;
    using _stop = onAbort(signal, () => this.#apply({ kind: "stop" }, signal.reason));
    using _warn = onAbort(deadline.signal, () => {
      const stillRunning = this.#stillWorking();
      if (stillRunning.length === 0) return;
      this.#options.log.warn("Graceful shutdown timeout is near, aborting runnables that still run", { stillRunning });
    });
    await this.#run(this.#stop.signal);
    this.#apply({ kind: "end" });
    const failure = this.#failure();
    const neverStarted = "Cannot wait for the manager: it was stopped before everything had started";
    this.#started.reject(failure ? failure.error : new ManagerStoppedError(neverStarted));
    this.#options.log.info("Manager has stopped");
    if (failure) throw failure.error;
  }

  /** The stack stops its members in reverse order. */
  async #run(signal: AbortSignal): Promise<void> {
    const { log, cache, election, eventRecorders, webhookServer, hasUnsettledWrite } = this.#options;
    await using stack = new AsyncDisposableStack();
    const hooks = stack.use(this.#createStage());
    this.#working.push(hooks);
    await this.#startServers(stack, signal);
    if (signal.aborted) return;

    if (election)
      this.#deferBounded(stack, "event recorder of the leader election", () => election[Symbol.asyncDispose]());
    const elections = stack.use(this.#createStage());
    const runnables = this.#createStage();
    if (webhookServer) runnables.add(webhookServer);
    const caches = stack.use(this.#createStage());
    caches.add({ name: "cache", start: (options) => cache.start(options) });
    this.#deferBounded(stack, "event recorders", () => eventRecorders[Symbol.asyncDispose]());
    stack.use(runnables);
    this.#working.push(runnables);
    const mayRelease = (): boolean => this.#stillWorking().length === 0 && !hasUnsettledWrite();
    if (election) elections.add(election.runnable(mayRelease));

    this.#stages = { caches, runnables };
    for (const runnable of this.#pending.splice(0)) this.add(runnable);
    this.#apply({ kind: "ready" });
    this.#started.resolve();
    log.info("Manager has started");

    await untilAborted(signal);
    log.info("Stopping");
    for (const hook of this.#hooks) hooks.add(hook);
    // Hooks that still run after their abort end concurrently with the other stages, which need the rest of the time.
    await Promise.race([hooks.drained(), untilAborted(this.#deadline.signal)]);
  }

  async #startServers(stack: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
    try {
      for await (const server of this.#options.startServers({ signal })) {
        this.#deferBounded(stack, server.name, () => server.close({ signal: this.#deadline.signal }));
      }
    } catch (error) {
      if (!isAbort(error, signal)) this.#fail("servers", error);
    }
  }

  #createStage(): Stage {
    return new Stage({
      deadline: this.#deadline,
      baseContext: this.#options.baseContext,
      onFailure: (name, error) => this.#fail(name, error),
      onTimeout: (name) => this.#timeOut(name),
    });
  }

  /** Defers `end` on the stack, which awaits it until the deadline has passed. */
  #deferBounded(stack: AsyncDisposableStack, name: string, end: () => PromiseLike<void>): void {
    stack.defer(async () => {
      const hadTime = !this.#deadline.isPassed;
      const ending = Promise.try(end).catch((error: unknown) => this.#fail(name, error));
      if (!(await this.#deadline.settled(ending)) && hadTime) this.#timeOut(name);
    });
  }

  /** Changes the state. The change to "stopping" starts the deadline and aborts the signal of every stage. */
  #apply(event: LifecycleEvent, reason?: unknown): void {
    const before = this.#state;
    this.#state = nextLifecycleState(before, event);
    if (this.#state.kind !== "stopping" || before.kind === "stopping") return;
    this.#deadline.begin();
    this.#stop.abort(reason);
  }

  /** The first error stops the manager; later ones are logged. */
  #fail(name: string, error: unknown): void {
    if (isStopped(this.#state) && this.#state.failure) {
      this.#options.log.error("Runnable failed during shutdown", { runnable: name, error });
    } else {
      this.#apply({ kind: "fail", error }, error);
    }
  }

  #timeOut(name: string): void {
    const { timeoutMs } = this.#deadline;
    this.#apply({ kind: "timeOut", name });
    this.#options.log.error("Runnable did not stop within the graceful shutdown timeout", {
      runnable: name,
      timeoutMs,
    });
  }

  /** The error of `start`, once everything has stopped. */
  #failure(): { readonly error: unknown } | undefined {
    if (!isStopped(this.#state)) return undefined;
    const { failure, stillRunning } = this.#state;
    if (stillRunning.length === 0) return failure;
    return {
      error: new ShutdownTimeoutError(this.#deadline.timeoutMs, stillRunning, failure && { cause: failure.error }),
    };
  }

  #stillWorking(): readonly string[] {
    return this.#working.flatMap(({ running }) => running);
  }
}
