/**
 * Delivers Pods from the reconciler to the calls that wait for them.
 *
 * A waiter keeps only the latest state of its Pod. A delivery replaces it and never blocks. A waiter that is added before the Pod is created
 * misses no state, and is removed when its scope ends.
 */
import type { Pod } from "@kubewright/api/core/v1";
import { formatKey } from "@kubewright/apimachinery";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";
import { abortable } from "@kubewright/async";

/** The Pod in the cache, or undefined if it does not exist. */
export type SeenPod = Stored<Pod> | undefined;

export interface StatusWaiter extends Disposable {
  /**
   * Resolves with the latest state since the previous call, or waits for the next. Rejects with the reason of `signal`.
   * Calls must not overlap.
   */
  next(options: { readonly signal: AbortSignal }): Promise<SeenPod>;
}

export interface StatusInformer {
  /** Adds a waiter for a Pod; disposing it removes it. All waiters of a Pod receive each state. */
  add(key: ObjectKey): StatusWaiter;
  /** Delivers the state to all waiters of the Pod. */
  sync(key: ObjectKey, pod: SeenPod): void;
  /** The number of waiters of all Pods. */
  readonly waiting: number;
}

/** Creates a status informer, which the reconciler and the service share. */
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
