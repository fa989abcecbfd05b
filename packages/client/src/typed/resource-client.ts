/** A client of one kind, in one namespace or in all, which generated clientsets use: a `Client` with type and namespace bound. */
import { apiVersionOf } from "@kubewright/apimachinery";
import type { ApplyBody, KubernetesObject, ObjectBody, ResourceType, Stored } from "@kubewright/apimachinery";
import type {
  ApplyOptions,
  ClientWatchOptions,
  DeleteOptions,
  ListOptions,
  MetadataPatch,
  Patch,
  PatchOptions,
  ReadOptions,
  WatchEvent,
  WriteOptions,
} from "../client/call-options.ts";
import type { Client } from "../client/client.ts";

/** The operations on objects of one kind. Errors are those of {@link Client}. */
export interface ResourceClient<T extends KubernetesObject> {
  readonly type: ResourceType<T>;
  /** Absent: all namespaces, or a cluster-scoped kind. Written objects then contain their namespace. */
  readonly namespace?: string;
  /** Returns undefined if the object does not exist. */
  get(name: string, options?: ReadOptions): Promise<Stored<T> | undefined>;
  list(options?: Omit<ListOptions, "namespace">): AsyncIterable<Stored<T>>;
  watch(options?: Omit<ClientWatchOptions, "namespace">): AsyncIterable<WatchEvent<T>>;
  /** Creates the object in the client's namespace unless it contains one. */
  create(object: ObjectBody<T>, options?: WriteOptions): Promise<Stored<T>>;
  update(object: ObjectBody<T>, options?: WriteOptions): Promise<Stored<T>>;
  /** Writes only the status, of kinds with the status subresource. */
  updateStatus(object: ObjectBody<T>, options?: WriteOptions): Promise<Stored<T>>;
  /** Server-side apply, which requires a field manager. `fields` may be a generated apply configuration. */
  apply(fields: ApplyBody<T>, options?: ApplyOptions): Promise<Stored<T>>;
  patch(name: string, patch: Patch<T> | MetadataPatch, options?: PatchOptions): Promise<Stored<T>>;
  patch(name: string, patch: Patch, options: PatchOptions & { readonly subresource: string }): Promise<Stored<T>>;
  /** Succeeds if the object does not exist. */
  delete(name: string, options?: DeleteOptions): Promise<void>;
}

/** @param namespace absent: all namespaces, or a cluster-scoped kind. */
export function createResourceClient<T extends KubernetesObject>(
  client: Client,
  type: ResourceType<T>,
  namespace?: string,
): ResourceClient<T> {
  const where = namespace === undefined ? {} : { namespace };
  client.mapper.register(type);

  return {
    type,
    ...where,
    get: (name, options) => client.get(type, { ...where, name }, options),
    list: (options) => client.list(type, { ...options, ...where }),
    watch: (options) => client.watch(type, { ...options, ...where }),
    create: (object, options) => client.create(type, placed(type, object, namespace), options),
    update: (object, options) => client.update(type, placed(type, object, namespace), options),
    updateStatus: (object, options) => client.updateStatus(type, placed(type, object, namespace), options),
    apply: (fields, options) => client.apply(type, placed(type, fields, namespace), options),
    // The overload for subresources accepts all fields, too.
    patch: (name: string, patch: Patch, options?: PatchOptions) =>
      client.patch(type, { ...where, name }, patch as Patch<T>, options),
    delete: (name, options) => client.delete(type, { ...where, name }, options),
  };
}

/** The object with its kind, and with `namespace` unless it contains one. */
function placed<B extends object>(
  type: ResourceType,
  object: B,
  namespace?: string,
): B & { readonly apiVersion: string; readonly kind: string } {
  const where = namespace === undefined ? {} : { namespace };
  const { metadata } = object as KubernetesObject; // A body of a write.
  return {
    ...object,
    apiVersion: apiVersionOf(type.group, type.version),
    kind: type.kind,
    metadata: { ...where, ...metadata },
  };
}
