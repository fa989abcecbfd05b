/**
 * The liveness of informers: whether they still get responses from the API server. A watch ends with the server's timeout, and a failed request is
 * retried at least every 30 s, so an informer without a response for `noProgressMaxMs` is stuck.
 */
import type { Informer } from "@kubewright/informer";
import { waitedFor } from "../source/waited-for.ts";

/**
 * How long an informer may be without a response. It is longer than a watch without bookmarks (10 minutes) and than a short outage of the API server.
 * After a longer outage the watched versions are compacted and every informer lists again, so a restart has no additional cost.
 */
export const noProgressMaxMs: number = 15 * 60_000;

/** Throws an error that names the informers without a response for longer than `noProgressMaxMs`. */
export function assertInformersProgress(informers: readonly Informer[], nowMs: number): void {
  const stuck = informers.filter(
    ({ progressedAtMs }) => progressedAtMs !== undefined && nowMs - progressedAtMs > noProgressMaxMs,
  );
  if (stuck.length === 0) return;
  const minutes = noProgressMaxMs / 60_000;
  throw new Error(`no response from the API server for ${minutes} minutes: ${stuck.map(waitedFor).join(", ")}`);
}
