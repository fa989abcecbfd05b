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
  return new BinaryHeap(before);
}

class BinaryHeap<T> implements Heap<T> {
  readonly #before: (first: T, second: T) => boolean;
  readonly #slots: Slot<T>[] = [];

  constructor(before: (first: T, second: T) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#slots.length;
  }

  peek(): T | undefined {
    return this.#slots[0]?.value;
  }

  push(value: T): HeapNode<T> {
    const slot: Slot<T> = { value, index: this.#slots.length };
    this.#slots.push(slot);
    this.#siftUp(slot);
    return slot;
  }

  pop(): T | undefined {
    const first = this.#slots[0];
    if (first) this.#removeSlot(first);
    return first?.value;
  }

  remove(node: HeapNode<T>): boolean {
    const slot = this.#slotOf(node);
    if (slot) this.#removeSlot(slot);
    return slot !== undefined;
  }

  update(node: HeapNode<T>): void {
    const slot = this.#slotOf(node);
    if (!slot) return;
    this.#siftDown(slot);
    this.#siftUp(slot);
  }

  clear(): void {
    for (const slot of this.#slots) slot.index = -1;
    this.#slots.length = 0;
  }

  /** The slot of a node; `undefined` if it was removed or belongs to another heap. */
  #slotOf(node: HeapNode<T>): Slot<T> | undefined {
    const slot = node as Slot<T>; // All nodes are slots that `push` has created.
    return this.#slots[slot.index] === slot ? slot : undefined;
  }

  #removeSlot(slot: Slot<T>): void {
    const last = this.#slots.pop();
    if (last && last !== slot) {
      this.#place(last, slot.index);
      this.#siftDown(last);
      this.#siftUp(last);
    }
    slot.index = -1;
  }

  #siftUp(slot: Slot<T>): void {
    let index = slot.index;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.#slots[parentIndex];
      if (parent === undefined || !this.#before(slot.value, parent.value)) break;
      this.#place(parent, index);
      index = parentIndex;
    }
    this.#place(slot, index);
  }

  #siftDown(slot: Slot<T>): void {
    let index = slot.index;
    for (;;) {
      const child = this.#firstChild(index);
      if (child === undefined || !this.#before(child.value, slot.value)) break;
      const childIndex = child.index;
      this.#place(child, index);
      index = childIndex;
    }
    this.#place(slot, index);
  }

  #firstChild(index: number): Slot<T> | undefined {
    const left = this.#slots[2 * index + 1];
    const right = this.#slots[2 * index + 2];
    return left && right && this.#before(right.value, left.value) ? right : left;
  }

  #place(slot: Slot<T>, index: number): void {
    this.#slots[index] = slot;
    slot.index = index;
  }
}
