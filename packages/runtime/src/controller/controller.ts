/**
 * A controller: sources add requests to a queue, and workers take them and call the reconciler. The queue contains keys, never objects or events, so that
 * any number of changes during a reconcile causes one more reconcile of the current state.
 */
import { deadlineSignal, guardObserver, isAbort, linkSignals, onAbort } from "@kubewright/async";
import { silentLogger } from "@kubewright/telemetry";
import type { ControllerObserver, Logger } from "@kubewright/telemetry";
import { createWorkQueue } from "@kubewright/workqueue";
import type { AddOptions, Lease, WorkQueue } from "@kubewright/workqueue";
import { isTerminalError, ManagerStoppedError, ReconcilePanicError, ReconcileTimeoutError } from "../errors.ts";
import { reportObserverError } from "../observers/report-observer-error.ts";
import type { Runnable, RunOptions } from "../runnable/runnable.ts";
import { PendingCauses } from "../reconcile/cause.ts";
import type { ReconcileCause } from "../reconcile/cause.ts";
import type { Reconciler } from "../reconcile/reconciler.ts";
import { formatTypedRequest } from "../reconcile/request.ts";
import type { Request } from "../reconcile/request.ts";
import type { Enqueue, Source, SourceContext } from "../source/source.ts";
import { TimeSlice } from "../source/time-slice.ts";
import { runAsController } from "./active-controller.ts";
import { defaultCacheSyncTimeoutMs } from "./controller-options.ts";
import { assertOptions } from "./assert-options.ts";
import { completed } from "./completed.ts";
import { ControllerSources } from "./controller-sources.ts";
import type { ControllerWatch, WatchOptions } from "./controller-sources.ts";
import type { CreateControllerOptions } from "./create-controller-options.ts";
import { reportLongReconcile } from "./long-reconcile.ts";
import { errorOf, outcomeOf } from "./outcome.ts";
import { requestLogOf } from "./request-log.ts";
import type { Outcome } from "./outcome.ts";
import { ReconcileContexts } from "./reconcile-contexts.ts";
import type { Run } from "./reconcile-contexts.ts";
import { ReconcileLimit } from "./reconcile-limit.ts";
import { report } from "./report.ts";
import { RetryLimit } from "./retry-limit.ts";
import { HotLoopDetector } from "./hot-loop-detector.ts";
import type { HotLoop } from "./hot-loop-detector.ts";

/**
 * Runs until its signal is aborted and the reconciles in flight have ended. It also runs on standby replicas, so that its sources are synced when
 * this process is elected; its workers wait for `leadership`.
 */
export interface Controller<R = Request> extends Runnable {
  readonly name: string;
  readonly needLeaderElection: false;
  /**
   * Adds a source. It starts at once if the controller runs, and otherwise with the controller. It ends with the controller, with `signal`, or with
   * `stop` of the result. Each call adds a source, even if the kind is already watched.
   *
   * @throws {TypeError} if the controller has stopped; the error of the source if it cannot start.
   */
  watch(source: Source<R>, options?: WatchOptions): ControllerWatch;
}

/** Creates a controller. It does nothing before it is started, and it can be started only once. */
export function createController<R = Request>(options: CreateControllerOptions<R>): Controller<R> {
  return new QueueController(options);
}

class QueueController<R> implements Controller<R> {
  readonly name: string;
  readonly needLeaderElection = false;
  readonly #options: CreateControllerOptions<R>;
  readonly #keyOf: (request: R) => string;
  readonly #maxConcurrentReconciles: number;
  readonly #log: Logger;
  readonly #observer: ControllerObserver;
  readonly #queue: WorkQueue<R>;
  readonly #sources: ControllerSources<R>;
  readonly #causes = new PendingCauses();
  readonly #contexts: ReconcileContexts<R>;
  readonly #timeSlice: TimeSlice;
  readonly #reconcileLimit: ReconcileLimit | undefined;
  readonly #retryLimit: RetryLimit | undefined;
  readonly #hotLoops: HotLoopDetector | undefined;
  #hasStarted = false;
  /** The panic that ends the controller. */
  #panic: ReconcilePanicError | undefined;

  constructor({
    name,
    clock,
    maxConcurrentReconciles = 1,
    log = silentLogger,
    ...options
  }: CreateControllerOptions<R>) {
    assertOptions(name, { ...options, maxConcurrentReconciles });
    const {
      keyOf = formatTypedRequest,
      newQueue = createWorkQueue,
      cacheSyncTimeoutMs = defaultCacheSyncTimeoutMs,
    } = options;
    this.name = name;
    this.#options = { name, clock, ...options };
    this.#keyOf = keyOf;
    this.#maxConcurrentReconciles = maxConcurrentReconciles;
    this.#timeSlice = new TimeSlice(clock);
    const { rateLimited, retriesMax, retryTimeoutMs } = options;
    this.#reconcileLimit = rateLimited && new ReconcileLimit(clock, rateLimited);
    const hasRetryLimit = retriesMax !== undefined || retryTimeoutMs !== undefined;
    this.#retryLimit = hasRetryLimit ? new RetryLimit(clock, options) : undefined;
    this.#log = log.child({ controller: name });
    const { hotLoops = "warn" } = options;
    const onHotLoop = (hotLoop: HotLoop): void => this.#reportHotLoop(hotLoop);
    const detector = new HotLoopDetector({ clock, delays: hotLoops === "delay", onHotLoop });
    if (hotLoops !== "ignore") this.#hotLoops = detector;
    const onObserverError = reportObserverError(this.#log);
    this.#observer = guardObserver(options.observer ?? {}, onObserverError);
    this.#queue = newQueue({
      name,
      clock,
      keyOf,
      rateLimiter: options.rateLimiter,
      observer: options.queueObserver && guardObserver(options.queueObserver, onObserverError),
    });
    const failuresOf = (request: R): number => this.#queue.failuresOf(request);
    this.#contexts = new ReconcileContexts({ clients: options.context, clock, hotLoops: this.#hotLoops, failuresOf });
    const enqueueFrom = (source: Source<R>): Enqueue<R> => this.#enqueueFrom(source);
    this.#sources = new ControllerSources({ controller: name, enqueueFrom, cacheSyncTimeoutMs });
    for (const source of options.sources) this.#sources.add(source);
    this.#observer.created?.({ controller: name, maxConcurrentReconciles });
  }

  watch(source: Source<R>, options?: WatchOptions): ControllerWatch {
    return this.#sources.add(source, options);
  }

  async start({ signal, deadline }: RunOptions): Promise<void> {
    if (this.#hasStarted) throw new TypeError(`Cannot start controller "${this.name}": it has been started before`);
    this.#hasStarted = true;
    using _queue = this.#queue; // Drops waiting requests and the timer with the controller.
    using sources = this.#sources;
    if (this.#options.enableWarmup === false && !(await this.#elected(signal))) return;
    const context: SourceContext = {
      log: this.#log,
      clock: this.#options.clock,
      signal,
      onHandlerError: (failure) => this.#observer.handlerFailed?.({ controller: this.name, ...failure }),
    };
    sources.start(context);
    if (!(await completed(sources.waitForSync(context), signal))) return;
    if (!(await this.#elected(signal))) return;
    await this.#runWorkers(signal, deadline);
    if (this.#panic) throw this.#panic;
  }

  async #elected(signal: AbortSignal): Promise<boolean> {
    const { leadership } = this.#options;
    return !leadership || (await completed(leadership.elected({ signal }), signal, leadership.signal));
  }

  async #runWorkers(signal: AbortSignal, deadline: AbortSignal | undefined): Promise<void> {
    const { clock, leadership, gracePeriodMs = Infinity } = this.#options;
    this.#log.info("Starting workers", { workers: this.#maxConcurrentReconciles });
    // Reconciles in flight may continue for the grace period after `signal`, so they have another signal.
    using work = linkSignals(leadership?.signal, deadline);
    using grace = new DisposableStack();
    using _lost = leadership && onAbort(leadership.signal, () => this.#stopReconciling());
    using _stop = onAbort(signal, () => {
      this.#stopReconciling();
      const end = (): void =>
        work.abort(new ManagerStoppedError(`Stopped: the grace period of ${gracePeriodMs} ms is over`));
      grace.use(clock.setTimer(gracePeriodMs, end));
    });
    await Promise.all(Array.from({ length: this.#maxConcurrentReconciles }, () => this.#worker(work.signal)));
    this.#log.info("All workers have finished");
  }

  /** Stops the sources and drops waiting requests. Workers end after the reconciles in flight. */
  #stopReconciling(): void {
    this.#sources[Symbol.dispose]();
    this.#queue.shutDown({ mode: "abort" });
  }

  #enqueueFrom({ name }: Source<R>): Enqueue<R> {
    const generic: ReconcileCause = { source: name, event: "generic" };
    const { debounceMs = 0 } = this.#options;
    return (request, { priority = 0, cause = generic } = {}) =>
      this.#enqueue(request, { priority, afterMs: debounceMs }, cause);
  }

  async #worker(signal: AbortSignal): Promise<void> {
    for (;;) {
      using lease = await this.#queue.take();
      if (!lease) return;
      await this.#processItem(lease, signal);
      await this.#timeSlice.next();
    }
  }

  /** Calls the reconciler once, and enqueues the request again if the outcome requires it. Never throws. */
  async #processItem({ key: request, priority }: Lease<R>, signal: AbortSignal): Promise<void> {
    const object = this.#keyOf(request);
    const causes = this.#causes.take(object);
    const delayMs = this.#delayOf(object, causes);
    if (delayMs > 0) {
      this.#causes.putBack(object, causes);
      this.#queue.add(request, { afterMs: delayMs, priority });
      return;
    }
    const { clock, tracing, logConstructor } = this.#options;
    const log = requestLogOf(request, object, { log: this.#log, logConstructor });
    const run: Run<R> = { request, object, causes, log };
    const startedAt = clock.now();
    const about = { controller: this.name, object };
    this.#observer.started?.(about);
    using _overdue = reportLongReconcile({ clock, log: this.#log, object, signal });
    const call = (): Promise<Outcome> =>
      runAsController(this.name, () => outcomeOf(() => this.#call(run, signal), signal));
    const ran = await (tracing ? tracing.reconcile(about, call, errorOf) : call());
    const outcome = this.#retryLimit?.apply(object, ran) ?? ran;
    const error = errorOf(outcome);
    const durationMs = clock.now() - startedAt;
    this.#observer.ended?.({ ...about, outcome: outcome.kind, durationMs, ...(error === undefined ? {} : { error }) });
    report(outcome, log);
    await this.#afterFailure(outcome, run, signal);
    this.#enqueueNext(request, priority, outcome);
  }

  /** How long a request that is due must wait; 0 if it is reconciled now. */
  #delayOf(object: string, causes: readonly ReconcileCause[]): number {
    const hotLoopMs = this.#hotLoops?.delayMs(object, causes) ?? 0;
    return hotLoopMs > 0 ? hotLoopMs : (this.#reconcileLimit?.delayMs(object) ?? 0);
  }

  #reportHotLoop({ request: object, ...loop }: HotLoop): void {
    this.#log.warn("Reconciles cause each other by the controller's own writes or requeues", { object, ...loop });
    this.#observer.hotLoop?.({ controller: this.name, object, ...loop });
  }

  async #call(run: Run<R>, signal: AbortSignal): ReturnType<Reconciler> {
    const { clock, reconcile, reconciliationTimeoutMs } = this.#options;
    if (reconciliationTimeoutMs === undefined) return await reconcile(this.#contexts.contextOf(run, signal));
    using deadline = deadlineSignal(clock, reconciliationTimeoutMs, signal);
    try {
      return await reconcile(this.#contexts.contextOf(run, deadline.signal));
    } catch (error) {
      // Every error after the deadline is a timeout, except a TerminalError.
      if (!deadline.signal.aborted || signal.aborted || isTerminalError(error)) throw error;
      throw new ReconcileTimeoutError(run.object, reconciliationTimeoutMs, { cause: error });
    }
  }

  async #afterFailure(outcome: Outcome, run: Run<R>, signal: AbortSignal): Promise<void> {
    const { onError } = this.#options;
    if (!onError || !("error" in outcome) || outcome.kind === "requeue") return;
    try {
      await onError(outcome.error, this.#contexts.contextOf(run, signal));
    } catch (error) {
      if (!isAbort(error, signal)) run.log.error("onError of the controller failed", { error });
    }
  }

  #enqueueNext(request: R, priority: number, outcome: Outcome): void {
    switch (outcome.kind) {
      case "requeue_after":
        this.#queue.forget(request);
        this.#enqueue(
          request,
          { afterMs: outcome.afterMs, priority: outcome.priority ?? priority },
          { source: this.name, event: "requeue", afterMs: outcome.afterMs },
        );
        return;
      case "success":
      case "terminal_error":
        this.#queue.forget(request);
        return;
      case "panic":
        if (this.#options.recoverPanic === false) this.#end(request, outcome.error);
        else this.#enqueue(request, { rateLimited: true, priority }, { source: this.name, event: "retry" });
        return;
      case "requeue":
      case "timeout":
      case "error":
        this.#enqueue(request, { rateLimited: true, priority }, { source: this.name, event: "retry" });
    }
  }

  #end(request: R, panic: unknown): void {
    this.#panic ??= new ReconcilePanicError(this.name, this.#keyOf(request), { cause: panic });
    this.#stopReconciling();
  }

  #enqueue(request: R, options: AddOptions, cause: ReconcileCause): void {
    this.#causes.add(this.#keyOf(request), cause);
    const { usePriorityQueue = true } = this.#options;
    this.#queue.add(request, usePriorityQueue ? options : { ...options, priority: 0 });
  }
}
