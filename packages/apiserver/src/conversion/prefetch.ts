// Converts stored objects ahead of the synchronous core, which reads only what the functions here return. Nothing waits for built-in kinds and for custom
// resources with the conversion strategy None.
import { encodeJson } from "@kubewright/apimachinery";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { ConvertedEntry } from "./converted-entries.ts";
import { keepBytes, knownBytes } from "./converted-entries.ts";
import type { AheadConverter } from "./converted-objects.ts";
import { missingResult } from "./converted-objects.ts";
import { storedObject } from "./served-object.ts";
import type { ConvertibleVersion } from "./version-converter.ts";

/**
 * Returns the entries once they are converted to the version of `resource`, in one batch. Returns a promise only if the core has to wait, and iterates
 * over `entries` only if the kind has a converter that waits.
 */
export function prefetch(
  entries: Iterable<StoredEntry>,
  resource: ConvertibleVersion,
): Iterable<ConvertedEntry> | Promise<Iterable<ConvertedEntry>> {
  const { converter } = resource.strategy;
  if (converter?.type !== "ahead") return entries as Iterable<ConvertedEntry>; // The core converts them itself.
  const all = Array.from(entries, (entry) => entry as ConvertedEntry); // They are converted when they are returned.
  const converting = convertMissing(all, resource, converter);
  return converting === undefined ? all : converting.then(() => all);
}

/** Like `prefetch`, for one entry. */
export function prefetchEntry(
  entry: StoredEntry,
  resource: ConvertibleVersion,
): ConvertedEntry | Promise<ConvertedEntry> {
  const converted = entry as ConvertedEntry; // It is converted when it is returned.
  const { converter } = resource.strategy;
  if (converter?.type !== "ahead") return converted;
  const converting = convertMissing([entry], resource, converter);
  return converting === undefined ? converted : converting.then(() => converted);
}

/** Whether the core can read an entry in the version of `resource` without waiting, if the kind has a converter that waits. */
export function isConverted(entry: StoredEntry, resource: ConvertibleVersion): boolean {
  return entry.apiVersion === resource.apiVersion || knownBytes(entry, resource, "object") !== undefined;
}

/** Entries that are being converted together, for all requests that need them. */
interface Batch {
  readonly entries: ReadonlySet<StoredEntry>;
  readonly converted: Promise<void>;
}

/** The unfinished batches, by the resource and the entry. */
const batches = new WeakMap<ConvertibleVersion, Map<StoredEntry, Batch>>();

function convertMissing(
  entries: Iterable<StoredEntry>,
  resource: ConvertibleVersion,
  converter: AheadConverter,
): Promise<void> | undefined {
  const missing = new Set<StoredEntry>();
  for (const entry of entries) {
    if (!isConverted(entry, resource)) missing.add(entry);
  }
  return missing.size === 0 ? undefined : convertInBatches(missing, resource, converter);
}

/** Converts entries in one batch, except those that other requests are converting. Rejects only for a conversion that this request needs. */
async function convertInBatches(
  missing: ReadonlySet<StoredEntry>,
  resource: ConvertibleVersion,
  converter: AheadConverter,
): Promise<void> {
  let unfinished = batches.get(resource);
  if (unfinished === undefined) batches.set(resource, (unfinished = new Map<StoredEntry, Batch>()));
  const joined = new Set<Batch>();
  const rest: StoredEntry[] = [];
  for (const entry of missing) {
    const batch = unfinished.get(entry);
    if (batch === undefined) rest.push(entry);
    else joined.add(batch);
  }
  if (rest.length > 0) joined.add(startBatch(rest, unfinished, resource, converter));

  const all = [...joined];
  const outcomes = await Promise.allSettled(all.map(({ converted }) => converted));
  for (const [index, outcome] of outcomes.entries()) {
    // A batch of another request may have failed because of an entry that this request does not need.
    if (outcome.status === "rejected" && all[index]?.entries.isSubsetOf(missing) === true) throw outcome.reason;
  }
  await convertMissing(missing, resource, converter);
}

function startBatch(
  entries: readonly StoredEntry[],
  unfinished: Map<StoredEntry, Batch>,
  resource: ConvertibleVersion,
  converter: AheadConverter,
): Batch {
  const converted = convertEntries(entries, resource, converter).finally(() => {
    for (const entry of entries) unfinished.delete(entry);
  });
  const batch = { entries: new Set(entries), converted };
  for (const entry of entries) unfinished.set(entry, batch);
  return batch;
}

async function convertEntries(
  entries: readonly StoredEntry[],
  resource: ConvertibleVersion,
  converter: AheadConverter,
): Promise<void> {
  const objects = entries.map((entry) => storedObject(entry, resource));
  const converted = await converter.convertAll(objects, resource.apiVersion);
  for (const [index, entry] of entries.entries()) {
    const object = converted[index];
    if (object === undefined) throw missingResult(entry.key, resource.apiVersion);
    keepBytes(entry, resource, "object", Buffer.from(encodeJson(object)));
  }
}
