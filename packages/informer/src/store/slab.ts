// The memory of a store: the bytes of objects are stored contiguously in large slabs outside the garbage-collected heap, so the
// collector visits a few slabs instead of millions of fields.
//
//   slab:  | a v1 | b v1 | c v1 | a v2 |  free  |        released: a v1 (replaced by v2)
//
// Bytes are written once and never changed or reused: readers of an old version see it unchanged, and a slab without references is
// collected. Space is reclaimed by copying the live blocks out of slabs that are mostly dead.

import type { Range } from "./json-ranges.ts";
import { copyWithout, lengthWithout } from "./reduce.ts";

/** The size of a slab. Larger slabs waste more space at the end, smaller ones are more work for the collector. */
export const slabBytes: number = 1024 * 1024;

/** A full slab is emptied once at most this part of it is alive, so at most twice the used bytes are held. */
const aliveMin = 0.5;

/** The bytes of one version of an object, wherever they are now. */
export interface Block {
  readonly length: number;
  /** A view of the bytes, which must not be written to. */
  view(): Uint8Array;
}

export interface SlabAllocator {
  /** Stores a copy of `bytes` without `cut`. */
  place(bytes: Uint8Array, cut?: Range): Block;
  /** Releases a block; later calls do nothing. Its bytes stay readable through the block. */
  release(block: Block): void;
  /** The length of all blocks that have not been released. */
  readonly usedBytes: number;
  /** The size of all slabs. */
  readonly heldBytes: number;
}

interface Slab {
  readonly bytes: Uint8Array;
  used: number;
  alive: number;
  /** Every block that was placed here, including released ones. */
  readonly blocks: PlacedBlock[];
}

class PlacedBlock implements Block {
  slab: Slab;
  offset: number;
  readonly length: number;
  alive = true;

  constructor(slab: Slab, length: number) {
    this.slab = slab;
    this.offset = slab.used;
    this.length = length;
  }

  view(): Uint8Array {
    return this.slab.bytes.subarray(this.offset, this.offset + this.length);
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

  place(bytes: Uint8Array, cut?: Range): Block {
    const length = lengthWithout(bytes, cut);
    const slab = this.#slabFor(length);
    const block = new PlacedBlock(slab, length);
    copyWithout(bytes, cut, slab.bytes, block.offset);
    add(slab, block);
    this.#usedBytes += length;
    return block;
  }

  release(block: Block): void {
    if (!(block instanceof PlacedBlock) || !block.alive) return;
    block.alive = false;
    block.slab.alive -= block.length;
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
    return { bytes: new Uint8Array(size), used: 0, alive: 0, blocks: [] };
  }

  /** Copies the live blocks to the current slab if few are left. Only holders of released blocks still refer to the old slab then. */
  #emptyIfWasteful(slab: Slab): void {
    if (slab.alive > slab.bytes.length * aliveMin) return;
    this.#heldBytes -= slab.bytes.length;
    for (const block of slab.blocks) {
      if (!block.alive) continue;
      const bytes = block.view();
      const target = this.#slabFor(block.length);
      target.bytes.set(bytes, target.used);
      block.slab = target;
      block.offset = target.used;
      add(target, block);
    }
  }
}

function add(slab: Slab, block: PlacedBlock): void {
  slab.blocks.push(block);
  slab.used += block.length;
  slab.alive += block.length;
}
