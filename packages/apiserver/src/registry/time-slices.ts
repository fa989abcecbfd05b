// Long work of one request pauses after each slice of time, so that other requests are answered meanwhile.
import { assertActive } from "./deadline.ts";
import type { RequestEnd } from "./deadline.ts";

/** How long the work of one request may keep the event loop from other requests. A step of the work may exceed it. */
export const sliceMs = 10;

/**
 * Begins a slice. The result is called between two steps of the work, and returns a promise once the slice is used up. The promise resolves in a later turn
 * of the event loop, in which the next slice begins. It rejects with what `assertActive` throws if the request has ended.
 */
export function pauseBetweenSlices(request: RequestEnd): () => Promise<void> | undefined {
  const { clock } = request;
  let endsAtMs = clock.now() + sliceMs;
  return () => {
    if (clock.now() < endsAtMs) return undefined;
    return clock.nextTurn().then(() => {
      assertActive(request);
      endsAtMs = clock.now() + sliceMs;
    });
  };
}
