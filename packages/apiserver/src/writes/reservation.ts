// The values that a write reserves, such as cluster IPs and node ports. They are kept only if the write is stored.
import { untilEnd } from "../turns/deadline.ts";
import type { RequestContext } from "../contracts/server-context.ts";
import type { Reservation } from "../contracts/strategy.ts";

/** The result of `Strategy.reserve`. */
export type Reserving = Reservation | undefined | Promise<Reservation | undefined>;

/**
 * Runs a write with its reservation. Commits the reservation if the write is stored, and releases it if the write has no outcome, fails, or is a dry
 * run. The wait ends with the request; a reservation that is granted later is released then.
 */
export async function withReservation<T extends { readonly type: string }>(
  reserving: Reserving,
  context: RequestContext,
  run: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const reservation = reserving instanceof Promise ? await reserved(reserving, context) : reserving;
  if (reservation === undefined) return run();
  let isStored = false;
  try {
    const result = await run();
    isStored = result?.type === "stored";
    return result;
  } finally {
    const ended = isStored ? reservation.commit() : reservation.release();
    if (ended !== undefined) await untilEnd(context, ended);
  }
}

async function reserved(
  reserving: Promise<Reservation | undefined>,
  context: RequestContext,
): Promise<Reservation | undefined> {
  try {
    return await untilEnd(context, reserving);
  } catch (error) {
    // The request has failed. If the reservation fails as well, there is nothing to release.
    reserving.then((late) => late?.release()).catch(() => undefined);
    throw error;
  }
}
