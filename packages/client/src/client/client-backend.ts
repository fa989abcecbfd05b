/**
 * The requests behind a client. Every call of a `Client` is one of eight requests or is composed of them. A layer that changes requests wraps a
 * backend: defaults, an interceptor, a cache, the record of own writes.
 *
 *     Client ──► defaults ──► cache ──► own writes ──► API server
 */
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";

import type {
  ClientWatchOptions,
  DeleteAllOfOptions,
  DeleteOptions,
  ListOptions,
  Patch,
  PatchOptions,
  ReadOptions,
  WatchEvent,
  WriteOptions,
} from "./call-options.ts";

/** The subresource of a request. Absent: the object itself. */
interface Subresource {
  readonly subresource?: string;
}

export interface GetCall<T extends KubernetesObject = KubernetesObject> {
  readonly type: ResourceType<T>;
  readonly key: ObjectKey;
  readonly options: ReadOptions & Subresource;
}

export interface ListCall<T extends KubernetesObject = KubernetesObject> {
  readonly type: ResourceType<T>;
  readonly options: ListOptions;
}

export interface WatchCall<T extends KubernetesObject = KubernetesObject> {
  readonly type: ResourceType<T>;
  readonly options: ClientWatchOptions;
}

/** A create or update. `object` has `apiVersion` and `kind`. */
export interface WriteCall<T extends KubernetesObject = KubernetesObject> {
  readonly type: ResourceType<T>;
  /** The name is empty if the server generates it. */
  readonly key: ObjectKey;
  readonly object: KubernetesObject;
  readonly options: WriteOptions & Subresource;
}

export interface PatchCall<T extends KubernetesObject = KubernetesObject> {
  readonly type: ResourceType<T>;
  readonly key: ObjectKey;
  readonly patch: Patch;
  readonly options: PatchOptions;
}

export interface DeleteCall {
  readonly type: ResourceType;
  readonly key: ObjectKey;
  /** The object that the caller holds, if it holds one. */
  readonly object?: Stored | undefined;
  readonly options: DeleteOptions;
}

export interface DeleteAllOfCall {
  readonly type: ResourceType;
  readonly options: DeleteAllOfOptions;
}

/** Executes requests. Errors are those of `Client`. */
export interface ClientBackend {
  get<T extends KubernetesObject>(call: GetCall<T>): Promise<Stored<T> | undefined>;
  list<T extends KubernetesObject>(call: ListCall<T>): AsyncIterable<Stored<T>>;
  watch<T extends KubernetesObject>(call: WatchCall<T>): AsyncIterable<WatchEvent<T>>;
  create<T extends KubernetesObject>(call: WriteCall<T>): Promise<Stored<T>>;
  update<T extends KubernetesObject>(call: WriteCall<T>): Promise<Stored<T>>;
  patch<T extends KubernetesObject>(call: PatchCall<T>): Promise<Stored<T>>;
  delete(call: DeleteCall): Promise<void>;
  /** Returns the objects that are deleted, with their metadata alone; undefined if the server does not list them. */
  deleteAllOf(call: DeleteAllOfCall): Promise<readonly Stored[] | undefined>;
}

/** Returns the methods that replace those of `next`, which execute the requests. Absent methods are those of `next`. */
export type ClientInterceptor = (next: ClientBackend) => Partial<ClientBackend>;

/** A backend whose requests pass through `interceptor` first. */
export function intercepted(next: ClientBackend, interceptor: ClientInterceptor): ClientBackend {
  return { ...next, ...interceptor(next) };
}
