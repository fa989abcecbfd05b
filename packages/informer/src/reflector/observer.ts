// The observer of informers. `telemetry` implements it as metrics and logs.
import type { ResourceType } from "@kubewright/apimachinery";
import type { InformerState } from "./state.ts";

/**
 * The result of a comparison of the cache with the server. After a "failure" the informer lists again. "error": the server could not be
 * read; the next comparison follows after the period.
 */
export type ConsistencyReport =
  | { readonly result: "success" }
  | {
      readonly result: "failure";
      /** Objects of the server that the cache does not have. */
      readonly missing: number;
      /** Objects that the cache has in another version. */
      readonly outdated: number;
      /** Objects of the cache that the server does not have. */
      readonly extra: number;
      /** At most ten of these objects, as `namespace/name`. */
      readonly objects: readonly string[];
    }
  | { readonly result: "error"; readonly error: unknown };

/** What an informer holds now. */
export interface InformerUsage {
  /** The number of objects. */
  readonly size: number;
  /** The size of all stored objects in bytes, and of the memory that is reserved for them. */
  readonly memory: { readonly usedBytes: number; readonly heldBytes: number };
}

/** Receives the events of an informer. An error of a method is caught and reported once (`guardObserver` of `@kubewright/async`). */
export interface InformerObserver {
  /** The informer has started. `informer` may be read until `stopped`. */
  readonly started?: (event: { readonly type: ResourceType; readonly informer: InformerUsage }) => void;
  /** The informer has stopped. The event has the `informer` of `started`. */
  readonly stopped?: (event: { readonly type: ResourceType; readonly informer: InformerUsage }) => void;
  readonly stateChanged?: (event: {
    readonly type: ResourceType;
    readonly state: InformerState;
    readonly before: InformerState;
  }) => void;
  /** A list has been stored. */
  readonly listed?: (event: {
    readonly type: ResourceType;
    readonly items: number;
    readonly bytes: number;
    readonly durationMs: number;
  }) => void;
  /**
   * The number of objects in this informer's latest list changed by `change`. A stopped informer reports the change to zero, so the sum
   * of all changes is the number of objects that the running informers of a kind have listed.
   */
  readonly listSizeChanged?: (event: { readonly type: ResourceType; readonly change: number }) => void;
  /** A watch ended, for any reason. `durationMs` counts from its acceptance by the server. */
  readonly watchEnded?: (event: {
    readonly type: ResourceType;
    readonly events: number;
    readonly durationMs: number;
  }) => void;
  /** A watch event was stored. A re-created object counts as two events. */
  readonly eventReceived?: (event: {
    readonly type: ResourceType;
    readonly change: "added" | "updated" | "deleted" | "bookmark";
  }) => void;
  /** The cache was compared with the server (`consistencyCheckPeriodMs`). */
  readonly consistencyChecked?: (event: { readonly type: ResourceType } & ConsistencyReport) => void;
  /** A handler or an index function threw. */
  readonly handlerFailed?: (event: {
    readonly type: ResourceType;
    readonly handler: string;
    readonly error: unknown;
  }) => void;
  /** The server sent a value that is not an object; it was skipped. */
  readonly objectRefused?: (event: { readonly type: ResourceType; readonly error: unknown }) => void;
}
