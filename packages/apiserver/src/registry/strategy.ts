/**
 * The data type of a served resource. Built-in kinds and those of CRDs are both a `ServedResource`. Its `Strategy` has the specific
 * behaviour of a kind, as a record of pure functions that the endpoints call at fixed points of a request.
 *
 * Parts of a strategy: `object-codec.ts` (versions) and `field-selectors.ts`. Neighbours: `api-object.ts` (the objects),
 * `server-context.ts` (the server, as hooks see it), `registry.ts` (the served resources). `compose.ts` lists the parts of a server.
 *
 * The way of a create, with the hooks of this file in capitals:
 *
 * ```
 * body → JSON → DECODE (request's version) → DEFAULT (request's version) → CONVERT to the storage version (custom: when storing)
 *   → mutating admission → system fields (uid, creationTimestamp, generated name)
 *   → RESERVE → PREPARE FOR CREATE → validateObjectMeta + VALIDATE → WARNINGS → validating admission
 *   → store → COMMITTED → reservation.commit() → CONVERT to the request's version → answer
 * ```
 *
 * An update is the same with `prepareForUpdate`/`validateUpdate` and the stored object at hand. It is repeated as a whole if the stored object
 * changes while it waits, so hooks before `committed` have no effects but on their draft and reservation.
 */
import type { FieldError, NameRule } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import type { ApiObject, JsonObject, ReadonlyObject } from "../objects/api-object.ts";
import type { Awaitable } from "./awaitable.ts";
import type { FieldSelectorFields } from "./field-selectors.ts";
import type { ObjectCodec } from "./object-codec.ts";
import type { RequestContext, ServerContext } from "./server-context.ts";
import type { Subresource } from "./subresource.ts";
import type { TableDefinition } from "./table-definition.ts";
import type { UpdateStrategy } from "./update-strategy.ts";

export type Verb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

/** A resource with everything that the server needs to serve it. Immutable: a changed CRD is registered again. */
export interface ServedResource {
  /** API group; `""` is the core group. */
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** The verbs of the resource itself, in the order discovery prints them. */
  readonly verbs: readonly Verb[];
  /** Served versions. None for a custom resource of which only the server reads objects. The order between the versions of a group is `Registry`'s matter. */
  readonly versions: readonly ServedVersion[];
  readonly storage: StorageLocation;
  /**
   * True for kinds that come from a CRD. They differ on the wire: list items carry kind and apiVersion, a strategic merge
   * patch is refused, unknown paths answer in plain text.
   */
  readonly custom: boolean;
  readonly strategy: Strategy;
  readonly subresources?: readonly Subresource[];
  /**
   * For kinds that are answered and never stored (reviews, bindings): called with the decoded and defaulted object, returns the answer: that
   * object, filled in, or a Status.
   * The resource then serves `create` alone, and `storage` is not used.
   */
  readonly review?: (object: ApiObject, context: RequestContext) => ApiObject;
  /** Throws for an invalid object of a kind with `review`. Called before validating admission. */
  readonly checkReview?: (object: ReadonlyObject) => void;
  /**
   * For kinds whose objects are computed for each read and never stored: returns all objects, in the only version, with `metadata.name`.
   * The resource then serves `get` and `list` alone, and `storage` is not used.
   */
  readonly compute?: () => readonly ReadonlyObject[];
}

/** Where the objects are stored. Two resources with the same `key` are two views of one store (core/v1 and events.k8s.io events). */
export interface StorageLocation {
  /** Unique name of the table, `plural` or `plural.group`. */
  readonly key: string;
  /**
   * `apiVersion` and `kind` of the stored bytes. The hooks of `Strategy` receive objects in this form, unless documented otherwise. Those of
   * custom resources receive them in the version of the request.
   */
  readonly apiVersion: string;
  readonly kind: string;
  /** The prefix of the objects in etcd, which error messages contain. Default: `plural` for built-in kinds, `group/plural` for custom resources. */
  readonly prefix?: string;
}

export interface ServedVersion {
  /** For example `"v1"`. */
  readonly name: string;
  /** Whether this version has a `/status` subresource. Set only if versions differ. Default: that of the strategy. */
  readonly hasStatus?: boolean;
  /** Sent as a `Warning` header with every request to this version. */
  readonly deprecationWarning?: string;
  /** The name of the definition in OpenAPI, for example `io.k8s.api.core.v1.Pod`. */
  readonly definitionName: string;
  /**
   * The schema, with references resolved: what a strategic merge goes by, and what OpenAPI publishes of a custom resource. (Built-in kinds are
   * published from `definitionName`, as `api-facts` has it.) Called often; the implementation caches. `undefined`: nothing is known of the fields.
   */
  readonly schema: () => JsonSchema | undefined;
  /** Paths of the fields that this version declares as selectable, as OpenAPI publishes them: `spec.color`. Default: none. */
  readonly selectableFields?: readonly string[];
  /** The fields, other than metadata, that an object without any values prints: those of a bookmark. Default: none. */
  readonly emptyFields?: () => Readonly<JsonObject>;
  /** Table columns and cells; a kind without them prints Name and Age. Called at the first table request. */
  readonly table?: () => TableDefinition;
}

/** What is special about a kind. Everything is optional in the sense that the absent hook does nothing. */
export interface Strategy extends ObjectCodec, UpdateStrategy {
  /**
   * Errors of a name, as texts; empty when the name is good. `isPrefix` is true for a `generateName`, whose end is not checked.
   * Default: a DNS-1123 subdomain.
   */
  readonly validateName?: NameRule;
  /** How much of its metadata the kind checks itself, beyond what is checked of every object. */
  readonly metadataChecks?: MetadataChecks;
  /** True for kinds with a `/status` subresource: a create drops `status`, an update of the object keeps the stored one. */
  readonly hasStatus: boolean;
  /** A create keeps `status` although there is a `/status` subresource (nodes do). Default false. */
  readonly keepsStatusOnCreate?: boolean;
  /**
   * True for kinds whose `metadata.generation` the server counts: 1 at create, one more with each change of the desired state
   * (see `desiredStateChanged`) and when deletion begins. For the others a client's value is kept as sent.
   */
  readonly tracksGeneration: boolean;
  /** Default: any field but apiVersion, kind, metadata and (with `hasStatus`) status differs. */
  readonly desiredStateChanged?: (object: ReadonlyObject, old: ReadonlyObject) => boolean;
  /** A PUT of an absent object creates it. Default false: 404. */
  readonly allowCreateOnUpdate?: boolean;
  /** A PUT without resourceVersion overwrites. Default true; custom resources, leases and others: 422. */
  readonly allowUnconditionalUpdate?: boolean;

  /**
   * Rejects creates of this kind by throwing an `ApiError`. Called before the object is prepared, and again in the turn in which it is
   * stored, because the result may change while admission waits.
   */
  readonly checkCreate?: (draft: ReadonlyObject, context: RequestContext) => void;
  readonly prepareForCreate?: (draft: ApiObject, context: RequestContext) => void;
  /** Errors of a new object. Metadata, name and namespace are checked by the engine. Returns a promise only if it pauses, for other requests. */
  readonly validate?: (object: ReadonlyObject, context: RequestContext) => Awaitable<readonly FieldError[]>;
  /**
   * Fills in what a kube-apiserver adds whenever it reads such an object, and stores only by the next write; true: something was missing.
   * Called for each object that is stored, in place.
   */
  readonly fillIn?: (object: ApiObject) => boolean;
  readonly warningsOnCreate?: (object: ReadonlyObject, context: RequestContext) => readonly string[];

  /**
   * Takes what the object needs and must be unique (cluster IPs, node ports), writing it into the draft. Called after mutating
   * admission, before `prepareFor…`, on create and on update (`old` given). Throws an `ApiError` when it cannot.
   */
  readonly reserve?: (
    draft: ApiObject,
    old: ReadonlyObject | undefined,
    context: RequestContext,
  ) => Reservation | undefined | Promise<Reservation | undefined>;

  /** The server removes objects of the kind this long after their last write. Default: never. */
  readonly lifetimeMs?: number;

  readonly deletion?: DeletionStrategy;

  /** Field selectors beyond `metadata.name` and `metadata.namespace`. */
  readonly fields?: FieldSelectorFields;

  /**
   * Called in the turn of the write, after it; never in a dry run. Must not throw. Records what has changed: an IP address is free, a cache is stale.
   * If writes follow from a write, the hook adds the name of the object to `context.queue`, whose work runs before the response.
   * Returns a promise, which must not reject, if what follows takes longer than the turn. The response waits for it until the request ends.
   */
  readonly committed?: (change: CommittedChange, context: ServerContext) => Promise<void> | undefined | void;
}

/**
 * Kinds differ in what they check of metadata, and so in the errors of a bad one and how often each is named.
 *
 * - `kind`: the kind's own validation covers metadata. Default. Kinds without it have names of any path segment, checked once all else is right.
 * - `kindOnStatus`: the same for updates of the status. Default true.
 * - `finalizerNames`: finalizers must have a domain or be Kubernetes' own. Default true; custom resources only warn.
 * - `wholeOnUpdate`: an update checks the object as if it were new, too. Default false.
 */
export interface MetadataChecks {
  readonly kind?: boolean;
  readonly kindOnStatus?: boolean;
  readonly finalizerNames?: boolean;
  readonly wholeOnUpdate?: boolean;
}

/** How objects of a kind are deleted. */
export interface DeletionStrategy {
  /** The propagation policy of a delete that names none. Default `"Background"`. */
  readonly defaultPropagationPolicy?: "Background" | "Orphan";
  /** Warnings about every delete, and every delete of a collection, whether or not there is anything to delete. */
  readonly warnings?: (options: DeletionPolicy) => readonly string[];
  /** A delete that removes the object returns it instead of a Status. Default false. */
  readonly returnsObject?: boolean;
  /**
   * Seconds of grace, given those of the request (`undefined`: the request names none). 0: the object is removed at once. Default: no graceful
   * deletion.
   */
  readonly gracePeriodFor?: (
    object: ReadonlyObject,
    requestedSeconds: number | undefined,
    context: RequestContext,
  ) => number;
  /**
   * Called when deletion begins, and not by later deletes of the same object. May change the draft, which has a deletionTimestamp. `"wait"`: the
   * object stays until `isDeletable` (a Namespace with `spec.finalizers`); `"remove"`: it stays until it has no finalizers.
   */
  readonly begin?: (draft: ApiObject, context: RequestContext) => "remove" | "wait";
  /** Whether an object with a deletionTimestamp and without finalizers is removed. Default true. */
  readonly isDeletable?: (object: ReadonlyObject) => boolean;
}

/** What a delete requests for dependents. https://kubernetes.io/docs/tasks/administer-cluster/use-cascading-deletion/ */
export interface DeletionPolicy {
  readonly propagationPolicy: "Background" | "Foreground" | "Orphan" | undefined;
  /** The deprecated field of DeleteOptions. */
  readonly orphanDependents: boolean | undefined;
}

/** A taken resource that is kept or given back. Exactly one of the two is called, once. */
export interface Reservation {
  /** The object was stored (never in a dry run). */
  commit: () => void;
  /** The request failed after the reservation, or was a dry run. A promise is awaited before the answer. */
  release: () => void | Promise<void>;
}

export type CommittedChange =
  | { readonly type: "created"; readonly object: ReadonlyObject }
  | { readonly type: "updated"; readonly object: ReadonlyObject; readonly old: ReadonlyObject }
  | { readonly type: "deleted"; readonly old: ReadonlyObject };
