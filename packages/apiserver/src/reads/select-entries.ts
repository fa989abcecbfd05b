// The entries of a list or a watch that a selection matches, in the version of the request. A converter that is called ahead may change labels,
// annotations and selectable fields, so selectors match converted entries.
import { apiErrorFrom, isApiError, tooManyRequests } from "@kubewright/apimachinery";
import type { Status } from "@kubewright/apimachinery";
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import { convertedEntry, prefetch } from "../conversion/prefetch.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { Selection } from "./selection.ts";

/** Whether a stored entry can be selected only after it has been converted. */
export function selectsConverted({ strategy }: VersionedResource, { dependsOnVersion }: Selection): boolean {
  return dependsOnVersion && strategy.converter?.type === "ahead";
}

/**
 * Selects entries whose keys are in the range of the selection. Converts only those that the selection may match. The result can be iterated over
 * more than once if `entries` can.
 */
export function selectEntries(
  entries: Iterable<StoredEntry>,
  resource: VersionedResource,
  selection: Selection,
): Iterable<ConvertedEntry> | Promise<Iterable<ConvertedEntry>> {
  if (!selectsConverted(resource, selection)) return prefetch(filtered(entries, selection.matchesSelectors), resource);
  const converting = prefetch(entries, resource);
  const select = (all: Iterable<ConvertedEntry>): Iterable<ConvertedEntry> => filtered(all, selection.matchesSelectors);
  return converting instanceof Promise ? converting.then(select) : select(converting);
}

/** Matches stored entries that have been converted. */
export function matchesConverted(resource: VersionedResource, selection: Selection): (entry: StoredEntry) => boolean {
  return (entry) => {
    const converted = convertedEntry(entry, resource);
    return converted !== undefined && selection.matches(converted);
  };
}

/** Throws 429 if stored objects cannot be converted. As in kube-apiserver, no list and no watch of the kind is served then. */
export function assertListable(resource: VersionedResource): void {
  const problem = resource.strategy.unreadable?.();
  if (problem !== undefined) throw apiErrorFrom(notReadyStatus(resource, problem));
}

/** The status of a watch whose initial objects cannot be converted: the client tries again. */
export function notReadyStatus({ apiVersion, kind }: VersionedResource, reason: unknown): Status {
  const why = isApiError(reason) ? reason.status.message : String(reason);
  return tooManyRequests(`storage is (re)initializing: failed to list ${apiVersion}, Kind=${kind}: ${why}`, 1).status;
}

function filtered<Entry extends StoredEntry>(
  entries: Iterable<Entry>,
  matches: (entry: StoredEntry) => boolean,
): Iterable<Entry> {
  return {
    *[Symbol.iterator]() {
      for (const entry of entries) if (matches(entry)) yield entry;
    },
  };
}
