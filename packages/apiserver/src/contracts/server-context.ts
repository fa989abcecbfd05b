/**
 * The interface of the server for strategies, admission plugins and bootstrap code. It is synchronous: nothing else runs between two calls, so a value
 * that a hook has read is current until the hook returns.
 */
import type { ManagedFieldsEntry, NumberLiterals, ObjectKey } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { UserInfo } from "../authentication/user-info.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import type { ApiObject, GroupResource, ReadonlyObject } from "../objects/api-object.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { Deadline } from "../turns/deadline.ts";
import type { Pauses } from "../turns/time-slices.ts";
import type { DeleteOptions } from "./write-options.ts";

export interface ServerContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly read: ObjectReader;
  readonly write: ObjectWriter;
  /** The work that follows from commits. */
  readonly queue: ReconcileQueue;
  /** Authorizes the checks that plugins make in addition to that of the request. */
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

/** Reconciles what depends on the object with a name. Idempotent: a call that has nothing to change writes nothing. */
export interface Reconciler {
  readonly reconcile: (name: string, context: ReconcileContext) => void;
}

/** The server, as queued work receives it. */
export interface ReconcileContext extends Omit<ServerContext, "write"> {
  /** Each write is done when the call returns: work ends in the turn in which it begins. */
  readonly write: Omit<ObjectWriter, "createReviewed" | "deleteReviewed">;
}

/** What the text of a request's object has and the decoded object lacks. */
export interface DecodedRequest {
  /** The literals of its numbers that are not plain integers: Go decodes `1.0` in a custom resource to a float. A patch of an admission plugin changes them. */
  literals?: NumberLiterals | undefined;
}

/** The server and one request, as hooks receive them. */
export interface RequestContext extends ServerContext, Pauses {
  readonly user: UserInfo;
  /** The verb of the request; `""` for a method without a verb, and for writes of the server. An update that creates an object has the verb of the request. */
  readonly verb: string;
  /** The version of the request's path, for example `"v1beta1"`. Hooks of built-in kinds always receive objects in the storage version. */
  readonly version: string;
  /** The name in the request's path; `""` where it names a collection, as a create by POST does. */
  readonly name: string;
  /** The subresource of the request; `""` for the object itself. */
  readonly subresource: string;
  /** The User-Agent header; `""` without this header. */
  readonly userAgent: string;
  readonly dryRun: boolean;
  readonly deadline: Deadline;
  /** Aborted when the client disconnects. Nothing is stored for it then. */
  readonly signal: AbortSignal | undefined;
  readonly decoded: DecodedRequest;
  /** Adds a `Warning` header to the response. Repeated warnings are sent once. */
  readonly warn: (text: string) => void;
  /** Adds an annotation to the audit event of the request. The first value of a key is kept. */
  readonly annotate: (key: string, value: string) => void;
  /** Adds the time of a webhook's call to the audit event of the request. */
  readonly trackWebhook: (type: "mutating" | "validating", ms: number) => void;
}

export type { ObjectKey } from "@kubewright/apimachinery";

/** Reads current state in the storage version. Objects are shared: do not change them. */
export interface ObjectReader {
  /** `undefined` if the object or the resource does not exist. */
  get: (resource: GroupResource, key: ObjectKey) => ReadonlyObject | undefined;
  /** Like `get`, without parsing. */
  has: (resource: GroupResource, key: ObjectKey) => boolean;
  /** Whether the namespace has objects of the resource. Costs less than an empty `list`. */
  hasAny: (resource: GroupResource, namespace: string) => boolean;
  /** The wall time at which the server removes the object. `undefined`: never, or the object does not exist. */
  readonly expiresAtMs: (resource: GroupResource, key: ObjectKey) => number | undefined;
  /** The keys of all objects of a namespace (default: all namespaces), ordered by namespace and name, without parsing. Later writes are not included. */
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
   * The server becomes the manager of the fields that it changes, at this subresource (`""`: the object itself), as any other client.
   * Default: managed fields do not change.
   */
  readonly ownedThrough?: string;
  /** The fields of a new object that the server manages, for a create during the start: computing them would compile the type of its kind. */
  readonly fieldsV1?: FieldsV1;
  /** Sets the fields that get no manager, after the managed fields have been computed. */
  readonly fillUnowned?: (draft: ApiObject) => void;
}

/** How the server deletes an object. */
export type OwnDeleteOptions = Partial<
  Pick<DeleteOptions, "gracePeriodSeconds" | "propagationPolicy" | "orphanDependents">
>;

/**
 * Writes of the server itself, without admission, defaulting and validation. Objects are complete and in the storage version. The writer sets the
 * system fields (uid, creationTimestamp, resourceVersion). Watches receive the writes, and `Strategy.committed` is called for them.
 */
export interface ObjectWriter {
  /** Throws `ApiError` AlreadyExists. */
  create: (resource: GroupResource, object: ApiObject, options?: OwnWriteOptions) => ReadonlyObject;
  /**
   * Calls `change` with the current object, which it changes in place. Stores nothing if it returns `false`. Returns `undefined` if the object does not
   * exist. An object that is being deleted and has no finalizers left is removed, as after any update.
   */
  update: (
    resource: GroupResource,
    key: ObjectKey,
    change: (draft: ApiObject) => boolean | void,
    options?: OwnWriteOptions,
  ) => ReadonlyObject | undefined;
  /** Removes an object immediately and ignores its finalizers. Returns false if it did not exist. */
  remove: (resource: GroupResource, key: ObjectKey) => boolean;
  /** Deletes an object as a DELETE request does, with its finalizers and grace period. By default in the background. Returns false if it does not exist. */
  delete: (resource: GroupResource, key: ObjectKey, options?: OwnDeleteOptions) => boolean;
  /** Creates an object as a client does, with admission and validation, as the user of the server. Rejects with the `ApiError` that a client would get. */
  createReviewed: (resource: GroupResource, object: ApiObject) => Promise<void>;
  /** Deletes an object as a client does, as the user of the server. Rejects with the `ApiError` that a client would get. */
  deleteReviewed: (resource: GroupResource, key: ObjectKey) => Promise<void>;
}
