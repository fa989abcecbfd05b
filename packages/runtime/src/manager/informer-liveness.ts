/**
 * The liveness of informers: whether the API server still answers their requests. A watch is bounded by the server's timeout, and a failed request is
 * repeated at least every 30 s, so an informer without any answer for `noProgressMaxMs` is stuck.
 */
import type { Informer } from "@kubewright/informer";
import { waitedFor } from "../source/waited-for.ts";

/**
 * How long an informer may be without an answer. Longer than a watch without bookmarks (10 minutes) and than a short outage of the API server. After a longer
 * outage the watched versions are compacted and every informer lists again, so that a restart costs nothing more.
 */
export const noProgressMaxMs: number = 15 * 60_000;

/** Throws an error that names the informers without an answer for longer than `noProgressMaxMs`. */
export function assertInformersProgress(informers: readonly Informer[], nowMs: number): void {
  const stuck = informers.filter(
    ({ progressedAtMs }) => progressedAtMs !== undefined && nowMs - progressedAtMs > noProgressMaxMs,
  );
  if (stuck.length === 0) return;
  const minutes = noProgressMaxMs / 60_000;
  throw new Error(`no answer from the API server for ${minutes} minutes: ${stuck.map(waitedFor).join(", ")}`);
}
