/**
 * Served resources. A built-in kind and a kind of a CRD are both a `ServedResource`. Its `Strategy` has the specific behaviour of the kind:
 * pure functions that the endpoints call at fixed points of a request.
 *
 * Parts of a strategy: `object-codec.ts` (versions), `update-strategy.ts` and `field-selectors.ts`. Related: `../objects/api-object.ts` (the objects),
 * `server-context.ts` (the server, as hooks receive it), `registry.ts` (all served resources), `../compose.ts` (the parts of a server).
 *
 * The steps of a create, with the hooks of a strategy in capitals:
 *
 * ```
 * body → JSON → DECODE (request's version) → DEFAULT (request's version) → CONVERT to the storage version (custom: when storing)
 *   → mutating admission → system fields (uid, creationTimestamp, generated name)
 *   → RESERVE → PREPARE FOR CREATE → validateObjectMeta + VALIDATE → WARNINGS → validating admission
 *   → store → COMMITTED → reservation.commit() → CONVERT to the request's version → response
 * ```
 *
 * An update has the same steps with `prepareForUpdate` and `validateUpdate`, which receive the stored object. It is repeated as a whole if that object
 * changes while the update waits, so hooks before `committed` change only their draft and reservation.
 */
import type { FieldError, NameRule, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import type { ApiObject, JsonObject, ReadonlyObject } from "../objects/api-object.ts";
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
  /** Served versions. Empty for a custom resource that only the server reads. `Registry` orders the versions of a group. */
  readonly versions: readonly ServedVersion[];
  /** Versions of a custom resource that requests cannot name. Managed fields can be in these versions. Default: none. */
  readonly unservedVersions?: readonly ServedVersion[];
  readonly storage: StorageLocation;
  /**
   * True for kinds that come from a CRD. Their responses differ: list items have kind and apiVersion, a strategic merge
   * patch is rejected, and unknown paths return plain text.
   */
  readonly custom: boolean;
  readonly strategy: Strategy;
  readonly subresources?: readonly Subresource[];
  /**
   * For kinds that are answered and never stored (reviews, bindings): called with the decoded and defaulted object, returns the response: that
   * object with its result, or a Status.
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

/** The table of the objects. Two resources with the same `key` share one table (the events of core/v1 and events.k8s.io). */
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
   * The schema, with references resolved. Strategic merge patches use it, and OpenAPI publishes it for a custom resource. (OpenAPI publishes built-in
   * kinds from `definitionName` and `api-facts`.) Called often; the implementation caches. `undefined`: the fields are unknown.
   */
  readonly schema: () => JsonSchema | undefined;
  /** Paths of the fields that this version declares as selectable, as OpenAPI publishes them: `spec.color`. Default: none. */
  readonly selectableFields?: readonly string[];
  /** The fields, other than metadata, that an object without any values prints: those of a bookmark. Default: none. */
  readonly emptyFields?: () => Readonly<JsonObject>;
  /** Table columns and cells; a kind without them prints Name and Age. Called at the first table request. */
  readonly table?: () => TableDefinition;
}

/** The specific behaviour of a kind. An absent hook does nothing. */
export interface Strategy extends ObjectCodec, UpdateStrategy {
  /**
   * The messages of all errors of a name; empty if the name is valid. `isPrefix` is true for a `generateName`, whose end is not checked.
   * Default: a DNS-1123 subdomain.
   */
  readonly validateName?: NameRule;
  /** How the kind checks its metadata, in addition to the checks of every object. */
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
  /** In steps, errors of a new object. Metadata, name and namespace are checked by the engine. */
  readonly validate?: (object: ReadonlyObject, context: RequestContext) => Work<readonly FieldError[]>;
  /**
   * Adds the fields that a kube-apiserver adds when it reads such an object, and stores with its next write. Returns true if fields were missing.
   * Called for each object that is stored, in place.
   */
  readonly fillIn?: (object: ApiObject) => boolean;
  readonly warningsOnCreate?: (object: ReadonlyObject, context: RequestContext) => Work<readonly string[]>;

  /**
   * Reserves unique values for the object (cluster IPs, node ports) and writes them into the draft. Called after mutating
   * admission and before `prepareFor…`, on create and on update (with `old`). Throws an `ApiError` if it cannot.
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
   * Called in the turn of the write, after it; never in a dry run. Must not throw. Records for example that an IP address is free or a cache is stale.
   * If writes follow from a write, the hook adds the name of the object to `context.queue`, whose work runs before the response.
   * Returns a promise, which must not reject, if what follows takes longer than the turn. The response waits for it until the request ends.
   */
  readonly committed?: (change: CommittedChange, context: ServerContext) => Promise<void> | undefined | void;
}

/**
 * How a kind checks metadata, which decides on its errors and how often each is reported.
 *
 * - `kind`: the kind's own validation covers metadata. Default. Kinds without it accept any path segment as a name, and check it once all else is valid.
 * - `kindOnStatus`: the same for updates of the status. Default true.
 * - `finalizerNames`: finalizers must have a domain or be defined by Kubernetes. Default true; custom resources only warn.
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
  /** Warnings of every delete and every delete of a collection, even if no object exists. */
  readonly warnings?: (options: DeletionPolicy) => readonly string[];
  /** A delete that removes the object returns it instead of a Status. Default false. */
  readonly returnsObject?: boolean;
  /** OpenAPI describes the result of a delete as a Status, although it is the object. Default false. */
  readonly describedAsStatus?: boolean;
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

/** A reserved value that is kept or released. Exactly one of the two functions is called, once. */
export interface Reservation {
  /** The object was stored (never in a dry run). */
  commit: () => void;
  /** The request failed after the reservation, or was a dry run. A promise is awaited before the response. */
  release: () => void | Promise<void>;
}

export type CommittedChange =
  | { readonly type: "created"; readonly object: ReadonlyObject }
  | { readonly type: "updated"; readonly object: ReadonlyObject; readonly old: ReadonlyObject }
  | { readonly type: "deleted"; readonly old: ReadonlyObject };
