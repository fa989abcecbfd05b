/** The source of the objects of a kind, with the shared informer of the cache. */
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { SharedInformer } from "@kubewright/informer";
import type { Logger } from "@kubewright/telemetry";
import type { Request } from "../reconcile/request.ts";
import { RunningInformerSource } from "./informer-source.ts";
import type { WatchedEventOptions } from "./informer-source.ts";
import type { Enqueue, RunningSource, Source, SourceContext } from "./source.ts";

export interface KindSourceOptions<T extends KubernetesObject, R = Request> extends WatchedEventOptions<T, R> {
  readonly type: ResourceType<T>;
  /** Whether to watch only metadata, which needs less memory. Default false. */
  readonly metadataOnly?: boolean;
}

/**
 * Creates the source of a kind. If it is stopped before its controller, and the informer has no other user, the informer stops and its objects are
 * dropped.
 */
export function createKindSource<T extends KubernetesObject, R = Request>(options: KindSourceOptions<T, R>): Source<R> {
  return {
    name: options.type.kind,
    start(enqueue, context) {
      const { cache, type, metadataOnly = false } = options;
      const held = cache.acquire(type, { metadataOnly });
      try {
        return new RunningKindSource({ ...options, informer: held.informer }, held, enqueue, context);
      } catch (error) {
        release(held, context.log);
        throw error;
      }
    },
  };
}

class RunningKindSource<T extends KubernetesObject, R> extends RunningInformerSource<T, R> implements RunningSource {
  readonly #held: SharedInformer<T>;
  readonly #context: SourceContext;

  constructor(
    options: ConstructorParameters<typeof RunningInformerSource<T, R>>[0],
    held: SharedInformer<T>,
    enqueue: Enqueue<R>,
    context: SourceContext,
  ) {
    super(options, enqueue, context);
    this.#held = held;
    this.#context = context;
  }

  override [Symbol.dispose](): void {
    super[Symbol.dispose]();
    const { signal, log } = this.#context;
    if (signal.aborted) return; // Reconciles in flight may still read the kind. The informer stops with the cache.
    release(this.#held, log);
  }
}

function release(held: AsyncDisposable, log: Logger): void {
  const onError = (error: unknown): void => log.error("Informer failed while stopping", { error });
  held[Symbol.asyncDispose]().then(undefined, onError);
}
