// Long work of one request pauses after each slice of time, so that other requests are answered meanwhile.
import { assertActive } from "./deadline.ts";
import type { Pauses } from "../conversion/converted-objects.ts";
import type { RequestEnd } from "./deadline.ts";

/** How long the work of one request may keep the event loop from other requests. A step of the work may exceed it. */
export const sliceMs = 10;

/**
 * Begins a slice. A pause is due once the slice is used up. It ends in a later turn of the event loop, in which the next slice begins. It rejects with what
 * `assertActive` throws if the request has ended.
 */
export function pauseBetweenSlices(request: RequestEnd): Pauses {
  const { clock } = request;
  let endsAtMs = clock.now() + sliceMs;
  const isPauseDue = (): boolean => clock.now() >= endsAtMs;
  return {
    isPauseDue,
    pause() {
      if (!isPauseDue()) return undefined;
      return clock.nextTurn().then(() => {
        assertActive(request);
        endsAtMs = clock.now() + sliceMs;
      });
    },
  };
}
