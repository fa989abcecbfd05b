// The JSON of stored objects whose bytes are not what a request reads: objects of another version, or written under another schema. It is derived once
// for each entry, version and set of rules, and then shared by every list and watch.
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { VersionedResource } from "./registry.ts";

interface Derivation {
  /** The rules that the bytes were derived by; a changed CRD has different rules. */
  readonly strategy: object;
  readonly bytesByKey: Map<string, Uint8Array>;
}

/** Bounded by the store: an entry holds at most two texts for each served version, and the last one of its rules only. */
const derivations = new WeakMap<StoredEntry, Derivation>();

/** The JSON of an entry in the version of a request, as a whole or as an item of a built-in list; `derive` makes it the first time. */
export function derivedBytes(
  entry: StoredEntry,
  { strategy, apiVersion }: VersionedResource,
  part: "object" | "item",
  derive: () => Uint8Array,
): Uint8Array {
  const key = `${part} ${apiVersion}`;
  let derivation = derivations.get(entry);
  if (derivation?.strategy !== strategy) {
    derivation = { strategy, bytesByKey: new Map() };
    derivations.set(entry, derivation);
  }
  const known = derivation.bytesByKey.get(key);
  if (known !== undefined) return known;
  const bytes = derive();
  derivation.bytesByKey.set(key, bytes);
  return bytes;
}
