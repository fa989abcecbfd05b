// The memory of a store: objects' bytes lie one behind the other in large slabs outside the heap of the garbage collector,
// which then has a few slabs to look at instead of millions of fields.
//
//   slab:  | a v1 | b v1 | c v1 | a v2 |  free  |        released: a v1 (a has moved on to v2)
//
// Bytes are written once and never changed or reused: who still holds an old version reads it as it was, and a slab whose
// versions are all let go is the garbage collector's. Space comes back by moving what is alive out of slabs that are mostly
// dead.

import type { Range } from "./json-ranges.ts";
import { copyWithout, lengthWithout } from "./reduce.ts";

/** The size of a slab. Larger ones waste more at their end, smaller ones are more work for the collector. */
export const slabBytes: number = 1024 * 1024;

/** A filled slab is emptied when no more than this part of it is alive, so at most twice the bytes in use are held. */
const aliveMin = 0.5;

/** The bytes of one version of an object, wherever they are now. */
export interface Block {
  readonly length: number;
  /** A view of the bytes; nobody may write to it. */
  view(): Uint8Array;
}

export interface SlabAllocator {
  /** Keeps a copy of `bytes` without `cut`. */
  place(bytes: Uint8Array, cut?: Range): Block;
  /** Lets go of a block, once. Its bytes stay readable for whoever holds it. */
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
  /** Everything ever placed here; what has been released is skipped when the slab is emptied. */
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
  let current: Slab | undefined;
  let usedBytes = 0;
  let heldBytes = 0;

  return {
    get usedBytes(): number {
      return usedBytes;
    },
    get heldBytes(): number {
      return heldBytes;
    },
    place(bytes, cut) {
      const length = lengthWithout(bytes, cut);
      const slab = slabFor(length);
      const block = new PlacedBlock(slab, length);
      copyWithout(bytes, cut, slab.bytes, block.offset);
      add(slab, block);
      usedBytes += length;
      return block;
    },
    release(block) {
      if (!(block instanceof PlacedBlock) || !block.alive) return;
      block.alive = false;
      block.slab.alive -= block.length;
      usedBytes -= block.length;
      if (block.slab !== current) emptyIfWasteful(block.slab);
    },
  };

  function slabFor(length: number): Slab {
    if (length > slabBytes / 4) return newSlab(length); // A large object gets a slab of its own and wastes none.
    if (current === undefined || current.used + length > slabBytes) {
      const full = current;
      current = newSlab(slabBytes);
      // What may come from it is half a slab at most, so there is room for both.
      if (full !== undefined) emptyIfWasteful(full);
    }
    return current;
  }

  function newSlab(size: number): Slab {
    heldBytes += size;
    return { bytes: new Uint8Array(size), used: 0, alive: 0, blocks: [] };
  }

  function add(slab: Slab, block: PlacedBlock): void {
    slab.blocks.push(block);
    slab.used += block.length;
    slab.alive += block.length;
  }

  /** Moves what is alive to the current slab; nobody but holders of released blocks has the old one then. */
  function emptyIfWasteful(slab: Slab): void {
    if (slab.alive > slab.bytes.length * aliveMin) return;
    heldBytes -= slab.bytes.length;
    for (const block of slab.blocks) {
      if (!block.alive) continue;
      const bytes = block.view();
      const target = slabFor(block.length);
      target.bytes.set(bytes, target.used);
      block.slab = target;
      block.offset = target.used;
      add(target, block);
    }
  }
}
