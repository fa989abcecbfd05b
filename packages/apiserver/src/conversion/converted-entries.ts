// The memo of stored objects in versions other than the stored one, or under another schema. An entry is converted once for each version and set of rules,
// and all lists and watches share the JSON.
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { ConvertibleVersion } from "./version-converter.ts";

interface Conversions {
  /** The rules of the conversion; a changed CRD has different rules. */
  readonly strategy: object;
  readonly bytesByKey: Map<string, Uint8Array>;
}

/** Bounded by the store: an entry holds at most two texts for each served version, under its last rules only. */
const conversions = new WeakMap<StoredEntry, Conversions>();

/** The JSON of an entry in a version, as a whole or as an item of a built-in list; `convert` is called the first time. */
export function convertedBytes(
  entry: StoredEntry,
  resource: ConvertibleVersion,
  part: "object" | "item",
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
  { strategy, apiVersion }: ConvertibleVersion,
  part: "object" | "item",
): Uint8Array | undefined {
  const known = conversions.get(entry);
  return known?.strategy === strategy ? known.bytesByKey.get(`${part} ${apiVersion}`) : undefined;
}

/** Adds the JSON of an entry in a version. */
export function keepBytes(
  entry: StoredEntry,
  { strategy, apiVersion }: ConvertibleVersion,
  part: "object" | "item",
  bytes: Uint8Array,
): void {
  let known = conversions.get(entry);
  if (known?.strategy !== strategy) conversions.set(entry, (known = { strategy, bytesByKey: new Map() }));
  known.bytesByKey.set(`${part} ${apiVersion}`, bytes);
}
