/** The causes of reconciles: events of watched objects, requests of other sources, and the controller itself. */
import type { ObjectKey } from "@kubewright/apimachinery";

/** The largest number of causes of a request. Later causes replace the oldest. */
export const causesMax = 20;

/** One cause of a request. */
export interface ReconcileCause {
  /** The source: the kind that is watched, such as "Pod", the name of another source, or the name of the controller. */
  readonly source: string;
  /**
   * - "added", "updated", "deleted", "resync": an event of a watched object; the objects of the first list are "added".
   * - "generic": a request of a source that does not watch objects.
   * - "requeue": the previous reconcile returned `requeueAfterMs`.
   * - "retry": the previous reconcile failed, or lost a race against another writer.
   */
  readonly event: "added" | "updated" | "deleted" | "resync" | "generic" | "requeue" | "retry";
  /** The object of the event. */
  readonly object?: ObjectKey;
  /** The version of the object after the event; for a deletion, the last version. */
  readonly resourceVersion?: string;
  /** The version before an update. */
  readonly oldResourceVersion?: string;
  /** For a requeue: the time that the reconciler returned. */
  readonly afterMs?: number;
}

const none: readonly ReconcileCause[] = [];

/** The causes of waiting requests. */
export class PendingCauses {
  readonly #byRequest = new Map<string, ReconcileCause[]>();

  add(request: string, cause: ReconcileCause): void {
    const causes = this.#byRequest.get(request);
    if (!causes) this.#byRequest.set(request, [cause]);
    else if (causes.push(cause) > causesMax) causes.shift();
  }

  /** Removes and returns the causes of a request that is reconciled now. Later causes belong to the next reconcile. */
  take(request: string): readonly ReconcileCause[] {
    const causes = this.#byRequest.get(request) ?? none;
    this.#byRequest.delete(request);
    return causes;
  }

  /** Adds causes again that were taken, because the reconcile is delayed. */
  putBack(request: string, causes: readonly ReconcileCause[]): void {
    this.#byRequest.set(request, [...causes, ...this.take(request)].slice(-causesMax));
  }
}
