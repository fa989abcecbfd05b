// The shape every API object shares: what it is, and its metadata. All types are readonly, because objects are read
// from caches and shared; to change one, make a new one. Times are RFC 3339 texts, as on the wire.
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/

import type { StoredAs, storedForm } from "./stored-form.ts";
import type { ContinueToken, ResourceVersion, Uid } from "./brands.ts";

/** What every object of the API has. Items of a built-in list carry neither `apiVersion` nor `kind`. */
export interface KubernetesObject extends StoredAs<unknown> {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
}

/** Metadata that every stored object has: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/ */
export interface ObjectMeta {
  /** Unique within a namespace and resource. Cannot be changed. */
  readonly name?: string;
  /** A prefix from which the server makes a unique name when there is no `name`. */
  readonly generateName?: string;
  /** Absent on objects that belong to the whole cluster. */
  readonly namespace?: string;
  /** Deprecated and no longer set by servers. */
  readonly selfLink?: string;
  /** Set by the server; differs between two objects that had the same name one after the other. */
  readonly uid?: string;
  /** Changes with every write; sent back in an update, it makes the write fail after a concurrent write. */
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

/** An object this one depends on, in the same namespace or belonging to the whole cluster. */
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

/** Who wrote which fields, for server-side apply. */
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
 * An object as a server answered it: it says what it is, and its server-set metadata is there. So are the fields that have a default, where the
 * type says which ones those are ({@link StoredForm}).
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
  /** The version of the whole store that the list shows; a watch may start there. */
  readonly resourceVersion?: ResourceVersion | string;
  /** Present when there are more items: asks for the next page. */
  readonly continue?: ContinueToken | string;
  /** How many items follow this page; absent when the server does not know. */
  readonly remainingItemCount?: number;
}

/** A list as the API answers it. */
export interface KubernetesList<T extends KubernetesObject = KubernetesObject> {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ListMeta;
  readonly items: readonly T[];
}
