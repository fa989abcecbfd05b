/**
 * A binary heap whose elements can be found again: the queue that timers and work keys wait in.
 *
 * `push` hands out a node that knows its place, so that an element in the middle can be removed or moved without a search.
 *
 *          0            A node's children stand at 2i+1 and 2i+2, and never come before it.
 *        /   \          Hence the first element is at 0, and every repair walks one path
 *       1     2         between root and leaf: log2(n) steps.
 *      / \   /
 *     3   4 5
 */

/** An element's place in a heap. It is valid until the element leaves the heap. */
export interface HeapNode<T> {
  readonly value: T;
}

/** Elements in order of `before`. `peek` and `size` are O(1), everything else O(log n). */
export interface Heap<T> {
  readonly size: number;
  /** Returns the first element without removing it; `undefined` if the heap is empty. */
  peek(): T | undefined;
  push(value: T): HeapNode<T>;
  /** Removes and returns the first element; `undefined` if the heap is empty. */
  pop(): T | undefined;
  /** Takes this element out; false when it has left already. */
  remove(node: HeapNode<T>): boolean;
  /** Moves an element whose order has changed to its new place. Nothing happens when it has left already. */
  update(node: HeapNode<T>): void;
  clear(): void;
}

interface Slot<T> extends HeapNode<T> {
  /** Where the slot stands in the array; -1 once it has left. */
  index: number;
}

/**
 * An empty heap. `before` says whether its first argument leaves before its second; where neither does, the order is
 * unspecified, so callers who need one give each element a sequence number.
 */
export function createHeap<T>(before: (first: T, second: T) => boolean): Heap<T> {
  const slots: Slot<T>[] = [];

  function place(slot: Slot<T>, index: number): void {
    slots[index] = slot;
    slot.index = index;
  }

  function siftUp(slot: Slot<T>): void {
    let index = slot.index;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = slots[parentIndex];
      if (parent === undefined || !before(slot.value, parent.value)) break;
      place(parent, index);
      index = parentIndex;
    }
    place(slot, index);
  }

  function siftDown(slot: Slot<T>): void {
    let index = slot.index;
    for (;;) {
      const child = firstChild(index);
      if (child === undefined || !before(child.value, slot.value)) break;
      const childIndex = child.index;
      place(child, index);
      index = childIndex;
    }
    place(slot, index);
  }

  function firstChild(index: number): Slot<T> | undefined {
    const left = slots[2 * index + 1];
    const right = slots[2 * index + 2];
    return left && right && before(right.value, left.value) ? right : left;
  }

  /** Only a node of this very heap stands where it says; any other has left. */
  function slotOf(node: HeapNode<T>): Slot<T> | undefined {
    const slot = node as Slot<T>; // `push` is the only maker of nodes, and it makes slots.
    return slots[slot.index] === slot ? slot : undefined;
  }

  function removeSlot(slot: Slot<T>): void {
    const last = slots.pop();
    if (last && last !== slot) {
      place(last, slot.index);
      siftDown(last);
      siftUp(last);
    }
    slot.index = -1;
  }

  return {
    get size() {
      return slots.length;
    },
    peek: () => slots[0]?.value,
    push(value) {
      const slot: Slot<T> = { value, index: slots.length };
      slots.push(slot);
      siftUp(slot);
      return slot;
    },
    pop() {
      const first = slots[0];
      if (first) removeSlot(first);
      return first?.value;
    },
    remove(node) {
      const slot = slotOf(node);
      if (slot) removeSlot(slot);
      return slot !== undefined;
    },
    update(node) {
      const slot = slotOf(node);
      if (!slot) return;
      siftDown(slot);
      siftUp(slot);
    },
    clear() {
      for (const slot of slots) slot.index = -1;
      slots.length = 0;
    },
  };
}
