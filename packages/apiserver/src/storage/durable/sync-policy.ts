// When the writes of a server are synced to the disk. A sync waits until the disk reports that it has the data, so a power failure cannot lose it.

/**
 * When a write is synced to the disk. The server acknowledges a write after the sync that the policy promises.
 *
 * - `always`: each write on its own, before the next one. A collection that is deleted costs one sync per object.
 * - `turn`: all writes of a turn of the event loop together (group commit), so concurrent requests share a sync.
 * - `os`: the operating system decides. A killed process loses nothing, but a power failure loses the last writes.
 */
export type SyncPolicy = "always" | "turn" | "os";

export const syncPolicies: readonly SyncPolicy[] = ["always", "turn", "os"];

export const defaultSyncPolicy: SyncPolicy = "turn";

export function isSyncPolicy(value: unknown): value is SyncPolicy {
  return syncPolicies.some((policy) => policy === value);
}
