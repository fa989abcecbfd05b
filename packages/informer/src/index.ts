/** A local copy of a cluster's objects, kept up to date whatever happens, and those who want to know of its changes. */
export { createInformerCache } from "./cache/create-informer-cache.ts";
export type { CreateInformerCacheOptions } from "./cache/create-informer-cache.ts";
export type { InformerCache, SharedInformer, SharedInformerOptions } from "./cache/informer-cache.ts";
export type {
  CachedObject,
  CacheListOptions,
  HandlerOptions,
  IndexFunction,
  Informer,
  InformerEvent,
  InformerHandler,
  InformerState,
  Registration,
  VersionWanted,
} from "./informer/informer.ts";
export { createInformer } from "./informer/create-informer.ts";
export type { CreateInformerOptions } from "./informer/create-informer.ts";
export { createLister } from "./lister/lister.ts";
export type { Lister, NamespaceLister } from "./lister/lister.ts";
export { defaultVersionTimeoutMs } from "./informer/version-waits.ts";
export { namespaceIndex, ownerUidIndex } from "./store/store.ts";
export type { Transform } from "./store/store.ts";
export type { InformerObserver } from "./observer.ts";
export { SilentServerError, WatchEndedEarlyError } from "./errors.ts";
export { initialState, nextState } from "./reflector/state.ts";
export type { Consistency, ReflectorOutcome, ReflectorState } from "./reflector/state.ts";
