/**
 * Delivers events to a handler and enqueues the requests that it returns. No event is lost: an event whose predicate or handler fails is delivered
 * again after a pause, while other objects are handled.
 *
 *     event ──► no promise pending: the handler is called at once; its requests are enqueued synchronously unless it returns a promise
 *           └─► otherwise: it waits for its turn, so that handlers run one after the other, in the order of the events
 */
import { sleepUnlessAborted } from "@kubewright/async";
import type { SourceContext } from "./source.ts";
import { TimeSlice } from "./time-slice.ts";

/** The pause after a failure doubles from the first to the maximum. */
const [firstPauseMs, pauseMaxMs] = [100, 30_000];

/** A handler whose promise has not settled after this time no longer delays other events. */
export const handlerTurnMs = 10_000;

export interface DeliveriesOptions<E, R> extends Pick<SourceContext, "log" | "clock" | "signal" | "onHandlerError"> {
  /** The source, for the log. */
  readonly source: string;
  /** Returns the requests of the handler, or none if a predicate drops the event. */
  readonly requestsOf: (event: E) => Iterable<R> | Promise<Iterable<R>>;
  readonly enqueue: (event: E, requests: Iterable<R>) => void;
  /**
   * Returns the object of an event. Only the first and the latest failed event of an object are kept: together they have the first and the last
   * state. Default: all failed events are kept.
   */
  readonly objectOf?: (event: E) => string;
}

/** The failed events of one object. */
interface Failed<E> {
  readonly first: E;
  latest: E | undefined;
}

export class Deliveries<E, R> {
  readonly #options: DeliveriesOptions<E, R>;
  readonly #timeSlice: TimeSlice;
  /** The events that wait for their turn, or whose handlers have not returned yet. */
  readonly #attempts = new Set<Promise<void>>();
  /** The end of the last turn that has been assigned. Undefined: no event waits, and no handler is running. */
  #lastTurn: Promise<void> | undefined;
  readonly #failed = new Map<string | symbol, Failed<E>>();
  #progress: PromiseWithResolvers<void> | undefined;

  constructor(options: DeliveriesOptions<E, R>) {
    this.#options = options;
    this.#timeSlice = new TimeSlice(options.clock);
  }

  /** The number of events that are not enqueued yet. */
  get waiting(): number {
    return this.#attempts.size + this.#failed.size;
  }

  /** Resolves once each event that was delivered before the call has been enqueued or has failed once. */
  async settled(): Promise<void> {
    await Promise.all(this.#attempts);
  }

  /** Resolves when `waiting` decreases. */
  progressed(): Promise<void> {
    this.#progress ??= Promise.withResolvers();
    return this.#progress.promise;
  }

  /** Enqueues the requests of an event: synchronously if no event waits and the handler does not return a promise. */
  deliver(event: E): void {
    if (this.#lastTurn) {
      this.#track(this.#inTurn(() => this.#attempt(event)).catch((error: unknown) => this.#fail(event, error)));
      return;
    }
    const { requestsOf, enqueue } = this.#options;
    try {
      const requests = requestsOf(event);
      if (requests instanceof Promise) this.#track(this.#enqueueLater(event, requests));
      else enqueue(event, requests);
    } catch (error) {
      this.#fail(event, error);
    }
  }

  #track(attempt: Promise<void>): void {
    this.#attempts.add(attempt);
    const end = (): void => {
      this.#attempts.delete(attempt);
      this.#reportProgress();
    };
    attempt.then(end, end);
  }

  async #enqueueLater(event: E, requests: Promise<Iterable<R>>): Promise<void> {
    try {
      await this.#inTurn(async () => this.#options.enqueue(event, await requests));
    } catch (error) {
      this.#fail(event, error);
    }
  }

  /** Calls `attempt` when the previous turn has ended. Its turn ends when it settles, or after `handlerTurnMs`. */
  async #inTurn(attempt: () => Promise<void>): Promise<void> {
    const previous = this.#lastTurn;
    const { promise: turn, resolve: end } = Promise.withResolvers<void>();
    this.#lastTurn = turn;
    if (previous) await previous;
    const { clock, log, source } = this.#options;
    const late = clock.setTimer(handlerTurnMs, () => {
      log.warn("Handler has not returned, handling the next event", { source, afterMs: handlerTurnMs });
      end();
    });
    try {
      await attempt();
    } finally {
      late[Symbol.dispose]();
      await this.#timeSlice.next();
      end();
      if (this.#lastTurn === turn) this.#lastTurn = undefined;
    }
  }

  #fail(event: E, error: unknown): void {
    const object = this.#options.objectOf?.(event) ?? Symbol("event");
    const failed = this.#failed.get(object);
    if (failed) {
      failed.latest = event;
      return;
    }
    const first: Failed<E> = { first: event, latest: undefined };
    this.#failed.set(object, first);
    const { log, source } = this.#options;
    const onError = (reason: unknown): void => log.error("Delivery of events failed", { source, error: reason });
    this.#deliverAgain(object, first, error).catch(onError);
  }

  async #deliverAgain(object: string | symbol, failed: Failed<E>, firstError: unknown): Promise<void> {
    const { source, log, clock, signal, onHandlerError } = this.#options;
    let error = firstError;
    for (let failures = 1; ; failures += 1) {
      const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 1), pauseMaxMs);
      log.error("Handler failed, handling the event again", { source, failures, afterMs: pauseMs, error });
      onHandlerError?.({ source, failures, error });
      await sleepUnlessAborted(clock, pauseMs, signal);
      if (signal.aborted) return;
      const { latest } = failed;
      try {
        await this.#inTurn(() => this.#attempt(failed.first));
        if (latest !== undefined) await this.#inTurn(() => this.#attempt(latest));
        if (failed.latest === latest) break;
      } catch (reason) {
        error = reason;
      }
    }
    this.#failed.delete(object);
    this.#reportProgress();
  }

  async #attempt(event: E): Promise<void> {
    const { requestsOf, enqueue } = this.#options;
    enqueue(event, await requestsOf(event));
  }

  #reportProgress(): void {
    this.#progress?.resolve();
    this.#progress = undefined;
  }
}
