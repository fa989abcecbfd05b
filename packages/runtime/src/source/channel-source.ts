/** Sources with a `push` method for the program: for requests, or for events that a handler maps to requests. */
import { abortable, assertNumbers, sleepUnlessAborted } from "@kubewright/async";
import type { NumberRule } from "@kubewright/async";
import { formatTypedRequest } from "../reconcile/request.ts";
import type { Request } from "../reconcile/request.ts";
import { Deliveries } from "./deliveries.ts";
import type { Enqueue, EnqueueOptions, RunningSource, Source, SourceContext } from "./source.ts";

/** The default of `bufferSize`. */
export const defaultChannelBufferSize = 1024;

const fromOne: NumberRule = { text: "a number from 1", holds: (value) => value >= 1 };

/** The pause before the events of a channel are iterated again after an error. */
const restartPauseMs = 1_000;

/** A source of events of a timer, a webhook or another system. */
export interface ChannelSource<E = Request, R = Request> extends Source<R> {
  /**
   * Delivers an event. Events are kept until the controller runs, each request once, and dropped after the controller has stopped.
   *
   * @throws {RangeError} if `bufferSize` events wait for their handler.
   */
  push(event: E, options?: EnqueueOptions): void;
}

export interface ChannelSourceOptions<E, R = Request> {
  /** The requests of an event. An event whose handler fails is handled again after a pause that doubles from 100 ms to 30 s. */
  readonly handler: (event: E, context: { readonly signal: AbortSignal }) => Iterable<R> | Promise<Iterable<R>>;
  /** An event passes if every predicate returns true. */
  readonly predicates?: readonly ((event: E) => boolean)[];
  /** The largest number of events that wait for their handler. Above it, `events` is not read. Default `defaultChannelBufferSize`. */
  readonly bufferSize?: number;
  /**
   * Returns events in addition to those that are pushed, such as `(signal) => on(emitter, "change", { signal })` of "node:events". Called when the
   * controller starts, and again a second after an iteration has failed. The iteration must end when `signal` is aborted.
   */
  readonly events?: (signal: AbortSignal) => AsyncIterable<E>;
}

/** Creates a channel source, for one controller. Without options, its events are requests. */
export function createChannelSource<R = Request>(name: string): ChannelSource<R, R>;
export function createChannelSource<E, R = Request>(
  name: string,
  options: ChannelSourceOptions<E, R>,
): ChannelSource<E, R>;
export function createChannelSource<E, R>(
  name: string,
  options?: ChannelSourceOptions<E, R>,
): ChannelSource<E, R> | ChannelSource<R, R> {
  return options ? new EventChannel(name, options) : new RequestChannel<R>(name);
}

class RequestChannel<R> implements ChannelSource<R, R> {
  readonly name: string;
  readonly #waiting = new Map<string, readonly [request: R, options: EnqueueOptions | undefined]>();
  #enqueue: Enqueue<R> | undefined;

  constructor(name: string) {
    this.name = name;
  }

  readonly push = (request: R, options?: EnqueueOptions): void => {
    if (this.#enqueue) this.#enqueue(request, options);
    else this.#waiting.set(formatTypedRequest(request), [request, options]);
  };

  start(enqueue: Enqueue<R>): RunningSource {
    if (this.#enqueue) throw startedTwice(this.name);
    this.#enqueue = enqueue;
    for (const [request, options] of this.#waiting.values()) enqueue(request, options);
    this.#waiting.clear();
    return {
      waitForSync: async () => {},
      [Symbol.dispose]: () => {
        this.#enqueue = () => {}; // The controller has stopped.
      },
    };
  }
}

interface Pushed<E> {
  readonly event: E;
  readonly options: EnqueueOptions | undefined;
}

class EventChannel<E, R> implements ChannelSource<E, R> {
  readonly name: string;
  readonly #options: ChannelSourceOptions<E, R>;
  readonly #bufferSize: number;
  readonly #ended = new AbortController();
  /** Events that were pushed before the start. */
  readonly #early: Pushed<E>[] = [];
  #deliveries: Deliveries<Pushed<E>, R> | undefined;

  constructor(name: string, options: ChannelSourceOptions<E, R>) {
    const { bufferSize = defaultChannelBufferSize } = options;
    assertNumbers(`Cannot create source "${name}"`, { bufferSize }, fromOne);
    this.name = name;
    this.#options = options;
    this.#bufferSize = bufferSize;
  }

  readonly push = (event: E, options?: EnqueueOptions): void => {
    if (this.#ended.signal.aborted) return;
    if ((this.#deliveries?.waiting ?? this.#early.length) >= this.#bufferSize) {
      throw new RangeError(
        `Cannot push an event to source "${this.name}": ${this.#bufferSize} events wait for the handler, push later or increase bufferSize`,
      );
    }
    if (this.#deliveries) this.#deliveries.deliver({ event, options });
    else this.#early.push({ event, options });
  };

  start(enqueue: Enqueue<R>, { log, clock, onHandlerError }: SourceContext): RunningSource {
    if (this.#deliveries) throw startedTwice(this.name);
    const { signal } = this.#ended;
    const deliveries = new Deliveries<Pushed<E>, R>({
      source: this.name,
      log,
      clock,
      signal,
      ...(onHandlerError ? { onHandlerError } : {}),
      requestsOf: ({ event }) => this.#requestsOf(event),
      enqueue({ options }, requests) {
        if (signal.aborted) return;
        for (const request of requests) enqueue(request, options);
      },
    });
    this.#deliveries = deliveries;
    for (const pushed of this.#early.splice(0)) deliveries.deliver(pushed);
    if (this.#options.events) {
      const onError = (error: unknown): void => log.error("Source failed", { source: this.name, error });
      this.#iterate(this.#options.events, deliveries, { log, clock, signal }).catch(onError);
    }
    return {
      waitForSync: () => deliveries.settled(),
      [Symbol.dispose]: () => this.#ended.abort(new Error(`Source "${this.name}" has ended`)),
    };
  }

  #requestsOf(event: E): Iterable<R> | Promise<Iterable<R>> {
    const { predicates = [], handler } = this.#options;
    return predicates.every((predicate) => predicate(event)) ? handler(event, { signal: this.#ended.signal }) : [];
  }

  async #iterate(
    events: (signal: AbortSignal) => AsyncIterable<E>,
    deliveries: Deliveries<Pushed<E>, R>,
    { log, clock, signal }: SourceContext,
  ): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const event of events(signal)) {
          if (signal.aborted) return;
          deliveries.deliver({ event, options: undefined });
          while (deliveries.waiting >= this.#bufferSize) await abortable(deliveries.progressed(), signal);
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        log.error("Iteration of events failed, starting it again", {
          source: this.name,
          afterMs: restartPauseMs,
          error,
        });
        await sleepUnlessAborted(clock, restartPauseMs, signal);
      }
    }
  }
}

function startedTwice(name: string): TypeError {
  return new TypeError(`Cannot start source "${name}": another controller uses it`);
}
