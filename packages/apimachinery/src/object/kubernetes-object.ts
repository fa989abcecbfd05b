// The common fields of API objects: the kind and metadata. All types are readonly, because objects in caches are
// shared: create a new object instead of changing one. Times are RFC 3339 strings, as in JSON.
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/

import type { StoredAs, storedForm } from "./stored-form.ts";
import type { ContinueToken, ResourceVersion, Uid } from "./brands.ts";

/** The fields of every API object. Items of a built-in list have neither `apiVersion` nor `kind`. */
export interface KubernetesObject extends StoredAs<unknown> {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
}

/** Metadata that every stored object has: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/ */
export interface ObjectMeta {
  /** Unique within a namespace and resource. Cannot be changed. */
  readonly name?: string;
  /** A prefix from which the server generates a unique name if `name` is absent. */
  readonly generateName?: string;
  /** Absent on cluster-scoped objects. */
  readonly namespace?: string | undefined;
  /** Deprecated and no longer set by servers. */
  readonly selfLink?: string;
  /** Set by the server. A recreated object of the same name has another uid. */
  readonly uid?: string;
  /** Changes with every write. An update that contains it fails after a concurrent write. */
  readonly resourceVersion?: string;
  /** Counts changes of the desired state. Set by the server. */
  readonly generation?: number;
  readonly creationTimestamp?: string | null;
  /** Set once by the server when the object is deleted, if finalizers or a grace period delay its removal. */
  readonly deletionTimestamp?: string | null;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
  readonly ownerReferences?: readonly OwnerReference[];
  /** Names of controllers that clean up before the object is removed. */
  readonly finalizers?: readonly string[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

/** An owner of the object, in the same namespace or cluster-scoped. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  /** Marks the one owner that manages the object. */
  readonly controller?: boolean;
  /** Whether deleting the owner in the foreground waits for this object. */
  readonly blockOwnerDeletion?: boolean;
}

/** The fields of one field manager, for server-side apply. */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: "Apply" | "Update";
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsType?: "FieldsV1";
  /** A set of paths: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/ */
  readonly fieldsV1?: { readonly [key: string]: unknown };
  readonly subresource?: string;
}

/** Metadata of an object that a server has stored. */
export interface StoredMeta extends ObjectMeta {
  readonly name: string;
  readonly uid: Uid;
  readonly resourceVersion: ResourceVersion;
  readonly creationTimestamp: string;
}

/**
 * An object from a server: its kind and the metadata that the server sets are present. So are fields with defaults, if the
 * type declares them ({@link StoredForm}).
 */
export type Stored<T extends KubernetesObject = KubernetesObject> = NonNullable<T[typeof storedForm]> &
  T & {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: StoredMeta;
  };

/** Metadata of a list. */
export interface ListMeta {
  readonly selfLink?: string;
  /** The version of the store at the time of the list. A watch may start from it. */
  readonly resourceVersion?: ResourceVersion | string;
  /** Present if there are more items: the token for the next page. */
  readonly continue?: ContinueToken | string;
  /** The number of items after this page. Absent if the server does not provide it. */
  readonly remainingItemCount?: number;
}

/** A list from the API. */
export interface KubernetesList<T extends KubernetesObject = KubernetesObject> {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ListMeta;
  readonly items: readonly T[];
}
