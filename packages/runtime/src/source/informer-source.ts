/** The source of an informer: its predicates filter the events of watched objects, and its handler maps them to requests. */
import { formatKey } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Informer, InformerCache, InformerEvent, Registration } from "@kubewright/informer";
import type { EventHandler, HandlerContext } from "../handler/handler.ts";
import { waitedFor } from "./waited-for.ts";
import type { Predicate } from "../predicate/predicate.ts";
import type { ReconcileCause } from "../reconcile/cause.ts";
import type { Request } from "../reconcile/request.ts";
import { Deliveries } from "./deliveries.ts";
import { lowPriorityWhenUnchanged } from "./priority.ts";
import type { Enqueue, RunningSource, Source, SourceContext } from "./source.ts";

/** How the events of watched objects are mapped to requests. */
export interface WatchedEventOptions<T extends KubernetesObject, R = Request> {
  /** Passed to the handler. */
  readonly cache: InformerCache;
  /** An event whose predicates or handler throw, or whose promise rejects, is handled again after a pause that doubles from 100 ms to 30 s. */
  readonly handler: EventHandler<T, R>;
  /** An event passes if every predicate returns true. */
  readonly predicates?: readonly Predicate<T>[];
  /** The priority of the requests of an event. Default: `lowPriorityWhenUnchanged`. */
  readonly priority?: (event: InformerEvent<T>) => number;
}

export interface InformerSourceOptions<T extends KubernetesObject, R = Request> extends WatchedEventOptions<T, R> {
  readonly informer: Informer<T>;
}

/** Creates the source of an informer that the program starts, such as an informer of another cluster. For the manager's cache use `createKindSource`. */
export function createInformerSource<T extends KubernetesObject, R = Request>(
  options: InformerSourceOptions<T, R>,
): Source<R> {
  return {
    name: options.informer.type.kind,
    start: (enqueue, context) => new RunningInformerSource(options, enqueue, context),
  };
}

export class RunningInformerSource<T extends KubernetesObject, R> implements RunningSource {
  readonly #options: InformerSourceOptions<T, R>;
  readonly #predicates: readonly Predicate<T>[];
  readonly #enqueue: Enqueue<R>;
  readonly #ended = new AbortController();
  readonly #handlerContext: HandlerContext;
  readonly #deliveries: Deliveries<InformerEvent<T>, R>;
  readonly #registration: Registration;

  constructor(
    options: InformerSourceOptions<T, R>,
    enqueue: Enqueue<R>,
    { log, clock, onHandlerError }: SourceContext,
  ) {
    const { informer, cache, predicates = [] } = options;
    const { signal } = this.#ended;
    this.#options = options;
    this.#predicates = predicates;
    this.#enqueue = enqueue;
    this.#handlerContext = { cache, signal };
    this.#deliveries = new Deliveries({
      source: informer.type.kind,
      log,
      clock,
      signal,
      ...(onHandlerError ? { onHandlerError } : {}),
      requestsOf: (event) => this.#requestsOf(event),
      enqueue: (event, requests) => this.#enqueueAll(event, requests),
      objectOf: ({ object }) => formatKey(object.key),
    });
    const name = `source of ${informer.type.kind}`;
    this.#registration = informer.addHandler((event) => this.#deliveries.deliver(event), { name });
  }

  get waitsFor(): string {
    return waitedFor(this.#options.informer);
  }

  get isPending(): boolean {
    return this.#options.informer.state.kind === "pending";
  }

  async waitForSync(options: { readonly signal: AbortSignal }): Promise<void> {
    await this.#registration.waitForSync(options);
    await this.#deliveries.settled();
  }

  [Symbol.dispose](): void {
    this.#registration[Symbol.dispose]();
    this.#ended.abort();
  }

  #requestsOf(event: InformerEvent<T>): Iterable<R> | Promise<Iterable<R>> {
    for (const predicate of this.#predicates) if (!predicate(event)) return [];
    return this.#options.handler(event, this.#handlerContext);
  }

  #enqueueAll(event: InformerEvent<T>, requests: Iterable<R>): void {
    if (this.#ended.signal.aborted) return;
    const { informer, priority = lowPriorityWhenUnchanged } = this.#options;
    let options: { readonly priority: number; readonly cause: ReconcileCause } | undefined;
    for (const request of requests) {
      options ??= { priority: priority(event), cause: causeOf(informer.type, event) };
      this.#enqueue(request, options);
    }
  }
}

function causeOf<T extends KubernetesObject>(type: ResourceType<T>, event: InformerEvent<T>): ReconcileCause {
  const { key, resourceVersion } = event.object;
  const source = type.kind;
  if (event.kind !== "updated") return { source, event: event.kind, object: key, resourceVersion };
  return { source, event: event.kind, object: key, resourceVersion, oldResourceVersion: event.old.resourceVersion };
}
