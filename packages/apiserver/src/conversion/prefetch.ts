// Converts objects ahead of the synchronous core. The edges of the server call it: get, list, watch and write. Nothing waits for built-in kinds and for
// custom resources with the conversion strategy None.
import { encodeJson } from "@kubewright/apimachinery";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { keepBytes, knownBytes } from "./converted-entries.ts";
import type { AheadConverter } from "./converted-objects.ts";
import { missingResult } from "./converted-objects.ts";
import { NotConvertedError, storedObject } from "./served-object.ts";
import type { ConvertibleVersion } from "./version-converter.ts";

/**
 * Converts the entries that are stored in another version than `resource`, in one batch. Returns `undefined` if the core can go on at once. Iterates
 * over `entries` only if the kind has a converter that waits.
 */
export function prefetch(entries: Iterable<StoredEntry>, resource: ConvertibleVersion): Promise<void> | undefined {
  const { converter } = resource.strategy;
  if (converter?.type !== "ahead") return undefined;
  const missing = Array.from(entries).filter(
    (entry) => entry.apiVersion !== resource.apiVersion && knownBytes(entry, resource, "object") === undefined,
  );
  return missing.length === 0 ? undefined : convertEntries(missing, resource, converter);
}

/**
 * Runs synchronous work. If it needs an object that has not been converted, converts that object and runs the work again; so the work must have no
 * effects before its last conversion. Returns a promise only in that case.
 */
export function whenConverted<Result>(work: () => Result): Result | Promise<Result> {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof NotConvertedError)) throw error;
    return error.convert().then(() => whenConverted(work));
  }
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
