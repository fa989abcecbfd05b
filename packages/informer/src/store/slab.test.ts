import assert from "node:assert/strict";

import { createSeededRandom } from "@kubewright/async";
import { test } from "vitest";

import { createSlabAllocator, slabBytes } from "./slab.ts";
import type { Block } from "./slab.ts";

test("blocks keep their bytes while other blocks are placed and released", () => {
  const random = createSeededRandom("slabs");
  const slabs = createSlabAllocator();
  const held: { readonly block: Block; readonly fill: number }[] = [];
  let expectedBytes = 0;

  for (let step = 0; step < 20_000; step += 1) {
    const fill = random.int(256);
    const length = 1 + random.int(random.next() < 0.01 ? slabBytes : 4_000);
    held.push({ block: slabs.place(new Uint8Array(length).fill(fill)), fill });
    expectedBytes += length;
    while (held.length > 300) {
      for (const { block } of held.splice(random.int(held.length), 1)) {
        slabs.release(block);
        expectedBytes -= block.length;
      }
    }
  }

  for (const { block, fill } of held) assert.ok(block.view().every((byte) => byte === fill));
  assert.equal(slabs.usedBytes, expectedBytes);
  assert.ok(slabs.heldBytes <= 2 * expectedBytes + 2 * slabBytes, `${slabs.heldBytes} held for ${expectedBytes}`);
});

test("a released block stays readable while its neighbours move", () => {
  const slabs = createSlabAllocator();
  const old = slabs.place(Uint8Array.of(1, 2, 3));
  const alive = slabs.place(Uint8Array.of(4, 5));
  const fillers = Array.from({ length: 600 }, () => slabs.place(new Uint8Array(4_000).fill(9)));

  slabs.release(old);
  slabs.release(old);
  for (const filler of fillers) slabs.release(filler);

  assert.deepEqual(old.view(), Uint8Array.of(1, 2, 3));
  assert.deepEqual(alive.view(), Uint8Array.of(4, 5));
  assert.equal(slabs.usedBytes, 2);
  assert.equal(slabs.heldBytes, slabBytes);
});

test("a store that is rewritten over and over holds a bounded number of slabs", () => {
  const slabs = createSlabAllocator();
  let blocks = Array.from({ length: 1_000 }, () => slabs.place(new Uint8Array(2_000)));

  for (let round = 0; round < 50; round += 1) {
    blocks = blocks.map((block) => {
      slabs.release(block);
      return slabs.place(new Uint8Array(2_000));
    });
  }

  assert.equal(slabs.usedBytes, 2_000_000);
  assert.ok(slabs.heldBytes <= 6 * slabBytes, `${slabs.heldBytes} bytes held`);
});
