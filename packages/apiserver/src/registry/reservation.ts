// What a write takes before it is stored (cluster IPs, node ports) is kept only if the write is stored.
import type { Reservation } from "./strategy.ts";

/** Runs a write. Commits the reservation if the write has an outcome, and releases it if it has none, fails, or is a dry run. */
export async function withReservation<T extends { readonly type: "stored" | "unstored" }>(
  reservation: Reservation | undefined,
  run: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let isStored = false;
  try {
    const result = await run();
    isStored = result?.type === "stored";
    return result;
  } finally {
    const ended = isStored ? reservation?.commit() : reservation?.release();
    if (ended !== undefined) await ended;
  }
}
