// Caches stored objects in versions other than the stored one, or decoded by another schema. All lists and watches share the cache.
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { ConvertibleVersion } from "./version-converter.ts";

declare const isConverted: unique symbol;

/**
 * An entry that the synchronous core can read in the version of a request. `prefetch` and the other functions of its module return it.
 * If the kind has a converter that is called ahead, it is the entry in that version: with the labels, annotations and selectable fields
 * that the object has there.
 */
export type ConvertedEntry = StoredEntry & { readonly [isConverted]: true };

interface Conversions {
  /** The entry in the version, from a converter that is called ahead. */
  entry?: ConvertedEntry;
  /** The JSON of the object, and its JSON as an item of a built-in list. */
  object?: Uint8Array;
  item?: Uint8Array;
}

/**
 * By the resource and the stored entry. A definition that changes is another resource, so a list that began before the change keeps its conversions
 * until it ends.
 */
const conversions = new WeakMap<ConvertibleVersion, WeakMap<StoredEntry, Conversions>>();

/** The JSON of an entry in a version, as a whole or as an item of a built-in list; `convert` is called the first time. */
export function convertedBytes(
  entry: StoredEntry,
  resource: ConvertibleVersion,
  part: "object" | "item",
  convert: () => Uint8Array,
): Uint8Array {
  return (conversionsOf(entry, resource)[part] ??= convert());
}

/** The entry in the version of the resource, if a converter that is called ahead has converted it under the current definition. */
export function knownEntry(entry: StoredEntry, resource: ConvertibleVersion): ConvertedEntry | undefined {
  return conversions.get(resource)?.get(entry)?.entry;
}

/** Adds an entry in the version of the resource. */
export function keepEntry(entry: StoredEntry, resource: ConvertibleVersion, converted: ConvertedEntry): void {
  conversionsOf(entry, resource).entry = converted;
}

function conversionsOf(entry: StoredEntry, resource: ConvertibleVersion): Conversions {
  let byEntry = conversions.get(resource);
  if (byEntry === undefined) conversions.set(resource, (byEntry = new WeakMap<StoredEntry, Conversions>()));
  let known = byEntry.get(entry);
  if (known === undefined) byEntry.set(entry, (known = {}));
  return known;
}
