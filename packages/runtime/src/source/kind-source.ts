/** The source of the objects of a kind: it passes the events of the shared informer through predicates to a handler. */
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { InformerCache, InformerEvent } from "@kubewright/informer";
import type { EventHandler } from "../handler/handler.ts";
import type { Predicate } from "../predicate/predicate.ts";
import type { ReconcileCause } from "../reconcile/cause.ts";
import type { Request } from "../reconcile/request.ts";
import type { Enqueue, RunningSource, Source, SourceContext } from "./source.ts";

/** The priority of the first list and of resyncs, below that of changes. */
export const lowPriority = -100;

/** The pause before an event is handled again whose handler has failed. One event at a time is handled, so the pause needs no jitter. */
const [firstPauseMs, pauseMaxMs] = [100, 30_000];

export interface KindSourceOptions<T extends KubernetesObject> {
  readonly cache: InformerCache;
  readonly type: ResourceType<T>;
  /** The events of a handler that throws, or whose promise rejects, are handled again after a pause that doubles from 100 ms to 30 s. */
  readonly handler: EventHandler<T>;
  /** An event passes if every predicate returns true. */
  readonly predicates?: readonly Predicate<T>[];
  /** Watch metadata alone: less memory if the handler needs no more. */
  readonly metadataOnly?: boolean;
}

/** Creates the source of a kind. It uses the informer that all readers of the cache share. */
export function createKindSource<T extends KubernetesObject>(options: KindSourceOptions<T>): Source {
  return {
    name: options.type.kind,
    start: (enqueue, context) => new RunningKindSource(options, enqueue, context),
  };
}

class RunningKindSource<T extends KubernetesObject> implements RunningSource {
  readonly #options: KindSourceOptions<T>;
  readonly #enqueue: Enqueue;
  readonly #context: SourceContext;
  readonly #ended = new AbortController();
  readonly #registration: RunningSource;
  /** The handlers that have not returned yet, in the order of their events. One runs at a time. */
  #handling: Promise<void> = Promise.resolve();

  constructor(options: KindSourceOptions<T>, enqueue: Enqueue, context: SourceContext) {
    this.#options = options;
    this.#enqueue = enqueue;
    this.#context = context;
    const { cache, type, metadataOnly = false } = options;
    const informer = cache.informer(type, { metadataOnly });
    this.#registration = informer.addHandler((event) => this.#receive(event), { name: `source of ${type.kind}` });
  }

  async waitForSync(options: { readonly signal: AbortSignal }): Promise<void> {
    await this.#registration.waitForSync(options);
    await this.#handling;
  }

  [Symbol.dispose](): void {
    this.#registration[Symbol.dispose]();
    this.#ended.abort();
  }

  #receive(event: InformerEvent<T>): void {
    const { predicates = [] } = this.#options;
    if (!predicates.every((predicate) => predicate(event))) return;
    const requests = this.#handled(event);
    if (requests instanceof Promise) this.#handling = this.#handling.then(() => this.#enqueueLater(event, requests));
    else this.#enqueueAll(event, requests);
  }

  /** A handler that throws is treated as one whose promise rejects. */
  #handled(event: InformerEvent<T>): ReturnType<EventHandler<T>> {
    const { cache, handler } = this.#options;
    try {
      const requests = handler(event, { cache, signal: this.#ended.signal });
      if (requests instanceof Promise) requests.catch(() => {}); // Awaited when its turn comes.
      return requests;
    } catch (error) {
      const failed = Promise.reject(error);
      failed.catch(() => {});
      return failed;
    }
  }

  async #enqueueLater(event: InformerEvent<T>, first: Promise<Iterable<Request>>): Promise<void> {
    const { log, clock } = this.#context;
    const { signal } = this.#ended;
    let requests: ReturnType<EventHandler<T>> = first;
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        this.#enqueueAll(event, await requests);
        return;
      } catch (error) {
        const afterMs = Math.min(firstPauseMs * 2 ** (failures - 1), pauseMaxMs);
        log.error("Handler failed, handling the event again", { source: this.#options.type.kind, afterMs, error });
        await clock.sleep(afterMs, { signal }).catch(() => {}); // The source has ended.
        requests = this.#handled(event);
      }
    }
  }

  #enqueueAll(event: InformerEvent<T>, requests: Iterable<Request>): void {
    if (this.#ended.signal.aborted) return;
    const options = { priority: priorityOf(event), cause: causeOf(this.#options.type, event) };
    for (const request of requests) this.#enqueue(request, options);
  }
}

function causeOf<T extends KubernetesObject>({ kind }: ResourceType<T>, event: InformerEvent<T>): ReconcileCause {
  const { key, resourceVersion } = event.object;
  const old = event.kind === "updated" ? { oldResourceVersion: event.old.resourceVersion } : {};
  return { source: kind, event: event.kind, object: key, resourceVersion, ...old };
}

function priorityOf<T extends KubernetesObject>(event: InformerEvent<T>): number {
  return event.kind === "resync" || (event.kind === "added" && event.initial) ? lowPriority : 0;
}
