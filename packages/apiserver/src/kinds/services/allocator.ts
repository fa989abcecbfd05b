/**
 * Numbers that are allocated once: addresses and node ports. The numbers in use are read from the store when the first one is allocated, and
 * updated from then on, so a fork of a server needs no further state.
 */

/** The numbers from `first` on, `size` of them. */
export interface NumberRange {
  readonly first: number;
  readonly size: number;
  /** The offset from `first` at which the search for a free number begins. */
  readonly searchFrom: number;
}

export interface Allocator {
  /** Takes a free number that is not `excluded`. Returns `undefined` if all are taken. Default: none is excluded. */
  takeAny: (excluded?: (number: number) => boolean) => number | undefined;
  /** Whether this number is taken. */
  has: (number: number) => boolean;
  /** Takes this number. Returns false if it is already taken. */
  take: (number: number) => boolean;
  release: (number: number) => void;
}

/**
 * An allocator over a range; `used` are the numbers in use, which several allocators may share. A released number is allocated again only after all
 * numbers after it, because clients may still use it for its former object.
 */
export function createAllocator({ first, size, searchFrom }: NumberRange, used: Set<number>): Allocator {
  const upper = size - searchFrom;
  let next = 0;
  const takeFirst = (
    count: number,
    candidateAt: (step: number) => number,
    excluded: ((number: number) => boolean) | undefined,
  ): number | undefined => {
    for (let step = 0; step < count; step += 1) {
      const candidate = candidateAt(step);
      if (used.has(candidate) || excluded?.(candidate) === true) continue;
      used.add(candidate);
      return candidate;
    }
    return undefined;
  };
  return {
    takeAny: (excluded) => {
      const from = next;
      const found = takeFirst(upper, (step) => first + searchFrom + ((from + step) % upper), excluded);
      if (found === undefined) return takeFirst(searchFrom, (step) => first + step, excluded);
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
