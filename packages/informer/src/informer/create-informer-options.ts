/** The options of an informer. */
import type { Clock, Random } from "@kubewright/async";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Verbs } from "@kubewright/client";
import type { InformerObserver } from "../reflector/observer.ts";
import type { Transform } from "../store/store.ts";

export interface CreateInformerOptions<T extends KubernetesObject> {
  readonly verbs: Pick<Verbs, "listStream" | "watch">;
  readonly type: ResourceType<T>;
  /** Restricts the informer to one namespace. Default: all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** Requests and keeps only apiVersion, kind and metadata. */
  readonly metadataOnly?: boolean;
  /**
   * Changes each object before it is stored, for example removes fields that the program does not read. Every object is parsed for
   * it. `managedFields` are removed afterwards: a transform that needs them copies them to another field.
   */
  readonly transform?: Transform<T>;
  /**
   * Lists by the initial events of a watch (WatchList), so that neither the server nor the program holds a whole page. Servers before
   * Kubernetes 1.32 do not support it; the informer then lists in pages. Default false.
   */
  readonly watchList?: boolean | undefined;
  /** Compresses the stored objects, as `compress` of `CacheConfig`. Default false. */
  readonly compress?: boolean | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly observer?: InformerObserver | undefined;
  /**
   * How often the cache is compared with a list of metadata from the server, in milliseconds; each period is up to 10 percent shorter. A
   * difference that two lists confirm leads to a new list. Default 0: never.
   */
  readonly consistencyCheckPeriodMs?: number;
  /** The resync period of handlers without their own, in milliseconds. Default 0: no resyncs. */
  readonly resyncPeriodMs?: number;
}
