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
  /** Takes this number; false when it is taken. */
  take: (number: number) => boolean;
  release: (number: number) => void;
}

/** An allocator over a range; `taken` is asked once, for what is in use already. */
export function createAllocator({ first, size, searchFrom }: NumberRange, taken: Iterable<number>): Allocator {
  const used = new Set(taken);
  return {
    takeAny: () => {
      for (let step = 0; step < size; step += 1) {
        const candidate = first + ((searchFrom + step) % size);
        if (used.has(candidate)) continue;
        used.add(candidate);
        return candidate;
      }
      return undefined;
    },
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
