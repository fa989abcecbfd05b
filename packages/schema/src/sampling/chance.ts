/** The random source of samplers, such as `Random` of `@kubewright/async`. The same seed gives the same samples. */
export interface Chance {
  /** The next number of [0, 1). */
  next(): number;
  /** The next integer of [0, `maxExclusive`). */
  int(maxExclusive: number): number;
}

/** Returns one of the values. The list must not be empty. */
export function pick<T>(chance: Chance, values: readonly T[]): T {
  const index = chance.int(values.length);
  return values[index] as T; // Within the list, which `int` has checked not to be empty.
}

/** The values in any order. */
export function shuffle<T>(chance: Chance, values: readonly T[]): readonly T[] {
  return values
    .map((value) => ({ value, rank: chance.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}

/** Returns true with a probability. */
export function happens(chance: Chance, probability: number): boolean {
  return chance.next() < probability;
}

/** Returns an integer from `low` to `high`, both included; `low` if `high` is less than `low`. */
export function integerBetween(chance: Chance, low: number, high: number): number {
  return high <= low ? low : low + Math.floor(chance.next() * (high - low + 1));
}
