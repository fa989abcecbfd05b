import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { createHeap } from "./heap.ts";
import type { Heap, HeapNode } from "./heap.ts";

test("A heap returns its elements in order, and undefined when it is empty", () => {
  const heap = createHeap<number>((first, second) => first < second);
  for (const value of [5, 1, 4, 1, 3]) heap.push(value);

  assert.equal(heap.peek(), 1);
  assert.deepEqual(drain(heap), [1, 1, 3, 4, 5]);
  assert.equal(heap.pop(), undefined);
});

test("remove() of a removed node does nothing, even if another element has its index", () => {
  const heap = createHeap<number>((first, second) => first < second);
  const gone = heap.push(1);
  heap.pop();
  heap.push(2);

  assert.equal(heap.remove(gone), false);
  heap.update(gone);

  assert.deepEqual(drain(heap), [2]);
});

test("clear() takes everything out and makes the old nodes harmless", () => {
  const heap = createHeap<number>((first, second) => first < second);
  const node = heap.push(1);

  heap.clear();

  assert.equal(heap.size, 0);
  assert.equal(heap.remove(node), false);
});

test("A heap agrees with a sorted list under any sequence of push, pop, remove and update", () => {
  const operation = fc.record({
    kind: fc.constantFrom("push", "pop", "remove", "update"),
    value: fc.integer({ min: 0, max: 50 }),
    pick: fc.nat(1000),
  });

  fc.assert(
    fc.property(fc.array(operation, { maxLength: 200 }), (operations) => {
      const heap = createHeap<{ rank: number }>((first, second) => first.rank < second.rank);
      let nodes: HeapNode<{ rank: number }>[] = [];

      for (const { kind, value, pick } of operations) {
        const picked = nodes[pick % Math.max(1, nodes.length)];
        if (kind === "push") nodes.push(heap.push({ rank: value }));
        if (kind === "pop") {
          const popped = heap.pop();
          assert.equal(popped?.rank, lowest(nodes));
          nodes = nodes.filter((node) => node.value !== popped);
        }
        if (kind === "remove" && picked) {
          assert.equal(heap.remove(picked), true);
          nodes = nodes.filter((node) => node !== picked);
        }
        if (kind === "update" && picked) {
          picked.value.rank = value;
          heap.update(picked);
        }
        assert.equal(heap.size, nodes.length);
        assert.equal(heap.peek()?.rank, lowest(nodes));
      }
    }),
  );
});

function drain(heap: Heap<number>): number[] {
  return Array.from({ length: heap.size }, () => heap.pop() ?? Number.NaN);
}

function lowest(nodes: readonly HeapNode<{ rank: number }>[]): number | undefined {
  return nodes.length === 0 ? undefined : Math.min(...nodes.map((node) => node.value.rank));
}
