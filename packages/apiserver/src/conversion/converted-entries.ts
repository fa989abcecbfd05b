// The memo of stored objects in versions other than the stored one, or under another schema. All lists and watches share the JSON.
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { ConvertibleVersion } from "./version-converter.ts";

declare const isConverted: unique symbol;

/** An entry that the synchronous core can read in the version of a request. `prefetch` and `prefetchEntry` return it, after they have converted it. */
export type ConvertedEntry = StoredEntry & { readonly [isConverted]: true };

interface ConvertedBytes {
  object?: Uint8Array;
  item?: Uint8Array;
}

/**
 * By the resource and the entry. A definition that changes is another resource, so a list that began before the change keeps its conversions until it
 * ends.
 */
const conversions = new WeakMap<ConvertibleVersion, WeakMap<StoredEntry, ConvertedBytes>>();

/** The JSON of an entry in a version, as a whole or as an item of a built-in list; `convert` is called the first time. */
export function convertedBytes(
  entry: StoredEntry,
  resource: ConvertibleVersion,
  part: keyof ConvertedBytes,
  convert: () => Uint8Array,
): Uint8Array {
  const known = knownBytes(entry, resource, part);
  if (known !== undefined) return known;
  const bytes = convert();
  keepBytes(entry, resource, part, bytes);
  return bytes;
}

/** The JSON of an entry in a version, if it has been converted under the current rules. */
export function knownBytes(
  entry: StoredEntry,
  resource: ConvertibleVersion,
  part: keyof ConvertedBytes,
): Uint8Array | undefined {
  return conversions.get(resource)?.get(entry)?.[part];
}

/** Adds the JSON of an entry in a version. */
export function keepBytes(
  entry: StoredEntry,
  resource: ConvertibleVersion,
  part: keyof ConvertedBytes,
  bytes: Uint8Array,
): void {
  let byEntry = conversions.get(resource);
  if (byEntry === undefined) conversions.set(resource, (byEntry = new WeakMap<StoredEntry, ConvertedBytes>()));
  byEntry.set(entry, { ...byEntry.get(entry), [part]: bytes });
}
