/** The informers of one process: one per collection, shared by all readers. */
import type { KubernetesObject, ObjectKey, ResourceType } from "@kubewright/apimachinery";
import type { Informer } from "../informer/informer.ts";

export interface SharedInformerOptions {
  /** Only this namespace. Default: the namespaces that the cache holds. */
  readonly namespace?: string;
  /** Default: the label selector that the cache has for this kind. */
  readonly labelSelector?: string;
  /** Default: the field selector that the cache has for this kind. */
  readonly fieldSelector?: string;
  /** Keep apiVersion, kind and metadata alone. */
  readonly metadataOnly?: boolean;
}

/** An informer that is held until it is disposed. Disposing twice is harmless. */
export interface SharedInformer<T extends KubernetesObject = KubernetesObject> extends AsyncDisposable {
  readonly informer: Informer<T>;
}

export interface InformerCache {
  /** The informer of this collection for the life of the cache. It starts at once if the cache runs, else with it. */
  informer<T extends KubernetesObject>(type: ResourceType<T>, options?: SharedInformerOptions): Informer<T>;
  /**
   * The informer of this collection until the result is disposed. The last disposal stops the informer and drops its objects, unless
   * `informer()` has returned it, too. The caller disposes its own handlers, because others may hold the informer.
   */
  acquire<T extends KubernetesObject>(type: ResourceType<T>, options?: SharedInformerOptions): SharedInformer<T>;
  /**
   * Stops the informer of this collection, drops its objects, and resolves once its watch has ended (`RemoveInformer` of controller-runtime). Handlers receive nothing
   * more. The next call for the collection creates another informer. Does nothing if there is no informer.
   */
  removeInformer(type: ResourceType, options?: SharedInformerOptions): Promise<void>;
  /** The informer of this collection if there is one already. */
  existing<T extends KubernetesObject>(type: ResourceType<T>, options?: SharedInformerOptions): Informer<T> | undefined;
  /**
   * The keys of the objects of a kind that have this value of an index, at once. Empty until the informer has synced. Reads the existing informer
   * of complete objects, or of metadata, that has the index. Never creates an informer.
   *
   * @throws TypeError if no informer of the kind has such an index.
   */
  byIndex<T extends KubernetesObject>(type: ResourceType<T>, name: string, value: string): readonly ObjectKey[];
  /** Every informer, in the order of creation. */
  informers(): readonly Informer[];
  /** Runs all informers, later ones too, until `signal` is aborted and all have ended. */
  start(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Resolves once every informer that exists now has synced. */
  waitForSync(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}
