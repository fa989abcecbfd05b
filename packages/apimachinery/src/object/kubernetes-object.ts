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
  /** The name, which is unique for the kind in its namespace. It cannot be changed. */
  readonly name?: string;
  /**
   * The beginning of the name if name is empty: the server appends a random suffix. If it finds no free name, the
   * response is 409.
   */
  readonly generateName?: string;
  /** The namespace of the object; empty for kinds without namespaces. It cannot be changed. */
  readonly namespace?: string | undefined;
  /** Deprecated: no server sets it. */
  readonly selfLink?: string;
  /** The identity of the object: another object of the same name has another uid. The server sets it. */
  readonly uid?: string;
  /**
   * The version of the object, which each write changes. An update with an older version is a conflict. The value has
   * no meaning for clients.
   */
  readonly resourceVersion?: string;
  /** A number that grows when the desired state changes. The server sets it. */
  readonly generation?: number;
  /** The time of the creation, in UTC. The server sets it. */
  readonly creationTimestamp?: string | null;
  /**
   * Set once the deletion of the object was requested: the time at which it may be removed. It exists until then, and
   * as long as it has finalizers. A deletion cannot be undone.
   */
  readonly deletionTimestamp?: string | null;
  /**
   * The time that the object has to end, from the request to delete it. The server sets it with deletionTimestamp; a
   * later request can only shorten it.
   */
  readonly deletionGracePeriodSeconds?: number;
  /** Values by name. Selectors match them, for example those of Services and Deployments. */
  readonly labels?: { readonly [key: string]: string };
  /** Values by name, for tools and people. Selectors do not match them. */
  readonly annotations?: { readonly [key: string]: string };
  /**
   * The owners of the object. The garbage collector deletes it once none of them exists. At most one is the controller.
   */
  readonly ownerReferences?: readonly OwnerReference[];
  /**
   * Names of components that have work to do before the object is removed. Each removes its own, in any order. Once the
   * deletion was requested, none can be added.
   */
  readonly finalizers?: readonly string[];
  /** Which manager has set which fields. The server maintains it, for server-side apply. */
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

/** An owner of the object, in the same namespace or cluster-scoped. */
export interface OwnerReference {
  /** The group and version of the owner. */
  readonly apiVersion: string;
  /** The kind of the owner. */
  readonly kind: string;
  /** The name of the owner. */
  readonly name: string;
  /** The uid of the owner. */
  readonly uid: string;
  /** Whether the owner is the controller of the object. Default: false. */
  readonly controller?: boolean;
  /** Whether a deletion of the owner in the foreground waits for this object. Default: false. */
  readonly blockOwnerDeletion?: boolean;
}

/** The fields of one field manager, for server-side apply. */
export interface ManagedFieldsEntry {
  /** The name of the manager: the parameter fieldManager of its requests. */
  readonly manager?: string;
  /** Apply for server-side applies, Update for all other writes. */
  readonly operation?: "Apply" | "Update";
  /** The group and version of the names of the fields. */
  readonly apiVersion?: string;
  /** The time of the last change by which the manager set, changed or removed a field. */
  readonly time?: string;
  /** The format of the fields: always FieldsV1. */
  readonly fieldsType?: "FieldsV1";
  /** The fields, as a tree of their paths. */
  readonly fieldsV1?: { readonly [key: string]: unknown };
  /** The subresource of the writes, for example status. Empty for the object itself. */
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
  /** Deprecated: no server sets it. */
  readonly selfLink?: string;
  /** The version of the state that the list shows. A watch from this version receives all later changes. */
  readonly resourceVersion?: ResourceVersion | string;
  /**
   * Set if the list has more pages: the value of the parameter continue of the next request. It expires after some
   * minutes.
   */
  readonly continue?: ContinueToken | string;
  /** About how many objects the next pages have. Absent on the last page, and in lists with a selector. */
  readonly remainingItemCount?: number;
}

/** A list from the API. */
export interface KubernetesList<T extends KubernetesObject = KubernetesObject> {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ListMeta;
  readonly items: readonly T[];
}
