/** The observer of informers, which `telemetry` implements as metrics and logs. */
import type { ResourceType } from "@kubewright/apimachinery";
import type { InformerState } from "./informer/informer.ts";

/** Receives the events of an informer. An error of a method is caught and reported once (`guardObserver` of `@kubewright/async`). */
export interface InformerObserver {
  readonly stateChanged?: (type: ResourceType, state: InformerState, before: InformerState) => void;
  /** A list is in the cache. */
  readonly listed?: (
    type: ResourceType,
    report: { readonly items: number; readonly bytes: number; readonly durationMs: number },
  ) => void;
  /**
   * The objects of this informer's latest list have become more or fewer by `change`. The changes of an informer add up to zero once it has
   * stopped, so the sum over the informers of a kind is what they hold.
   */
  readonly listSizeChanged?: (type: ResourceType, change: number) => void;
  /** A watch has ended, for whatever reason; `durationMs` since the server accepted it. */
  readonly watchEnded?: (type: ResourceType, report: { readonly events: number; readonly durationMs: number }) => void;
  /** Something came in through the watch. A re-created object is two. */
  readonly eventReceived?: (type: ResourceType, kind: "added" | "updated" | "deleted" | "bookmark") => void;
  /** A handler threw; the others have been called nevertheless. */
  readonly handlerFailed?: (type: ResourceType, handler: string, error: unknown) => void;
  /** An object could not be read and was left out, which says that the server sent something that is no object. */
  readonly objectRefused?: (type: ResourceType, error: unknown) => void;
}
