// Caches the decoded objects of the latest writes. Controllers write the same objects repeatedly, and each write would decode what the previous one has
// encoded.
import type { ReadonlyObject } from "../objects/api-object.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { VersionedResource } from "./registry.ts";

interface RecentObject {
  /** The resource of the write. A changed definition is another resource. */
  readonly resource: VersionedResource;
  readonly object: ReadonlyObject;
}

/** The maximum number of cached objects. Beyond it, the oldest one is dropped. */
const objectsMax = 64;

/** Larger objects are not cached, so the cache takes a few megabytes at most. */
const bytesMax = 16 * 1024;

export class RecentObjects {
  readonly #objects = new Map<StoredEntry, RecentObject>();

  /** The object of an entry as a write through this resource has left it; `undefined` if it is not kept. Shared: do not change it. */
  get(entry: StoredEntry, resource: VersionedResource): ReadonlyObject | undefined {
    const recent = this.#objects.get(entry);
    return recent?.resource === resource ? recent.object : undefined;
  }

  /** Keeps the object of a new entry in place of the entry that it replaces. `object` must be equal to what decoding the entry returns. */
  add(
    entry: StoredEntry,
    resource: VersionedResource,
    object: ReadonlyObject,
    replaced: StoredEntry | undefined,
  ): void {
    if (replaced !== undefined) this.#objects.delete(replaced);
    if (entry.bytes.length > bytesMax) return;
    this.#objects.set(entry, { resource, object });
    if (this.#objects.size <= objectsMax) return;
    const [oldest] = this.#objects.keys();
    if (oldest !== undefined) this.#objects.delete(oldest);
  }
}
