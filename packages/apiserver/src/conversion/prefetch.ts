// Converts stored objects ahead of the synchronous core, which reads only what the functions here return. Nothing waits for built-in kinds and for custom
// resources with the conversion strategy None.
import type { StoredEntry } from "../storage/stored-entry.ts";
import { encodeEntry } from "../storage/stored-entry.ts";
import type { ConvertedEntry } from "./converted-entries.ts";
import { keepEntry, knownEntry } from "./converted-entries.ts";
import { convertedMarker, storedObject } from "./served-object.ts";
import type { AheadConverter, ConvertibleVersion } from "./version-converter.ts";

/** The maximum number of objects that one call of `prefetch` converts at the same time. */
const conversionsMax = 16;

/**
 * Returns the entries in the version of `resource`. Returns a promise only if the core has to wait, and iterates over `entries` only if the kind has a
 * converter that is called ahead. Rejects with the first failure; the conversions that have succeeded are kept. `checkpoint` runs
 * before each conversion: if it throws, no other begins.
 */
export function prefetch(
  entries: Iterable<StoredEntry>,
  resource: ConvertibleVersion,
  checkpoint?: () => void,
): Iterable<ConvertedEntry> | Promise<Iterable<ConvertedEntry>> {
  const { converter } = resource.strategy;
  if (converter?.type !== "ahead") return entries as Iterable<ConvertedEntry>; // The core converts them itself.
  const all: (ConvertedEntry | undefined)[] = [];
  const missing: (readonly [index: number, entry: StoredEntry])[] = [];
  for (const entry of entries) {
    const converted = convertedEntry(entry, resource);
    if (converted === undefined) missing.push([all.length, entry]);
    all.push(converted);
  }
  const present = (): Iterable<ConvertedEntry> => all.filter((entry) => entry !== undefined);
  if (missing.length === 0) return present();
  const convert = (entry: StoredEntry): Promise<ConvertedEntry> => sharedConversion(entry, resource, converter);
  return convertMissing(missing, all, convert, checkpoint).then(present);
}

/** Like `prefetch`, for one entry. */
export function prefetchEntry(
  entry: StoredEntry,
  resource: ConvertibleVersion,
): ConvertedEntry | Promise<ConvertedEntry> {
  const { converter } = resource.strategy;
  if (converter?.type !== "ahead") return entry as ConvertedEntry; // The core converts it itself.
  return convertedEntry(entry, resource) ?? sharedConversion(entry, resource, converter);
}

/**
 * Converts an entry although its conversion is known, and does not keep the result. In a kube-apiserver a get and a delete read etcd and not the watch
 * cache, so they detect at once that a webhook has changed or fails.
 */
export function convertAgain(
  entry: StoredEntry,
  resource: ConvertibleVersion,
): ConvertedEntry | Promise<ConvertedEntry> {
  const { converter, assertVersion } = resource.strategy;
  assertVersion?.(entry.apiVersion);
  if (converter?.type !== "ahead" || entry.apiVersion === resource.apiVersion) return entry as ConvertedEntry; // As stored.
  return convert(entry, resource, converter);
}

/** The entry in the version of `resource`, if the core can read it without waiting. */
export function convertedEntry(entry: StoredEntry, resource: ConvertibleVersion): ConvertedEntry | undefined {
  const isReadable = resource.strategy.converter?.type !== "ahead" || entry.apiVersion === resource.apiVersion;
  return isReadable ? (entry as ConvertedEntry) : knownEntry(entry, resource); // As stored, or converted by the core.
}

/** Converts some entries at a time, in their order, and begins none after a failure. */
async function convertMissing(
  missing: readonly (readonly [index: number, entry: StoredEntry])[],
  all: (ConvertedEntry | undefined)[],
  convert: (entry: StoredEntry) => Promise<ConvertedEntry>,
  checkpoint: (() => void) | undefined,
): Promise<void> {
  const rest = missing.values();
  let hasFailed = false;
  const convertRest = async (): Promise<void> => {
    for (const [index, entry] of rest) {
      if (hasFailed) return;
      try {
        checkpoint?.();
        all[index] = await convert(entry);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const count = Math.min(conversionsMax, missing.length);
  await Promise.all(Array.from({ length: count }, convertRest));
}

/** The conversions that have not finished, by the resource and the stored entry. */
const unfinished = new WeakMap<ConvertibleVersion, Map<StoredEntry, Promise<ConvertedEntry>>>();

/** Converts an entry once for all requests that need it at the same time, and keeps the result. A failure is not kept. */
function sharedConversion(
  entry: StoredEntry,
  resource: ConvertibleVersion,
  converter: AheadConverter,
): Promise<ConvertedEntry> {
  let byEntry = unfinished.get(resource);
  if (byEntry === undefined) unfinished.set(resource, (byEntry = new Map<StoredEntry, Promise<ConvertedEntry>>()));
  const known = byEntry.get(entry);
  if (known !== undefined) return known;
  const converting = convert(entry, resource, converter)
    .then((converted) => {
      keepEntry(entry, resource, converted);
      return converted;
    })
    .finally(() => byEntry.delete(entry));
  byEntry.set(entry, converting);
  return converting;
}

async function convert(
  entry: StoredEntry,
  resource: ConvertibleVersion,
  converter: AheadConverter,
): Promise<ConvertedEntry> {
  const { apiVersion, strategy } = resource;
  const received = await converter.convert(storedObject(entry, resource), apiVersion);
  const object = converter.prune?.(received) ?? received;
  const converted = encodeEntry(object, entry.revision, {
    fields: strategy.fields?.valuesOf(object),
    schemaId: convertedMarker,
  });
  return converted as ConvertedEntry; // It has the version of the resource.
}
