export type { InformerCache, SharedInformerOptions } from "./cache/informer-cache.ts";
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
export type { InformerObserver } from "./observer.ts";
export type { Consistency, ReflectorOutcome, ReflectorState } from "./reflector/state.ts";
