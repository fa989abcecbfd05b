// Converts the stored objects of a list or a watch before they are encoded.
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import { prefetch } from "../conversion/prefetch.ts";
import type { Awaitable } from "../registry/awaitable.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { Scope } from "./scope.ts";

/** The entries once the response can show them. A response of metadata shows that of the stored version, so it waits for no converter. */
export function prefetchShown(
  { accept, resource }: Pick<Scope, "accept" | "resource">,
  entries: Iterable<StoredEntry>,
): Awaitable<Iterable<ConvertedEntry>> {
  const showsMetadata = accept.as === "PartialObjectMetadata" || accept.as === "PartialObjectMetadataList";
  return showsMetadata ? (entries as Iterable<ConvertedEntry>) : prefetch(entries, resource); // Its readers do not convert.
}
