// Waits until the cache has reached a version, so that a client that wrote an object never reads an older version of it. Versions count
// all writes of a store: if the collection has reached the version, so has each of its objects. If versions are not numbers, a
// wait ends only when the cache holds exactly this version.
import { assertNumbers, numberRules } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { compareResourceVersions, isResourceVersion } from "@kubewright/apimachinery";

import type { CachedObject } from "../store/cached-object.ts";
import type { VersionWanted } from "./informer.ts";

/** How long a read waits for the client's own write by default. A healthy watch needs milliseconds. */
export const defaultVersionTimeoutMs = 10_000;

/** Whether a cache at version `collection` that holds `held` under a key is at least as new as `wanted`. */
export function isAsNewAs(
  wanted: VersionWanted,
  held: Pick<CachedObject, "uid" | "resourceVersion" | "deletionTimestamp"> | undefined,
  collection: string | undefined,
): boolean {
  const sameObject = held !== undefined && (wanted.uid === undefined || held.uid === wanted.uid);
  const reached = collection !== undefined && isAtLeast(collection, wanted.resourceVersion);
  // An absent object does not suffice: its creation may not have arrived yet. An object that remains because of a grace period or
  // a finalizer is as new as the delete once it has a deletionTimestamp.
  if (wanted.deleted) return sameObject ? held.deletionTimestamp !== undefined : reached;
  return reached || (sameObject && isAtLeast(held.resourceVersion, wanted.resourceVersion));
}

function isAtLeast(version: string, wanted: string): boolean {
  if (!isResourceVersion(version) || !isResourceVersion(wanted)) return version === wanted;
  return compareResourceVersions(version, wanted) >= 0;
}

/** The pending waits for versions of one informer. */
export class VersionWaits {
  readonly #clock: Clock;
  readonly #waiting = new Set<{ readonly holds: () => boolean; readonly resolve: (held: boolean) => void }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves with true once `holds`, with false after `timeoutMs`. Rejects with `signal.reason` if the signal aborts. */
  async wait(
    holds: () => boolean,
    {
      signal,
      timeoutMs = defaultVersionTimeoutMs,
    }: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number },
  ): Promise<boolean> {
    assertNumbers("Cannot wait for a version", { timeoutMs }, numberRules.fromZeroMs);
    if (holds()) return true;
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const waiter = { holds, resolve };
    this.#waiting.add(waiter);
    using _timer = this.#clock.setTimer(timeoutMs, () => resolve(false));
    const onAbort = (): void => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#waiting.delete(waiter);
    }
  }

  /** Evaluates the conditions of all waits. Called after each change of the cache. */
  check(): void {
    for (const waiter of this.#waiting) {
      if (waiter.holds()) waiter.resolve(true);
    }
  }
}
