/** The options of the calls of a client, and the results that are not plain objects. */
import type {
  JsonPatch,
  KubernetesObject,
  LabelSelector,
  MergePatchBody,
  MetadataPatchBody,
  Stored,
} from "@kubewright/apimachinery";
import type { RequestOptions } from "../verbs/verbs.ts";

export interface ReadOptions extends RequestOptions {
  /** Absent: the latest state, by a quorum read. "0": any state in the watch cache of the server. */
  readonly resourceVersion?: string;
  /**
   * Returns apiVersion, kind and metadata only, as `PartialObjectMetadata` does. A client with a cache reads them from an informer that stores
   * metadata only.
   */
  readonly metadataOnly?: boolean;
  /**
   * For clients with a cache. "latest" reads from the API server. "cached" reads the cache without waiting for own writes: for admission
   * webhooks of the same process, which the server calls while a write waits. Default: the cache with all own writes.
   */
  readonly consistency?: "latest" | "cached";
}

/** A read of metadata only. Its result has the type of an object without `spec` and `status`. */
export interface MetadataOnly {
  readonly metadataOnly: true;
}

export interface ListOptions extends ReadOptions {
  /** Only this namespace. Absent: all namespaces. */
  readonly namespace?: string;
  /** As a query string (`app=web`) or as the object in specs (`{ matchLabels: { app: "web" } }`). */
  readonly labelSelector?: string | LabelSelector;
  readonly fieldSelector?: string;
  /**
   * Only objects with this value in an index of the cache: an index added by `informer.addIndex`, or `namespaceIndex` or `ownerUidIndex` of
   * `@kubewright/informer`. The client must read the kind from a cache; other clients throw a TypeError.
   */
  readonly index?: { readonly name: string; readonly value: string };
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
  /** Items per page. Default: `defaultPageSize`. */
  readonly pageSize?: number;
  /** The list ends after this number of items, over all pages. Default: no limit. */
  readonly limit?: number;
}

/** The options of a watch. To keep a local copy up to date, use an informer instead. */
export interface ClientWatchOptions extends Omit<RequestOptions, "timeoutMs"> {
  readonly namespace?: string;
  readonly labelSelector?: string | LabelSelector;
  readonly fieldSelector?: string;
  /** Changes after this version. Absent: the existing objects as ADDED, then changes. */
  readonly resourceVersion?: string;
  /** The age of the watch, as in `WatchOptions` of the verbs on bytes. Default: random between 5 and 10 minutes. */
  readonly timeoutSeconds?: number;
}

export interface WatchEvent<T extends KubernetesObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: Stored<T>;
}

export interface WriteOptions extends RequestOptions {
  /** Nothing is stored; the response is the object that would have been stored. */
  readonly dryRun?: boolean;
  /** Default: the client's. */
  readonly fieldManager?: string | undefined;
  /**
   * What the server does with unknown and duplicate fields. Default: the client's, which is "Strict" unless `createClient` sets it.
   *
   * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation
   */
  readonly fieldValidation?: FieldValidation | undefined;
}

export type FieldValidation = "Strict" | "Warn" | "Ignore";

/**
 * A change to an object, with its kind. "merge" and "strategic" bodies are partial objects; "strategic" is for built-in kinds only;
 * "json" is RFC 6902; "apply" is a partial object whose fields the field manager then owns.
 *
 * The compiler checks the fields of a merge patch against `T`. Without `T`, all fields are accepted.
 */
export type Patch<T extends KubernetesObject = KubernetesObject> =
  | { readonly type: "merge"; readonly body: MergePatchBody<T> }
  | { readonly type: "strategic"; readonly body: object }
  | { readonly type: "json"; readonly body: JsonPatch }
  | { readonly type: "apply"; readonly body: KubernetesObject; readonly force?: boolean };

/** A patch of labels, annotations and other metadata, which all kinds have. Code that is generic over kinds can send it. */
export interface MetadataPatch {
  readonly type: "merge";
  readonly body: MetadataPatchBody;
}

export interface PatchOptions extends WriteOptions {
  /** Patches this subresource, such as "status" or "scale". */
  readonly subresource?: string;
}

/** The options of a patch of an object that the caller holds. */
export interface ObjectPatchOptions extends PatchOptions {
  /** The patch fails with a conflict if the object has changed since it was read. Default false. */
  readonly optimisticLock?: boolean;
}

/** The options of a patch by key, which has no version to lock. */
export interface KeyPatchOptions extends PatchOptions {
  readonly optimisticLock?: never;
}

export interface ApplyOptions extends WriteOptions {
  readonly subresource?: string;
  /** Takes fields over from other managers instead of failing with a conflict. Default false; controllers usually set true. */
  readonly force?: boolean;
}

/** The status of a kind, as its type declares it. */
export type StatusOf<T extends KubernetesObject> = T extends { readonly status?: infer S } ? NonNullable<S> : never;

/** Fields of a status to set; `undefined` removes a field, absent fields are kept. */
export type StatusChange<T extends KubernetesObject> = {
  readonly [K in keyof StatusOf<T>]?: StatusOf<T>[K] | undefined;
};

export interface StatusOptions extends WriteOptions {
  /**
   * The write fails with a conflict if any field of the object has changed since it was read. Default false: it fails only if one of the
   * status fields to set has changed.
   */
  readonly optimisticLock?: boolean;
}

/** The state that an object must have. Other fields are ignored, so the metadata of an object can be passed. */
export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** The options of a status patch by key, which has no version to lock. */
export interface KeyStatusOptions extends WriteOptions {
  readonly optimisticLock?: never;
}

export interface DeleteOptions extends RequestOptions {
  /**
   * Deletes the object only in this state. Another `resourceVersion` is a conflict. Another `uid` means that the object is gone: the
   * call succeeds, and the object that now has its name stays. Default: the uid of the object; no precondition for a key.
   */
  readonly preconditions?: Preconditions;
  readonly gracePeriodSeconds?: number;
  /** What happens to dependents of the object. Default: the server's, "Background" for nearly all kinds. */
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  readonly dryRun?: boolean;
}

export interface DeleteAllOfOptions extends Omit<DeleteOptions, "preconditions"> {
  /** Required for namespaced kinds: the API has no delete across namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string | LabelSelector;
  readonly fieldSelector?: string;
}

export interface CreateOrUpdateOptions extends WriteOptions {
  /**
   * Called before a create; an error that it throws prevents the create. A cache may still contain a deleted owner whose dependents the garbage
   * collector has just deleted. Read the owner from the API server here, so that they are not created again until the cache is up to date.
   */
  readonly beforeCreate?: () => Promise<void>;
}

/** What was done, and the object afterwards. */
export interface CreateOrUpdateResult<T extends KubernetesObject> {
  readonly operation: "created" | "updated" | "unchanged";
  readonly object: Stored<T>;
}

export interface CreateOrPatchOptions extends CreateOrUpdateOptions {
  /**
   * Whether the patch of the object carries the version that was read, so that any concurrent change repeats the call. Default: only if the patch
   * contains a list, because a merge patch replaces a list as a whole. The patch of the status always carries it.
   */
  readonly optimisticLock?: boolean;
}

/** What was done, in the terms of controller-runtime, and the object afterwards. */
export interface CreateOrPatchResult<T extends KubernetesObject> {
  /** "updatedStatus": the object and its status; "updatedStatusOnly": only the status. */
  readonly operation: "created" | "updated" | "updatedStatus" | "updatedStatusOnly" | "unchanged";
  readonly object: Stored<T>;
}
