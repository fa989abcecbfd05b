/**
 * A controller: sources add requests to a queue, workers take them and call the reconciler. The queue holds keys, never objects or events, so that
 * any number of changes during a reconcile becomes one more reconcile of the current state.
 */
import { deadlineSignal, guardObserver, linkSignals, onAbort } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { Leadership } from "@kubewright/client";
import { silentLogger } from "@kubewright/telemetry";
import type { ControllerObserver, Logger, Tracing } from "@kubewright/telemetry";
import { createWorkQueue } from "@kubewright/workqueue";
import type { AddOptions, Lease, RateLimiter, WorkQueue, WorkQueueObserver } from "@kubewright/workqueue";
import { isTerminalError, ManagerStoppedError, ReconcileTimeoutError } from "../errors.ts";
import { reportObserverError } from "../observers/report-observer-error.ts";
import type { Runnable, RunOptions } from "../runnable/runnable.ts";
import { PendingCauses } from "../reconcile/cause.ts";
import type { ReconcileCause } from "../reconcile/cause.ts";
import type { ReconcileContext, Reconciler } from "../reconcile/reconciler.ts";
import { formatRequest } from "../reconcile/request.ts";
import type { Request } from "../reconcile/request.ts";
import type { Enqueue, RunningSource, Source } from "../source/source.ts";
import { runAsController } from "./active-controller.ts";
import { outcomeOf } from "./outcome.ts";
import { TimeSlice } from "./time-slice.ts";
import type { Outcome } from "./outcome.ts";

export interface ControllerOptions {
  /** The largest number of concurrent reconciles, each for another request. Default 1. */
  readonly maxConcurrentReconciles?: number;
  /** A reconcile's signal is aborted after this time, and its request is retried. Default: no limit. */
  readonly reconcileTimeoutMs?: number;
  /**
   * How long reconciles in flight may continue when the controller stops. Default: until the `deadline` that `start` receives, such as that of
   * the manager's shutdown, which also bounds this time.
   */
  readonly gracePeriodMs?: number;
  /** The delays after failures. Default: 5 ms to 1000 s per request, and 10 retries per second in total. */
  readonly rateLimiter?: RateLimiter;
}

export interface CreateControllerOptions extends ControllerOptions {
  /** Unique among the controllers of a process; a label in metrics and logs. */
  readonly name: string;
  readonly reconcile: Reconciler;
  /** The clients and the recorder of reconciles. The clients are bound to the signal of each reconcile. */
  readonly context: Pick<ReconcileContext, "client" | "apiReader" | "events">;
  readonly sources: readonly Source[];
  readonly clock: Clock;
  readonly log?: Logger;
  readonly observer?: ControllerObserver;
  readonly queueObserver?: WorkQueueObserver;
  /** Creates a span for each reconcile. Default: none. */
  readonly tracing?: Pick<Tracing, "reconcile"> | undefined;
  /**
   * Starts workers only while this process leads. Sources start at once, so that a new leader has synced caches. Reconciles in flight are aborted
   * when leadership ends, without a grace period.
   */
  readonly leadership?: Pick<Leadership, "signal" | "elected"> | undefined;
}

/**
 * Runs until its signal is aborted and the reconciles in flight have ended. It runs on standby replicas as well, so that its sources are synced when
 * this process is elected; its workers wait for `leadership` themselves.
 */
export interface Controller extends Runnable {
  readonly name: string;
  readonly needLeaderElection: false;
}

/** Creates a controller, which does nothing before it is started. It can be started once. */
export function createController(options: CreateControllerOptions): Controller {
  return new QueueController(options);
}

class QueueController implements Controller {
  readonly name: string;
  readonly needLeaderElection = false;
  readonly #options: CreateControllerOptions;
  readonly #maxConcurrentReconciles: number;
  readonly #log: Logger;
  readonly #observer: ControllerObserver;
  readonly #queue: WorkQueue<Request>;
  readonly #causes = new PendingCauses();
  readonly #timeSlice: TimeSlice;
  #hasStarted = false;

  constructor({ name, clock, maxConcurrentReconciles = 1, log = silentLogger, ...options }: CreateControllerOptions) {
    if (!Number.isInteger(maxConcurrentReconciles) || maxConcurrentReconciles < 1) {
      throw new RangeError(
        `Cannot create controller "${name}": maxConcurrentReconciles is ${maxConcurrentReconciles}, must be an integer from 1`,
      );
    }
    this.name = name;
    this.#options = { name, clock, ...options };
    this.#maxConcurrentReconciles = maxConcurrentReconciles;
    this.#timeSlice = new TimeSlice(clock);
    this.#log = log.child({ controller: name });
    const onObserverError = reportObserverError(this.#log);
    this.#observer = guardObserver(options.observer ?? {}, onObserverError);
    this.#queue = createWorkQueue({
      name,
      clock,
      keyOf: formatRequest,
      rateLimiter: options.rateLimiter,
      observer: options.queueObserver && guardObserver(options.queueObserver, onObserverError),
    });
    this.#observer.created?.({ controller: name, maxConcurrentReconciles });
  }

  async start({ signal, deadline }: RunOptions): Promise<void> {
    if (this.#hasStarted) throw new TypeError(`Cannot start controller "${this.name}": it has been started before`);
    this.#hasStarted = true;
    const { clock, leadership, gracePeriodMs = Infinity } = this.#options;
    using _queue = this.#queue; // Drops waiting requests and the timer with the controller.
    using running = this.#startSources();
    if (!(await completed(syncAll(running.sources, signal), signal))) return;
    if (leadership && !(await completed(leadership.elected({ signal }), signal, leadership.signal))) return;

    this.#log.info("Starting workers", { workers: this.#maxConcurrentReconciles });
    // Reconciles in flight outlive `signal` by the grace period, so they have a signal of their own.
    using work = linkSignals(leadership?.signal, deadline);
    using grace = new DisposableStack();
    const stopSources = (): void => {
      running[Symbol.dispose]();
      this.#queue.shutDown({ mode: "abort" });
    };
    using _lost = leadership && onAbort(leadership.signal, stopSources);
    using _stop = onAbort(signal, () => {
      stopSources();
      const end = (): void =>
        work.abort(new ManagerStoppedError(`Stopped: the grace period of ${gracePeriodMs} ms is over`));
      grace.use(clock.setTimer(gracePeriodMs, end));
    });
    await Promise.all(Array.from({ length: this.#maxConcurrentReconciles }, () => this.#worker(work.signal)));
    this.#log.info("All workers have finished");
  }

  #startSources(): Disposable & { readonly sources: readonly RunningSource[] } {
    using begun = new DisposableStack(); // Ends those that run when one of them cannot start.
    const running = this.#options.sources.map((source) => {
      this.#log.info("Starting source", { source: source.name });
      const generic: ReconcileCause = { source: source.name, event: "generic" };
      const enqueue: Enqueue = (request, { priority = 0, cause = generic } = {}) =>
        this.#enqueue(request, { priority }, cause);
      return begun.use(source.start(enqueue, { log: this.#log, clock: this.#options.clock }));
    });
    const owned = begun.move();
    return { sources: running, [Symbol.dispose]: () => owned.dispose() };
  }

  async #worker(signal: AbortSignal): Promise<void> {
    for (;;) {
      using lease = await this.#queue.take();
      if (!lease) return;
      await this.#processItem(lease, signal);
      await this.#timeSlice.next();
    }
  }

  /** Calls the reconciler once and enqueues the request again if its outcome requires it. It never throws. */
  async #processItem({ key: request, priority }: Lease<Request>, signal: AbortSignal): Promise<void> {
    const requestLog = this.#log.child({ object: formatRequest(request) });
    const { clock } = this.#options;
    const startedAt = clock.now();
    const about = { controller: this.name, object: formatRequest(request) };
    this.#observer.started?.(about);
    const call = (): ReturnType<Reconciler> => this.#call(request, signal, requestLog);
    const run = (): Promise<Outcome> => runAsController(this.name, () => outcomeOf(call, signal));
    const { tracing } = this.#options;
    const outcome = await (tracing ? tracing.reconcile(about, run, errorOf) : run());
    const error = errorOf(outcome);
    const durationMs = clock.now() - startedAt;
    this.#observer.ended?.({ ...about, outcome: outcome.kind, durationMs, ...(error === undefined ? {} : { error }) });
    report(outcome, requestLog);
    this.#enqueueNext(request, priority, outcome);
  }

  async #call(request: Request, signal: AbortSignal, requestLog: Logger): ReturnType<Reconciler> {
    const { clock, reconcile, reconcileTimeoutMs, context } = this.#options;
    const causes = this.#causes.take(formatRequest(request));
    const bound = (running: AbortSignal): ReconcileContext => ({
      key: request,
      client: context.client.withOptions({ signal: running }),
      apiReader: context.apiReader.withOptions({ signal: running }),
      events: context.events,
      signal: running,
      log: requestLog,
      causes,
    });
    if (reconcileTimeoutMs === undefined) return await reconcile(bound(signal));
    using deadline = deadlineSignal(clock, reconcileTimeoutMs, signal);
    try {
      return await reconcile(bound(deadline.signal));
    } catch (error) {
      // The deadline causes every later error, except a TerminalError.
      if (!deadline.signal.aborted || signal.aborted || isTerminalError(error)) throw error;
      throw new ReconcileTimeoutError(formatRequest(request), reconcileTimeoutMs, { cause: error });
    }
  }

  #enqueueNext(request: Request, priority: number, outcome: Outcome): void {
    switch (outcome.kind) {
      case "requeue_after":
        this.#queue.forget(request);
        this.#enqueue(
          request,
          { afterMs: outcome.afterMs, priority: outcome.priority ?? priority },
          { source: this.name, event: "requeue" },
        );
        return;
      case "success":
      case "terminal_error":
        this.#queue.forget(request);
        return;
      case "requeue":
      case "timeout":
      case "error":
        this.#enqueue(request, { rateLimited: true, priority }, { source: this.name, event: "retry" });
    }
  }

  #enqueue(request: Request, options: AddOptions, cause: ReconcileCause): void {
    this.#causes.add(formatRequest(request), cause);
    this.#queue.add(request, options);
  }
}

function errorOf(outcome: Outcome): unknown {
  return "error" in outcome ? outcome.error : undefined;
}

/** Logs the outcome of a reconcile. Conflicts are normal and logged at debug level. */
function report(outcome: Outcome, log: Logger): void {
  switch (outcome.kind) {
    case "requeue":
      log.debug("The object changed during the reconcile, reconciling again", { error: outcome.error });
      return;
    case "terminal_error":
      log.error("Reconcile failed terminally, waiting for a change of the object", { error: outcome.error });
      return;
    case "timeout":
    case "error":
      log.error("Reconcile failed, retrying", { error: outcome.error });
      return;
    case "success":
    case "requeue_after":
      log.debug("Reconciled");
  }
}

async function syncAll(sources: readonly RunningSource[], signal: AbortSignal): Promise<void> {
  await Promise.all(sources.map((source) => source.waitForSync({ signal })));
}

/** Whether `work` has completed before one of the signals was aborted. Rejects with its error otherwise. */
async function completed(work: Promise<void>, ...signals: readonly AbortSignal[]): Promise<boolean> {
  const isOver = (): boolean => signals.some(({ aborted }) => aborted);
  try {
    await work;
    return !isOver();
  } catch (error) {
    if (isOver()) return false;
    throw error;
  }
}
