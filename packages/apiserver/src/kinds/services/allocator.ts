/**
 * Numbers that are handed out once: addresses and node ports. What is taken is read from the store when the first one is asked
 * for, and kept up to date from then on, so that a fork of a server needs nothing of its own.
 */

/** The numbers from `first` on, `size` of them. */
export interface NumberRange {
  readonly first: number;
  readonly size: number;
  /** Where the search for a free one begins, from `first`. */
  readonly searchFrom: number;
}

export interface Allocator {
  /** A free number, now taken; `undefined` when there is none left. */
  takeAny: () => number | undefined;
  /** Whether this number is taken. */
  has: (number: number) => boolean;
  /** Takes this number; false when it is taken. */
  take: (number: number) => boolean;
  release: (number: number) => void;
}

/**
 * An allocator over a range; `taken` is asked once, for what is in use already. A number that was given back is not handed out again before
 * those behind it: who still knows it by its old owner has time to forget.
 */
export function createAllocator({ first, size, searchFrom }: NumberRange, taken: Iterable<number>): Allocator {
  const used = new Set(taken);
  const upper = size - searchFrom;
  let next = 0;
  const takeFirst = (count: number, candidateAt: (step: number) => number): number | undefined => {
    for (let step = 0; step < count; step += 1) {
      const candidate = candidateAt(step);
      if (used.has(candidate)) continue;
      used.add(candidate);
      return candidate;
    }
    return undefined;
  };
  return {
    takeAny: () => {
      const from = next;
      const found = takeFirst(upper, (step) => first + searchFrom + ((from + step) % upper));
      if (found === undefined) return takeFirst(searchFrom, (step) => first + step);
      next = found - first - searchFrom + 1;
      return found;
    },
    has: (number) => used.has(number),
    take: (number) => {
      if (used.has(number)) return false;
      used.add(number);
      return true;
    },
    release: (number) => {
      used.delete(number);
    },
  };
}
