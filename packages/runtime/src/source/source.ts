/** Sources enqueue requests for a controller. */
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { InformerCache, InformerEvent } from "@kubewright/informer";
import type { EventHandler } from "../handler/handler.ts";
import type { Predicate } from "../predicate/predicate.ts";
import { formatRequest } from "../reconcile/request.ts";
import type { Request } from "../reconcile/request.ts";

/** The priority of the first list and of resyncs, below that of changes. */
export const lowPriority = -100;

export interface EnqueueOptions {
  readonly priority?: number;
}

export type Enqueue = (request: Request, options?: EnqueueOptions) => void;

/** A running source. Disposing it ends the events; twice is harmless. */
export interface RunningSource extends Disposable {
  /** Resolves once everything that was there at the start has been enqueued. Until then the controller's workers wait. */
  waitForSync(options: { readonly signal: AbortSignal }): Promise<void>;
}

export interface Source {
  /** What is watched, for messages: "Pod". */
  readonly name: string;
  start(enqueue: Enqueue): RunningSource;
}

export interface KindSourceOptions<T extends KubernetesObject> {
  readonly cache: InformerCache;
  readonly type: ResourceType<T>;
  readonly handler: EventHandler<T>;
  /** Every one of them must let an event through. */
  readonly predicates?: readonly Predicate<T>[];
  /** Watch metadata alone: less memory when the handler needs no more. */
  readonly metadataOnly?: boolean;
}

/** The objects of a kind, by the shared informer. */
export function createKindSource<T extends KubernetesObject>(options: KindSourceOptions<T>): Source {
  const { cache, type, handler, predicates = [], metadataOnly = false } = options;
  return {
    name: type.kind,
    start(enqueue) {
      const receive = (event: InformerEvent<T>): void => {
        if (!predicates.every((predicate) => predicate(event))) return;
        const priority = priorityOf(event);
        for (const request of handler(event)) enqueue(request, { priority });
      };
      return cache.informer(type, { metadataOnly }).addHandler(receive, { name: `source of ${type.kind}` });
    },
  };
}

/** A source driven from outside: by a timer, a webhook, another system. */
export interface ChannelSource extends Source {
  /** Asks for a reconcile. Before the controller runs, requests are kept, each once; after its end they are dropped. */
  push(request: Request, options?: EnqueueOptions): void;
}

/** Makes a source to push requests into. One controller can use it. */
export function createChannelSource(name: string): ChannelSource {
  const waiting = new Map<string, () => void>();
  let enqueue: Enqueue | undefined;
  return {
    name,
    push(request, options) {
      if (enqueue) enqueue(request, options);
      else waiting.set(formatRequest(request), () => enqueue?.(request, options));
    },
    start(to) {
      if (enqueue) throw new TypeError(`Cannot start source "${name}": a controller uses it already`);
      enqueue = to;
      for (const push of waiting.values()) push();
      waiting.clear();
      return {
        waitForSync: async () => {},
        [Symbol.dispose]() {
          enqueue = () => {}; // The controller has ended.
        },
      };
    },
  };
}

function priorityOf<T extends KubernetesObject>(event: InformerEvent<T>): number {
  return event.kind === "resync" || (event.kind === "added" && event.initial) ? lowPriority : 0;
}
