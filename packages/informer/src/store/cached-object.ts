// What the store holds and reports: objects in the cache, changes, and functions that index them.
import type { KubernetesObject, ObjectKey, OwnerReference, Stored } from "@kubewright/apimachinery";

/**
 * One version of an object in the cache. It remains readable after the cache holds a newer version. Each property is read from the
 * stored JSON, without parsing the rest of the object.
 */
export interface CachedObject<T extends KubernetesObject = KubernetesObject> extends CachedMetadata {
  readonly key: ObjectKey;
  /** The fields below, under the names that they have in the object: `object.metadata.name`. Annotations and finalizers need `read()`. */
  readonly metadata: CachedMetadata & ObjectKey;
  /** Parses the object. Each call returns a new object that the caller may change. */
  read(): Stored<T>;
}

/** The metadata that is read without parsing the object. */
export interface CachedMetadata {
  readonly uid: string;
  readonly resourceVersion: string;
  /** Counts changes of the desired state. Some kinds have no generation. */
  readonly generation?: number | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly ownerReferences: readonly OwnerReference[];
  /** Set while the object waits for its finalizers or its grace period. */
  readonly deletionTimestamp?: string | undefined;
}

/**
 * A change of the cache, delivered after the cache has changed. A deletion is `final` if it was received as a watch event: `object` is
 * then the last state of the object. It is not final if a relist did not contain the object: `object` is then the last state that
 * the cache held. An object that was re-created under its name (another uid) is a deletion and an addition.
 */
export type InformerEvent<T extends KubernetesObject = KubernetesObject> =
  | {
      readonly kind: "added";
      readonly object: CachedObject<T>;
      /** The object was in the cache when the handler was added, or in the first list. */
      readonly initial: boolean;
    }
  | { readonly kind: "updated"; readonly object: CachedObject<T>; readonly old: CachedObject<T> }
  | { readonly kind: "deleted"; readonly object: CachedObject<T>; readonly final: boolean }
  | { readonly kind: "resync"; readonly object: CachedObject<T> };

/** Returns the index values of an object. Called once per received version. It must not throw. */
export type IndexFunction<T extends KubernetesObject = KubernetesObject> = (
  object: CachedObject<T>,
) => readonly string[];
