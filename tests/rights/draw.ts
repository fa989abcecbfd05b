/** Draws random elements and lists. */
import type { Random } from "@kubewright/async";

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.int(list.length)] as T; // The index is below the length.
}

/** Returns one to `max` values of `make`. */
export function someOf<T>(random: Random, max: number, make: () => T): readonly T[] {
  return Array.from({ length: 1 + random.int(max) }, make);
}

/** Returns true once in `times` calls on average. */
export function oneIn(random: Random, times: number): boolean {
  return random.int(times) === 0;
}
