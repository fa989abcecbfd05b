/** The faults that a lane tries: one in five in `make test`, every one in `make test-long`. */
import { inject } from "vitest";

/** A stride below the four kinds of a point would try the same kind each time. */
const stride = 5;

export function chosenFaults<T>(faults: readonly T[]): readonly T[] {
  return inject("isLongLane") === true ? faults : faults.filter((_, index) => index % stride === 0);
}
