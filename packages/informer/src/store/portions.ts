// Long rows are worked off in portions, between which everything else gets its turn.

/** As many objects as are handled in one go: well below a millisecond where each costs a microsecond. */
export const portionSize = 500;

/** A row in portions, in order. Nothing is copied ahead, so the first portion costs no more than the last. */
export function* portionsOf<E>(items: Iterable<E>): Generator<readonly E[]> {
  let portion: E[] = [];
  for (const item of items) {
    portion.push(item);
    if (portion.length < portionSize) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}
