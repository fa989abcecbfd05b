/**
 * What strategies, admission plugins and bootstrap code may ask of the server. All of it is synchronous: between two calls nothing
 * else happens, so a look-up stays true until the hook returns.
 */
import type { ManagedFieldsEntry, ObjectKey } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { UserInfo } from "../authentication/user-info.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import type { ApiObject, GroupResource, ReadonlyObject } from "../objects/api-object.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { Deadline } from "./deadline.ts";

export interface ServerContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly read: ObjectReader;
  readonly write: ObjectWriter;
  /** The work that follows from commits. */
  readonly queue: ReconcileQueue;
  /** Decides on the rights that plugins check besides those of the request itself. */
  readonly authorizer: Authorizer;
  /** Returns once all writes are durable. Called before stored state leaves the server. Throws a `StorageError` if a write cannot become durable. */
  readonly flush: () => void;
}

/** Collects the names of objects that need work. */
export interface ReconcileQueue {
  /** Adds a name, unless it is in the queue already. */
  add: (reconciler: Reconciler, name: string) => void;
  /** Adds a name in a later turn, for work that takes long. Does nothing once the server closes. */
  addLater: (reconciler: Reconciler, name: string) => void;
}

/** Brings what depends on the object of a name in line with what is stored. Idempotent: work that has nothing to change writes nothing. */
export interface Reconciler {
  readonly reconcile: (name: string, context: ReconcileContext) => void;
}

/** The server as queued work sees it. */
export interface ReconcileContext extends Omit<ServerContext, "write"> {
  /** Each write is done when the call returns: work ends in the turn in which it begins. */
  readonly write: Omit<ObjectWriter, "createReviewed" | "deleteReviewed">;
}

/** The server as one request sees it. */
export interface RequestContext extends ServerContext {
  readonly user: UserInfo;
  /** The version of the request's path, for example `"v1beta1"`. Hooks of built-in kinds always receive objects in the storage version. */
  readonly version: string;
  /** The name in the request's path; `""` where it names a collection, as a create by POST does. */
  readonly name: string;
  /** The subresource of the request; `""` for the object itself. */
  readonly subresource: string;
  /** How the client calls itself; `""` when it does not. */
  readonly userAgent: string;
  readonly dryRun: boolean;
  readonly deadline: Deadline;
  /** Aborted when the client disconnects. Nothing is stored for it then. */
  readonly signal: AbortSignal | undefined;
  /** Adds a `Warning` header to the answer; repeated texts are sent once. */
  readonly warn: (text: string) => void;
  /** Adds an annotation to the audit event of the request. The first value of a key stays. */
  readonly annotate: (key: string, value: string) => void;
}

export type { ObjectKey } from "@kubewright/apimachinery";

/** Reads current state in the storage version. Objects are shared: do not change them. */
export interface ObjectReader {
  /** `undefined` when the object, or the resource, is not there. */
  get: (resource: GroupResource, key: ObjectKey) => ReadonlyObject | undefined;
  /** Like `get`, without parsing. */
  has: (resource: GroupResource, key: ObjectKey) => boolean;
  /** Whether the namespace has objects of the resource. Costs less than an empty `list`. */
  hasAny: (resource: GroupResource, namespace: string) => boolean;
  /** The wall time at which the server removes the object. `undefined`: never, or the object does not exist. */
  readonly expiresAtMs: (resource: GroupResource, key: ObjectKey) => number | undefined;
  /** The keys of all objects of a namespace (default: all namespaces), ordered by namespace and name, without parsing. Writes in between are not seen. */
  keys: (resource: GroupResource, namespace?: string) => Iterable<ObjectKey & { readonly isDeleting: boolean }>;
  /** All objects of a namespace (default: all namespaces), ordered by namespace and name. */
  list: (resource: GroupResource, namespace?: string) => Iterable<ReadonlyObject>;
  /** Like `get`, without parsing. */
  entry: (resource: GroupResource, key: ObjectKey) => StoredEntry | undefined;
  /** Like `list`, without parsing. */
  entries: (resource: GroupResource, namespace?: string) => Iterable<StoredEntry>;
}

/** A set of fields, as managed fields contain it. */
export type FieldsV1 = NonNullable<ManagedFieldsEntry["fieldsV1"]>;

export interface OwnWriteOptions {
  /**
   * The server becomes the manager of the fields it changes, at this subresource (`""`: the object itself), as any other client.
   * Default: no manager does.
   */
  readonly ownedThrough?: string;
  /** The fields of a new object that the server manages, for a create during the start: computing them would compile the type of its kind. */
  readonly fieldsV1?: FieldsV1;
  /** Sets the fields that get no manager, after the managed fields have been computed. */
  readonly fillUnowned?: (draft: ApiObject) => void;
}

/**
 * Writes straight to the store, past admission, defaulting and validation: for what the server does on its own account. Objects are
 * in the storage version and complete; the system fields (uid, creationTimestamp, resourceVersion) are set here. Watches see the writes.
 * `Strategy.committed` is called for them too.
 */
export interface ObjectWriter {
  /** Throws `ApiError` AlreadyExists. */
  create: (resource: GroupResource, object: ApiObject, options?: OwnWriteOptions) => ReadonlyObject;
  /**
   * Gives `change` the current object to change in place; returning `false` leaves everything as it was. Answers `undefined` when the object is
   * not there. An object that is being deleted and has no finalizers left is removed, as after any update.
   */
  update: (
    resource: GroupResource,
    key: ObjectKey,
    change: (draft: ApiObject) => boolean | void,
    options?: OwnWriteOptions,
  ) => ReadonlyObject | undefined;
  /** Removes an object immediately and ignores its finalizers. Returns false if it did not exist. */
  remove: (resource: GroupResource, key: ObjectKey) => boolean;
  /** Begins the deletion as a DELETE request (background, no preconditions) would: finalizers and grace are honoured. */
  delete: (resource: GroupResource, key: ObjectKey) => boolean;
  /** Creates as a client does, in the name of the server: past no admission and no validation. Rejects with the `ApiError` that a client would get. */
  createReviewed: (resource: GroupResource, object: ApiObject) => Promise<void>;
  /** Deletes as a client does, in the name of the server. Rejects with the `ApiError` that a client would get. */
  deleteReviewed: (resource: GroupResource, key: ObjectKey) => Promise<void>;
}
