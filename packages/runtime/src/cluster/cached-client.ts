/** The client reconcilers get: it reads from the cache and writes to the server, and what it wrote it also reads. */
import { groupVersionKindOf, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Client, ListOptions, ReadOptions } from "@kubewright/client";
import type { Informer, InformerCache } from "@kubewright/informer";
import { createOwnWrites } from "./own-writes.ts";

export interface CachedClientOptions {
  /** Reads and writes at the server. */
  readonly direct: Client;
  readonly cache: InformerCache;
  /** Kinds that are read at the server each time, because caching all their objects costs more than it saves: often Secrets. */
  readonly uncached?: readonly ResourceType[];
}

/**
 * Puts a cache before the reads of `direct`.
 *
 * `get` and `list` start an informer for the kind when there is none and wait until it has synced. They go to the server when
 * they ask for what a cache does not have: a version, a field selector, metadata alone, or a kind that is `uncached`. A read after a write
 * through this client sees that write: if the cache does not get there within `ownWriteTimeoutMs`, the server is asked.
 * A dry run is no write. What others write is seen when the watch brings it.
 */
export function createCachedClient({ direct, cache, uncached = [] }: CachedClientOptions): Client {
  const ownWrites = createOwnWrites((type) => cache.existing(type));
  const isUncached = (type: ResourceType): boolean =>
    uncached.some(({ group, plural }) => group === type.group && plural === type.plural);

  return {
    ...direct,
    get,
    list,
    create: (object, options) => noted(direct.create(object, options), options),
    update: (object, options) => noted(direct.update(object, options), options),
    updateStatus: (object, options) => noted(direct.updateStatus(object, options), options),
    patch: (object, patch, options) => noted(direct.patch(object, patch, options), options),
    patchKey: (type, key, patch, options) => noted(direct.patchKey(type, key, patch, options), options),
    apply: (object, options) => noted(direct.apply(object, options), options),
    patchStatus: (object, status, options) => noted(direct.patchStatus(object, status, options), options),
    delete: deleteObject,
  };

  async function get<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    options: ReadOptions = {},
  ): Promise<Stored<T> | undefined> {
    const { signal, resourceVersion, metadataOnly } = options;
    if (isUncached(type) || resourceVersion !== undefined || metadataOnly) return await direct.get(type, key, options);
    const informer = await syncedInformer(type, signal);
    if (!(await ownWrites.reached(informer, key, signal ? { signal } : {})))
      return await direct.get(type, key, options);
    return informer.get(key);
  }

  async function* list<T extends KubernetesObject>(
    type: ResourceType<T>,
    options: ListOptions = {},
  ): AsyncIterable<Stored<T>> {
    const { signal, namespace, labelSelector } = options;
    if (isUncached(type) || needsServer(options)) return yield* direct.list(type, options);
    const informer = await syncedInformer(type, signal);
    const scope = { ...(signal ? { signal } : {}), ...(namespace === undefined ? {} : { namespace }) };
    if (!(await ownWrites.allReached(informer, scope))) return yield* direct.list(type, options);
    yield* informer.list({
      ...(namespace === undefined ? {} : { namespace }),
      ...(labelSelector === undefined ? {} : { labelSelector }),
    });
  }

  async function syncedInformer<T extends KubernetesObject>(
    type: ResourceType<T>,
    signal: AbortSignal | undefined,
  ): Promise<Informer<T>> {
    const informer = cache.informer(type);
    if (!informer.hasSynced) await informer.waitForSync(signal ? { signal } : {});
    return informer;
  }

  async function deleteObject(...[object, options]: Parameters<Client["delete"]>): Promise<void> {
    await direct.delete(object, options);
    const { uid, resourceVersion } = object.metadata;
    if (!options?.dryRun) note(object, { uid, resourceVersion, deleted: true });
  }

  async function noted<T extends KubernetesObject>(
    write: Promise<Stored<T>>,
    options: { readonly dryRun?: boolean } | undefined,
  ): Promise<Stored<T>> {
    const object = await write;
    const { uid, resourceVersion } = object.metadata;
    if (!options?.dryRun) note(object, { uid, resourceVersion });
    return object;
  }

  /** A kind without a descriptor has no informer either. */
  function note(
    object: Stored<KubernetesObject>,
    wanted: { uid: string; resourceVersion: string; deleted?: boolean },
  ): void {
    const type = direct.mapper.known(groupVersionKindOf(object));
    if (type) ownWrites.note(type, keyOf(object), wanted);
  }
}

function needsServer({ fieldSelector, resourceVersion, resourceVersionMatch, metadataOnly }: ListOptions): boolean {
  return (
    fieldSelector !== undefined ||
    resourceVersion !== undefined ||
    resourceVersionMatch !== undefined ||
    metadataOnly === true
  );
}
