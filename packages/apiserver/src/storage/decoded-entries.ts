// Parsed objects that the server reads in many requests: Namespaces, service accounts, classes. Each entry is parsed once. The cache is bounded and
// evicts the oldest object first; an evicted object is parsed again by the next read.
import type { ReadonlyObject } from "../objects/api-object.ts";
import type { StoredEntry } from "./stored-entry.ts";
import { decodeEntry } from "./stored-entry.ts";

/** The maximum size of all cached objects, in bytes of JSON. A larger object is parsed each time. */
const cachedBytesMax = 256 * 1024;

/** Returns a function that parses entries and caches the objects. They are shared: do not change them. */
export function createEntryDecoder(): (entry: StoredEntry) => ReadonlyObject {
  const kept = new Map<StoredEntry, ReadonlyObject>();
  let keptBytes = 0;

  function keep(entry: StoredEntry, object: ReadonlyObject): void {
    if (entry.bytes.length > cachedBytesMax) return;
    kept.set(entry, object);
    keptBytes += entry.bytes.length;
    for (const oldest of kept.keys()) {
      if (keptBytes <= cachedBytesMax) return;
      kept.delete(oldest);
      keptBytes -= oldest.bytes.length;
    }
  }

  return (entry) => {
    let object = kept.get(entry);
    if (object === undefined) keep(entry, (object = decodeEntry(entry)));
    return object;
  };
}
