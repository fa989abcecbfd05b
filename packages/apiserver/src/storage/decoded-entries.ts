// Parsed objects that the server reads in many requests: Namespaces, service accounts, classes. Each entry is parsed once. The cache is bounded and
// evicts the oldest object first; an evicted object is parsed again by the next read. A large object is shared by the reads of one turn.
import type { ReadonlyObject } from "../objects/api-object.ts";
import type { StoredEntry } from "./stored-entry.ts";
import { decodeEntry } from "./stored-entry.ts";

/** The maximum size of all cached objects, in bytes of JSON. A larger object is parsed once in a turn. */
const cachedBytesMax = 256 * 1024;

/** Returns a function that parses entries and caches the objects. They are shared: do not change them. */
export function createEntryDecoder(): (entry: StoredEntry) => ReadonlyObject {
  const kept = new Map<StoredEntry, ReadonlyObject>();
  let keptBytes = 0;
  /** The last large object. A WeakRef keeps its target for the rest of the turn. */
  let large: WeakRef<{ readonly entry: StoredEntry; readonly object: ReadonlyObject }> | undefined;

  function keep(entry: StoredEntry, object: ReadonlyObject): void {
    if (entry.bytes.length > cachedBytesMax) {
      large = new WeakRef({ entry, object });
      return;
    }
    kept.set(entry, object);
    keptBytes += entry.bytes.length;
    for (const oldest of kept.keys()) {
      if (keptBytes <= cachedBytesMax) return;
      kept.delete(oldest);
      keptBytes -= oldest.bytes.length;
    }
  }

  return (entry) => {
    const last = large?.deref();
    let object = last?.entry === entry ? last.object : kept.get(entry);
    if (object === undefined) keep(entry, (object = decodeEntry(entry)));
    return object;
  };
}
