/**
 * Tells those who wait for a Pod what the reconciler sees of it.
 *
 * A waiter holds one place for the newest sight of its Pod. Telling it fills the place and never blocks; what it did not look at in time is
 * replaced, since only the present state counts. It is registered from `add` on, so whoever calls `add` before creating the Pod misses
 * nothing, and it is gone when its scope ends, however it ends.
 */
import type { Pod } from "@kubewright/api/core/v1";
import { formatKey } from "@kubewright/apimachinery";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";
import { abortable } from "@kubewright/async";

/** A Pod as the reconciler saw it; undefined when it was not there. */
export type SeenPod = Stored<Pod> | undefined;

export interface StatusWaiter extends Disposable {
  /**
   * Resolves with the newest sight of the Pod since the last call, at once when there is one. Rejects with the reason of `signal`.
   * One call at a time.
   */
  next(options: { readonly signal: AbortSignal }): Promise<SeenPod>;
}

export interface StatusInformer {
  /** Registers a waiter for the Pod of this namespace and name; disposing it takes it out. Each of several waiters hears of everything. */
  add(key: ObjectKey): StatusWaiter;
  /** Tells all waiters of the Pod; nothing happens when there are none. */
  sync(key: ObjectKey, pod: SeenPod): void;
  /** How many wait now, over all Pods. */
  readonly waiting: number;
}

/** Makes a status informer; the reconciler and the service of a process share one. */
export function createStatusInformer(): StatusInformer {
  const waiters = new Map<string, Set<(pod: SeenPod) => void>>();
  let waiting = 0;

  return {
    add(key) {
      const name = formatKey(key);
      let newest: { readonly pod: SeenPod } | undefined;
      let wake = (): void => {};
      const deliver = (pod: SeenPod): void => {
        newest = { pod };
        wake();
      };
      const all = waiters.get(name) ?? new Set();
      waiters.set(name, all.add(deliver));
      waiting += 1;

      return {
        async next({ signal }) {
          signal.throwIfAborted();
          if (!newest) {
            const changed = Promise.withResolvers<void>();
            wake = changed.resolve;
            await abortable(changed.promise, signal);
          }
          const seen = newest?.pod;
          newest = undefined;
          return seen;
        },
        [Symbol.dispose]() {
          if (!all.delete(deliver)) return;
          waiting -= 1;
          if (all.size === 0 && waiters.get(name) === all) waiters.delete(name);
        },
      };
    },
    sync(key, pod) {
      for (const deliver of waiters.get(formatKey(key)) ?? []) deliver(pod);
    },
    get waiting() {
      return waiting;
    },
  };
}
