/** The client of operators: typed objects, one method per verb. */
import type {
  JsonPatch,
  KubernetesObject,
  LabelSelector,
  ObjectKey,
  ResourceType,
  Stored,
} from "@kubewright/apimachinery";
import type { RestMapper } from "../discovery/rest-mapper.ts";
import type { RequestOptions, Verbs } from "../verbs/verbs.ts";

export interface ReadOptions extends RequestOptions {
  /** Absent: the latest state, by quorum. "0": any state that the server has at hand. */
  readonly resourceVersion?: string;
  /** The object carries apiVersion, kind and metadata alone. */
  readonly metadataOnly?: boolean;
  /** "latest" reads from the API server even if the client has a cache. */
  readonly consistency?: "latest";
}

export interface ListOptions extends ReadOptions {
  /** Only this namespace. Absent: all of them. */
  readonly namespace?: string;
  /** In the query form (`app=web`) or as the object that specs hold (`{ matchLabels: { app: "web" } }`). */
  readonly labelSelector?: string | LabelSelector;
  readonly fieldSelector?: string;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
  /** Items per page. Default: `defaultPageSize`. */
  readonly pageSize?: number;
}

/** A typed watch; for a copy that stays up to date use an informer instead. */
export interface ClientWatchOptions extends RequestOptions {
  readonly namespace?: string;
  readonly labelSelector?: string | LabelSelector;
  readonly fieldSelector?: string;
  /** Changes after this version. Absent: what is there now as ADDED, then changes. */
  readonly resourceVersion?: string;
  readonly timeoutSeconds?: number;
}

export interface WatchEvent<T extends KubernetesObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: Stored<T>;
}

export interface WriteOptions extends RequestOptions {
  /** Nothing is stored; the answer is what it would have been. */
  readonly dryRun?: boolean;
  /** Default: the client's. */
  readonly fieldManager?: string | undefined;
  readonly fieldValidation?: "Strict" | "Warn" | "Ignore";
}

/**
 * A change to an object, with its kind. "merge" and "strategic" bodies are partial objects; "strategic" is for built-in kinds only;
 * "json" is RFC 6902; "apply" is a partial object whose fields the field manager then owns.
 */
export type Patch =
  | { readonly type: "merge" | "strategic"; readonly body: object }
  | { readonly type: "json"; readonly body: JsonPatch }
  | { readonly type: "apply"; readonly body: KubernetesObject; readonly force?: boolean };

export interface PatchOptions extends WriteOptions {
  /** Patches this subresource, such as "status" or "scale". */
  readonly subresource?: string;
}

export interface ApplyOptions extends WriteOptions {
  readonly subresource?: string;
  /** Takes fields over from other managers instead of failing with a conflict. Default false; controllers want true. */
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
   * The write fails with a conflict when anything of the object has changed since it was read. Default false: it fails when one of the
   * status fields to set has changed.
   */
  readonly expectResourceVersion?: boolean;
}

export interface DeleteOptions extends RequestOptions {
  /**
   * Deletes only the very object that was read, not one that has since been created under its name. Default true. When
   * the name belongs to another object, ours is gone, and the call succeeds.
   */
  readonly expectUid?: boolean;
  /** The delete fails with a conflict when the object has changed since it was read. Default false. */
  readonly expectResourceVersion?: boolean;
  readonly gracePeriodSeconds?: number;
  /** What happens to objects it owns. Default: the server's, "Background" for nearly all kinds. */
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  readonly dryRun?: boolean;
}

export type DeleteKeyOptions = Omit<DeleteOptions, "expectUid" | "expectResourceVersion">;

export interface DeleteAllOptions extends DeleteKeyOptions {
  /** Required for namespaced kinds: the API has no delete across namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string | LabelSelector;
  readonly fieldSelector?: string;
}

/** One subresource of one object, such as "scale" of a Deployment, "eviction" of a Pod, "token" of a ServiceAccount. */
export interface SubresourceClient<R extends KubernetesObject> {
  get(options?: RequestOptions): Promise<R>;
  create(body: R, options?: WriteOptions): Promise<R>;
  update(body: R, options?: WriteOptions): Promise<R>;
  patch(patch: Patch, options?: WriteOptions): Promise<R>;
}

/**
 * Typed access to an API server.
 *
 * The kind of an object is in its `apiVersion` and `kind`. The client finds the resource of a kind in `types`, in the descriptors of earlier
 * calls, or by discovery. Returned objects have both fields, and callers may change them.
 *
 * Errors: `ApiError` for an error response (`isConflict(error)`, `isInvalid(error)`…), `TransportError` without a complete response,
 * `UnknownKindError` for a kind that neither the client nor the server knows, and the signal's reason after an abort.
 */
export interface Client {
  /** Returns the object, or `undefined` if it does not exist. A kind that is not installed throws the 404 of the server. */
  get<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    options?: ReadOptions,
  ): Promise<Stored<T> | undefined>;
  /** Yields every match of all pages, in the server's order. Throws an `isExpired` error if reading takes longer than the server keeps the state. */
  list<T extends KubernetesObject>(type: ResourceType<T>, options?: ListOptions): AsyncIterable<Stored<T>>;
  watch<T extends KubernetesObject>(type: ResourceType<T>, options?: ClientWatchOptions): AsyncIterable<WatchEvent<T>>;
  /** Never retried: after a lost response, read the object to find out whether it was created. */
  create<T extends KubernetesObject>(object: T, options?: WriteOptions): Promise<Stored<T>>;
  /** Replaces the object. Fails with a conflict if `metadata.resourceVersion` is set and not the latest. */
  update<T extends KubernetesObject>(object: T, options?: WriteOptions): Promise<Stored<T>>;
  /** Replaces `status` alone. Prefer `patchStatus`. */
  updateStatus<T extends KubernetesObject>(object: T, options?: WriteOptions): Promise<Stored<T>>;
  patch<T extends KubernetesObject>(object: T, patch: Patch, options?: PatchOptions): Promise<Stored<T>>;
  patchKey<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    patch: Patch,
    options?: PatchOptions,
  ): Promise<Stored<T>>;
  /** Server-side apply: creates the object or changes the fields that it names. Needs a field manager. */
  apply<T extends KubernetesObject>(object: T, options?: ApplyOptions): Promise<Stored<T>>;
  /**
   * Sets fields of the status by a merge patch of what differs from `object.status`, at any depth; lists count as one value.
   * Sends nothing and returns `object` when nothing differs.
   *
   * The patch carries the version of `object`. If the object has changed since it was read, the patch is computed again from the object on the
   * server; if one of these fields has changed, the conflict is thrown, because the values were computed from the old ones. Pass the object that
   * the last write returned.
   */
  patchStatus<T extends KubernetesObject>(
    object: Stored<T>,
    status: StatusChange<T>,
    options?: StatusOptions,
  ): Promise<Stored<T>>;
  /** Deletes this object, not a later one of its name (see `expectUid`). Succeeds if it does not exist. */
  delete(object: Stored<KubernetesObject>, options?: DeleteOptions): Promise<void>;
  /** Deletes the object of this name, whatever its uid. Succeeds if it does not exist. */
  deleteKey<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    options?: DeleteKeyOptions,
  ): Promise<void>;
  /** Deletes every match in one request. */
  deleteAll<T extends KubernetesObject>(type: ResourceType<T>, options?: DeleteAllOptions): Promise<void>;
  subresource<R extends KubernetesObject>(type: ResourceType, key: ObjectKey, name: string): SubresourceClient<R>;
  /**
   * Waits before a write is repeated that has lost `lostRaces` races in a row against other writers: a random time of at most 10 ms after the first,
   * of at most twice as long after each further one. Uses the clock and the random numbers of the client.
   */
  waitBeforeRetry(lostRaces: number, options?: Pick<RequestOptions, "signal">): Promise<void>;
  /** Maps kinds to resources: registered descriptors first, then discovery. */
  readonly mapper: RestMapper;
  /** The same verbs on bytes. */
  readonly raw: Verbs;
}
