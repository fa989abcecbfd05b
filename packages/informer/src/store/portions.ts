// Long rows are worked off in portions, between which everything else gets its turn.

/** As many objects as are handled in one go: well below a millisecond where each costs a microsecond. */
export const portionSize = 500;

/** A row in portions, in order. */
export function* portionsOf<E>(items: readonly E[]): Generator<readonly E[]> {
  for (let from = 0; from < items.length; from += portionSize) yield items.slice(from, from + portionSize);
}
