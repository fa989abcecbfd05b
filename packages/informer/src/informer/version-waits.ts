// Reads never go back in time: who has written an object waits here until the cache is at least as new, for that object, as the
// write. Versions count all writes of a store, so the version that the collection has reached decides for any object in it;
// where versions are no numbers, only meeting the very version in the cache does.

import type { Clock } from "@kubewright/async";
import { compareResourceVersions, isResourceVersion } from "@kubewright/apimachinery";

import type { CachedObject, VersionWanted } from "./informer.ts";

/** How long a reader waits for its own write to come back: far more than a healthy watch needs. */
export const defaultVersionTimeoutMs = 10_000;

/** Whether a cache that has reached `collection` and holds `held` under a key is as new as `wanted`. */
export function isAsNewAs(
  wanted: VersionWanted,
  held: Pick<CachedObject, "uid" | "resourceVersion" | "deletionTimestamp"> | undefined,
  collection: string | undefined,
): boolean {
  const sameObject = held !== undefined && (wanted.uid === undefined || held.uid === wanted.uid);
  const reached = collection !== undefined && isAtLeast(collection, wanted.resourceVersion);
  // Absent says nothing by itself: the cache may not have heard of its coming yet. Grace periods and finalizers let the object
  // stay, and then the delete has been seen when the object says so.
  if (wanted.deleted) return sameObject ? held.deletionTimestamp !== undefined : reached;
  return reached || (sameObject && isAtLeast(held.resourceVersion, wanted.resourceVersion));
}

function isAtLeast(version: string, wanted: string): boolean {
  if (!isResourceVersion(version) || !isResourceVersion(wanted)) return version === wanted;
  return compareResourceVersions(version, wanted) >= 0;
}

/** Those who wait for the cache to get somewhere. */
export interface VersionWaits {
  /** Resolves with true once `holds`, with false after `timeoutMs`; rejects with the reason of `signal`. */
  wait(holds: () => boolean, options: { readonly signal?: AbortSignal; readonly timeoutMs?: number }): Promise<boolean>;
  /** The cache has moved. */
  moved(): void;
}

export function createVersionWaits(clock: Clock): VersionWaits {
  const waiting = new Set<{ readonly holds: () => boolean; readonly resolve: (held: boolean) => void }>();

  return {
    async wait(holds, { signal, timeoutMs = defaultVersionTimeoutMs }) {
      if (holds()) return true;
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      const waiter = { holds, resolve };
      waiting.add(waiter);
      using _timer = clock.setTimer(timeoutMs, () => resolve(false));
      const stop = (): void => reject(signal?.reason);
      signal?.addEventListener("abort", stop, { once: true });
      try {
        return await promise;
      } finally {
        signal?.removeEventListener("abort", stop);
        waiting.delete(waiter);
      }
    },
    moved() {
      for (const waiter of waiting) {
        if (waiter.holds()) waiter.resolve(true);
      }
    },
  };
}
