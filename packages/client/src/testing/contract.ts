/** The contract of the API server in memory. */
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import type { FailNextOptions, Interceptor } from "./interceptors.ts";
import type { ObjectFields } from "./other-writer.ts";
import type { MemoryRequest } from "./request-info.ts";

export interface CreateMemoryApiServerOptions {
  /** The types that the server has. The status is a subresource of those whose `subresources` contain `status`. */
  readonly types: readonly ResourceType[];
  /** Time stamps, and the end of watches. Default: a virtual clock that stands still. */
  readonly clock?: Clock;
  /** Uids and generated names. Default: a seeded one, so that every run is the same. */
  readonly random?: Random;
}

/**
 * The server. Equal to a kube-apiserver, as a contract suite shows that runs on both: all verbs on objects and their status, JSON and merge patches, versions and
 * conflicts, generation, finalizers and preconditions, label selectors, field selectors by name and namespace, pages, dry run, watches, streamed lists, and the
 * errors of all of these.
 *
 * It has no schemas, defaults, pruning, admission, namespaces that must exist, RBAC, garbage collection, grace periods, conversion (an object is served in each
 * version with the same fields), validation of the fields of built-in kinds, subresources but `status`, tables, protobuf, YAML or strategic merge patches (415, as for custom resources). It tracks no
 * `managedFields`: an apply replaces the fields of its configuration, lists as a whole, removes fields that the manager's previous configuration had, and never
 * conflicts. Bookmarks are sent by {@link sendBookmarks} alone. Tests that depend on any of this use the embedded API server.
 */
export interface MemoryApiServer {
  readonly transport: Transport;
  /** The requests so far, in order. */
  readonly requests: readonly MemoryRequest[];
  /** The version of the last write. */
  readonly resourceVersion: string;
  readonly openWatches: number;
  /** Serves another type. Repeating a type has no effect. */
  serve(type: ResourceType): void;

  /** The objects of a type, in the order of namespaces and names. */
  objects<T extends KubernetesObject>(type: ResourceType<T>): readonly Stored<T>[];
  /**
   * Creates or replaces an object, as another client would, without the checks of a request: a status, a uid and a deletionTimestamp are stored. Fields that are absent
   * are those of the stored object.
   */
  put<T extends KubernetesObject>(type: ResourceType<T>, object: ObjectFields<T>): Stored<T>;
  /** Removes an object at once, whatever its finalizers. */
  remove(type: ResourceType, key: ObjectKey): void;
  /** Removes an object without an event, as in a store that was restored from a backup. */
  lose(type: ResourceType, key: ObjectKey): void;

  /** Calls `interceptor` for each request, before interceptors that were added earlier, until the result is disposed. */
  intercept(interceptor: Interceptor): Disposable;
  /**
   * Rejects the next request that matches: with the Status of an `ApiError`, without a response for another error. `"hang"` leaves it without an answer until it is
   * aborted.
   */
  failNext(failure: Error | "hang", options?: FailNextOptions): void;

  /** Keeps back the events of watches from now on. */
  holdEvents(): void;
  /** Sends the events that were kept back, and ends {@link holdEvents}. */
  releaseEvents(): void;
  /** Sends a bookmark with a new version to each watch that takes bookmarks. */
  sendBookmarks(): void;
  /** Sends a line to each watch, which need not be JSON. */
  sendLine(line: string): void;
  /** Ends all watches: regularly, or with an error for their readers. */
  closeWatches(error?: Error): void;
  /** Forgets the history: watches and pages from any version so far are expired. Open watches continue. */
  compact(): void;
}
