/** Informers: local copies of collections that follow the API server, and handlers that receive their changes. */
export { createInformerCache } from "./cache/create-informer-cache.ts";
export type { CreateInformerCacheOptions } from "./cache/create-informer-cache.ts";
export { allNamespaces, byObject, cachedNamespaces, scopeOf } from "./cache/cache-options.ts";
export type {
  ByObject,
  ByObjectOptions,
  CacheConfig,
  CacheNamespaces,
  CacheOptions,
  CacheScope,
} from "./cache/cache-options.ts";
export { createNamespaceSet } from "./cache/namespace-set.ts";
export type { NamespaceSet, NamespaceSetListener } from "./cache/namespace-set.ts";
export type { InformerCache, SharedInformer, SharedInformerOptions } from "./cache/informer-cache.ts";
export type {
  CacheListOptions,
  HandlerOptions,
  Informer,
  InformerHandler,
  Registration,
  VersionWanted,
} from "./informer/informer.ts";
export type { CachedMetadata, CachedObject, IndexFunction, InformerEvent } from "./store/cached-object.ts";
export type { InformerState } from "./reflector/state.ts";
export { createInformer } from "./informer/create-informer.ts";
export type { CreateInformerOptions } from "./informer/create-informer-options.ts";
export { createLister } from "./lister/lister.ts";
export type { Lister, NamespaceLister } from "./lister/lister.ts";
export { defaultVersionTimeoutMs } from "./informer/version-waits.ts";
export { namespaceIndex, ownerUidIndex } from "./store/store.ts";
export type { Transform } from "./store/store.ts";
export type { ConsistencyReport, InformerObserver, InformerUsage } from "./reflector/observer.ts";
export { SilentServerError, WatchEndedEarlyError } from "./errors.ts";
export type { Consistency, ReflectorState } from "./reflector/state.ts";
