// Long work of one request pauses after each slice of time, so that other requests are answered meanwhile.
import { Rest, runUntilDue } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import { assertActive } from "./deadline.ts";
import type { RequestEnd } from "./deadline.ts";

/** When long work pauses. */
export interface Pauses {
  readonly isPauseDue: () => boolean;
  /** Called between two steps. Returns a promise if a pause is due: the work continues once it resolves. */
  readonly pause: () => Promise<void> | undefined;
}

/** Runs work in steps. Returns a promise only if the work pauses or waits. */
export function runInSteps<Result>(work: () => Work<Result>, pauses: Pauses): Result | Promise<Result> {
  for (let rest = work; ;) {
    const done = runUntilDue(rest, pauses.isPauseDue);
    if (!(done instanceof Rest)) return done;
    const { resume, until = pauses.pause() } = done;
    if (until !== undefined) return until.then(() => runInSteps(resume, pauses));
    rest = resume;
  }
}

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
