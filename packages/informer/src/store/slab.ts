// The memory of a store: the bytes of objects are stored contiguously in large slabs outside the garbage-collected heap, so the
// collector visits a few slabs instead of millions of fields.
//
//   slab:   | a v1 | b v1 | c v1 | a v2 |  free  |        released: a v1 (replaced by v2)
//   block:  | marks | JSON |
//
// The marks are positions in the JSON. Here they cost four bytes each; the strings that they point at would be objects of the heap.
//
// Bytes are written once and never changed or reused: readers of an old version see it unchanged, and a slab without references is
// collected. Space is reclaimed by copying the live blocks out of slabs that are mostly dead.

import type { Range } from "./json-value.ts";
import { copyWithout, lengthWithout, markedFields, markWithout } from "./reduce.ts";

/** The size of a slab. Larger slabs waste more space at the end, smaller ones are more work for the collector. */
export const slabBytes: number = 1024 * 1024;

/** The size of the marks of a block. */
const marksBytes = 4 * markedFields.length;

/** A full slab is emptied once at most this part of it is alive, so at most twice the used bytes are held. */
const aliveMin = 0.5;

/** The JSON of one version of an object, wherever it is now. */
export interface Block {
  readonly length: number;
  /** A view of the JSON, which must not be written to. */
  view(): Uint8Array;
  /** The position of a marked field in the JSON; 0 if it is absent. */
  mark(index: number): number;
}

export interface SlabAllocator {
  /** Stores a copy of `bytes` without `cut`, and the `marks`, which are positions in `bytes`. */
  place(bytes: Uint8Array, cut?: Range, marks?: readonly number[]): Block;
  /** Releases a block; later calls do nothing. Its bytes stay readable through the block. */
  release(block: Block): void;
  /** The length of the JSON of all blocks that have not been released. */
  readonly usedBytes: number;
  /** The size of all slabs. */
  readonly heldBytes: number;
}

interface Slab {
  readonly bytes: Uint8Array;
  readonly marks: DataView;
  used: number;
  alive: number;
  /** Every block that was placed here, including released ones. */
  readonly blocks: PlacedBlock[];
}

class PlacedBlock implements Block {
  slab: Slab;
  /** Where the marks begin, which the JSON follows. */
  offset: number;
  readonly length: number;
  alive = true;

  constructor(slab: Slab, length: number) {
    this.slab = slab;
    this.offset = slab.used;
    this.length = length;
  }

  view(): Uint8Array {
    const start = this.offset + marksBytes;
    return this.slab.bytes.subarray(start, start + this.length);
  }

  mark(index: number): number {
    return this.slab.marks.getUint32(this.offset + 4 * index);
  }
}

export function createSlabAllocator(): SlabAllocator {
  return new CopyingAllocator();
}

class CopyingAllocator implements SlabAllocator {
  #current: Slab | undefined;
  #usedBytes = 0;
  #heldBytes = 0;

  get usedBytes(): number {
    return this.#usedBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  place(bytes: Uint8Array, cut?: Range, marks: readonly number[] = []): Block {
    const length = lengthWithout(bytes, cut);
    const slab = this.#slabFor(length + marksBytes);
    const block = new PlacedBlock(slab, length);
    for (let index = 0; index < markedFields.length; index += 1) {
      slab.marks.setUint32(block.offset + 4 * index, markWithout(marks[index] ?? 0, cut));
    }
    copyWithout(bytes, cut, slab.bytes, block.offset + marksBytes);
    add(slab, block);
    this.#usedBytes += length;
    return block;
  }

  release(block: Block): void {
    if (!(block instanceof PlacedBlock) || !block.alive) return;
    block.alive = false;
    block.slab.alive -= marksBytes + block.length;
    this.#usedBytes -= block.length;
    if (block.slab !== this.#current) this.#emptyIfWasteful(block.slab);
  }

  #slabFor(length: number): Slab {
    if (length > slabBytes / 4) return this.#newSlab(length); // A large object gets its own slab without waste.
    if (this.#current === undefined || this.#current.used + length > slabBytes) {
      const full = this.#current;
      this.#current = this.#newSlab(slabBytes);
      // At most half a slab is copied, so the new slab has room for it and for the new block.
      if (full !== undefined) this.#emptyIfWasteful(full);
    }
    return this.#current;
  }

  #newSlab(size: number): Slab {
    this.#heldBytes += size;
    const bytes = new Uint8Array(size);
    return { bytes, marks: new DataView(bytes.buffer), used: 0, alive: 0, blocks: [] };
  }

  /** Copies the live blocks to the current slab if few are left. Only holders of released blocks still refer to the old slab then. */
  #emptyIfWasteful(slab: Slab): void {
    if (slab.alive > slab.bytes.length * aliveMin) return;
    this.#heldBytes -= slab.bytes.length;
    for (const block of slab.blocks) {
      if (!block.alive) continue;
      const size = marksBytes + block.length;
      const target = this.#slabFor(size);
      target.bytes.set(slab.bytes.subarray(block.offset, block.offset + size), target.used);
      block.slab = target;
      block.offset = target.used;
      add(target, block);
    }
  }
}

function add(slab: Slab, block: PlacedBlock): void {
  slab.blocks.push(block);
  slab.used += marksBytes + block.length;
  slab.alive += marksBytes + block.length;
}
