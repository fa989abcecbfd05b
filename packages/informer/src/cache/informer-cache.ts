/** The informers of one process: one for each collection that somebody reads, shared by all who read it. */
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Informer } from "../informer/informer.ts";

export interface SharedInformerOptions {
  /** Only this namespace. Absent: the cache's default. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Keep apiVersion, kind and metadata alone. */
  readonly metadataOnly?: boolean;
}

export interface InformerCache {
  /** The informer of this collection, made on first call; it starts at once when the cache runs, else with it. */
  informer<T extends KubernetesObject>(type: ResourceType<T>, options?: SharedInformerOptions): Informer<T>;
  /** The informer of this collection when there is one already. */
  existing<T extends KubernetesObject>(type: ResourceType<T>, options?: SharedInformerOptions): Informer<T> | undefined;
  /** Every informer, in the order of their making. */
  informers(): readonly Informer[];
  /** Ends an informer and forgets its copy. False when there was none. */
  remove(type: ResourceType, options?: SharedInformerOptions): Promise<boolean>;
  /** Runs all informers, those made later too, until `signal` is aborted and all have ended. */
  start(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Resolves once every informer made by now has synced. */
  waitForSync(options?: { readonly signal?: AbortSignal }): Promise<void>;
}
