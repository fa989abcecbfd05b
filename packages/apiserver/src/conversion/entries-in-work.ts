// Stored objects in synchronous work, in a version other than the stored one. All requests share the conversions, as those of lists and watches.
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { ConvertedEntry } from "./converted-entries.ts";
import { awaitedResult } from "./converted-objects.ts";
import { convertedEntry, prefetch } from "./prefetch.ts";
import type { ConvertibleVersion } from "./version-converter.ts";

/**
 * The entries in the version of `resource`, for work inside of `whenConverted`. If some have not been converted, the work runs again once all are.
 *
 * @throws {NotConvertedError} if some entries have not been converted.
 * @throws {FailedConversionError} if one cannot be converted.
 */
export function entriesInWork(
  entries: readonly StoredEntry[],
  resource: ConvertibleVersion,
): readonly ConvertedEntry[] {
  const known = entries.map((entry) => convertedEntry(entry, resource));
  const missing = entries.filter((_, index) => known[index] === undefined);
  if (missing.length > 0) {
    const { apiVersion, kind } = resource;
    const key = [apiVersion, kind, ...missing.map((entry) => `${entry.revision} ${entry.key}`)].join();
    awaitedResult(key, `${missing.length} ${kind} objects`, async () => void (await prefetch(missing, resource)));
  }
  return known.filter((entry) => entry !== undefined);
}
