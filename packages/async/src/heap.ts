/**
 * A binary heap with removal of any element, for timers and the keys of work queues.
 *
 * `push` returns a node with the index of its element, so that any element can be removed or moved without a search.
 *
 *          0            The children of node i are at 2i+1 and 2i+2, and never before it in order.
 *        /   \          So the first element is at 0, and each operation follows one path
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
  /** Removes this element. Returns false if it was already removed. */
  remove(node: HeapNode<T>): boolean;
  /** Moves an element whose order has changed to its new index. Does nothing if it was already removed. */
  update(node: HeapNode<T>): void;
  clear(): void;
}

interface Slot<T> extends HeapNode<T> {
  /** The index in the array; -1 after the removal. */
  index: number;
}

/**
 * Creates an empty heap. `before` returns whether its first argument precedes the second. Otherwise the order is
 * unspecified, so add a sequence number to the elements if it matters.
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

  /** The slot of a node; `undefined` if it was removed or belongs to another heap. */
  function slotOf(node: HeapNode<T>): Slot<T> | undefined {
    const slot = node as Slot<T>; // All nodes are slots that `push` has created.
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
