/** The interface of the API server in memory. */
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import type { FailNextOptions, Interceptor } from "./interceptors.ts";
import type { ObjectFields } from "./other-writer.ts";
import type { MemoryRequest } from "./request-info.ts";

export interface CreateMemoryApiServerOptions {
  /** The types that the server has. The status is a subresource of those whose `subresources` contain `status`. */
  readonly types: readonly ResourceType[];
  /** For timestamps and the end of watches. Default: a virtual clock that does not advance. */
  readonly clock?: Clock;
  /** For uids and generated names. Default: a seeded generator, so that every run is the same. */
  readonly random?: Random;
}

/**
 * The server. A contract suite runs on it and on a kube-apiserver. These parts are the same, including their errors:
 * - all verbs on objects and their status, JSON and merge patches, dry run;
 * - versions and conflicts, generation, finalizers and preconditions;
 * - label selectors, field selectors by name and namespace, pages, watches, streamed lists.
 *
 * It does not have:
 * - schemas, defaults, pruning, validation of the fields of built-in kinds, admission, RBAC, or namespaces that must exist;
 * - garbage collection, grace periods, or conversion (an object has the same fields in each version);
 * - subresources other than `status`, tables, protobuf, YAML, or strategic merge patches (415, as for custom resources);
 * - `managedFields`: an apply replaces the fields of its configuration, with lists as a whole. It removes the fields that only the manager's
 *   previous configuration had, and never conflicts;
 * - bookmarks, except by {@link sendBookmarks}.
 *
 * Tests that depend on any of these use the embedded API server.
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
   * Creates or changes an object as another client would, without the validation of a request: a status, a uid and a deletionTimestamp are stored.
   * Absent fields are those of the stored object.
   */
  put<T extends KubernetesObject>(type: ResourceType<T>, object: ObjectFields<T>): Stored<T>;
  /** Removes an object at once, even if it has finalizers. */
  remove(type: ResourceType, key: ObjectKey): void;
  /** Removes an object without an event, as after a restore of the storage from a backup. */
  lose(type: ResourceType, key: ObjectKey): void;

  /** Calls `interceptor` for each request, before interceptors that were added earlier, until the result is disposed. */
  intercept(interceptor: Interceptor): Disposable;
  /**
   * Rejects the next matching request: with the Status of an `ApiError`, or without a response for another error. With `"hang"`, the request gets no
   * response until it is aborted.
   */
  failNext(failure: Error | "hang", options?: FailNextOptions): void;

  /** Holds the events of watches from now on. */
  holdEvents(): void;
  /** Sends the held events, and ends {@link holdEvents}. */
  releaseEvents(): void;
  /** Sends a bookmark with a new version to each watch with `allowWatchBookmarks`. */
  sendBookmarks(): void;
  /** Sends a line to each watch. The line need not be JSON. */
  sendLine(line: string): void;
  /** Ends all watches, normally or with an error for their readers. */
  closeWatches(error?: Error): void;
  /** Deletes the history: watches and pages from all versions so far are expired. Open watches continue. */
  compact(): void;
}
