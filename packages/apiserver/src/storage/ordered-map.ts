// A persistent ordered map: a B+ tree whose nodes are never changed. Writing copies the nodes on one path from the root (three or four
// short arrays for 100,000 entries) and shares all others, so earlier maps never change: a snapshot is a reference, and a list
// can be sent for minutes while other requests write.
//
//          branch  keys: [ "",   "m" ]        keys[i] is not greater than any key of children[i];
//                         /         \         the first one of the leftmost path is "" so that nothing is smaller
//      leaf ["a","c","k"]            leaf ["m","p"]
//
// Nodes hold at most `nodeSizeMax` items. A node that loses items is merged with a neighbour when both fit into one with room to spare, and
// is removed when it is empty. Nodes may be less than half full, because deletes come in bulk and inserts follow them.

const nodeSizeMax = 32;
const mergedSizeMax = 24;

interface Leaf<V> {
  readonly keys: readonly string[];
  readonly values: readonly V[];
  readonly children?: never;
  readonly size: number;
}

interface Branch<V> {
  readonly keys: readonly string[];
  readonly children: readonly Node<V>[];
  readonly size: number;
}

type Node<V> = Leaf<V> | Branch<V>;

/** An immutable map with string keys in the order of their UTF-16 code units. */
export class OrderedMap<V> {
  readonly #root: Node<V>;

  private constructor(root: Node<V>) {
    this.#root = root;
  }

  static empty<V>(): OrderedMap<V> {
    return new OrderedMap<V>({ keys: [], values: [], size: 0 });
  }

  get size(): number {
    return this.#root.size;
  }

  get(key: string): V | undefined {
    let node = this.#root;
    while (node.children !== undefined) node = childAt(node, childIndex(node.keys, key));
    const at = lowerBound(node.keys, key);
    return node.keys[at] === key ? node.values[at] : undefined;
  }

  /** Returns a map with this entry, which replaces one with the same key. */
  set(key: string, value: V): OrderedMap<V> {
    const [left, right] = insert(this.#root, key, value);
    return new OrderedMap(right === undefined ? left : branch(["", firstKey(right)], [left, right]));
  }

  /** Returns a map without this key; the same map if it has no such key. */
  delete(key: string): OrderedMap<V> {
    const next = remove(this.#root, key);
    if (next === this.#root) return this;
    if (next === undefined) return OrderedMap.empty();
    let root = next;
    while (root.children !== undefined && root.children.length === 1) root = childAt(root, 0);
    return new OrderedMap(root);
  }

  /** Values in key order, beginning at the first key not smaller than `from`. */
  *valuesFrom(from: string): Generator<V, void, undefined> {
    yield* valuesOf(this.#root, from);
  }

  /** The value of the first key not smaller than `from`. */
  firstFrom(from: string): V | undefined {
    let node = this.#root;
    while (node.children !== undefined) node = childAt(node, childIndex(node.keys, from));
    const at = lowerBound(node.keys, from);
    if (at < node.keys.length || node === this.#root) return node.values[at];
    for (const value of this.valuesFrom(from)) return value; // It is in a later leaf.
    return undefined;
  }

  /** The number of keys smaller than `key`. */
  rank(key: string): number {
    let before = 0;
    let node = this.#root;
    while (node.children !== undefined) {
      const at = childIndex(node.keys, key);
      for (let i = 0; i < at; i++) before += childAt(node, i).size;
      node = childAt(node, at);
    }
    return before + lowerBound(node.keys, key);
  }
}

function* valuesOf<V>(root: Node<V>, from: string): Generator<V, void, undefined> {
  // An explicit path instead of recursive generators: each value costs one step, however deep the tree is.
  const path: { node: Branch<V>; next: number }[] = [];
  let node: Node<V> | undefined = root;
  let lower = from;
  while (node !== undefined) {
    while (node.children !== undefined) {
      const at: number = lower === "" ? 0 : childIndex(node.keys, lower);
      path.push({ node, next: at + 1 });
      node = childAt(node, at);
    }
    for (let i = lower === "" ? 0 : lowerBound(node.keys, lower); i < node.values.length; i++) yield valueAt(node, i);
    lower = ""; // Only the first leaf begins in its middle.
    node = undefined;
    for (let step = path.pop(); step !== undefined; step = path.pop()) {
      if (step.next >= step.node.children.length) continue;
      node = childAt(step.node, step.next);
      path.push({ node: step.node, next: step.next + 1 });
      break;
    }
  }
}

function insert<V>(node: Node<V>, key: string, value: V): [Node<V>] | [Node<V>, Node<V>] {
  if (node.children === undefined) {
    const at = lowerBound(node.keys, key);
    const found = node.keys[at] === key;
    const values = found ? node.values.with(at, value) : node.values.toSpliced(at, 0, value);
    return split(found ? node.keys : node.keys.toSpliced(at, 0, key), values, leaf);
  }
  const at = childIndex(node.keys, key);
  const [left, right] = insert(childAt(node, at), key, value);
  if (right === undefined) return [branch(node.keys, node.children.with(at, left))];
  return split(node.keys.toSpliced(at + 1, 0, firstKey(right)), node.children.toSpliced(at, 1, left, right), branch);
}

/** Returns the node without the key: the same node if it has no such key, `undefined` if it becomes empty. */
function remove<V>(node: Node<V>, key: string): Node<V> | undefined {
  if (node.children === undefined) {
    const at = lowerBound(node.keys, key);
    if (node.keys[at] !== key) return node;
    return node.keys.length === 1 ? undefined : leaf(node.keys.toSpliced(at, 1), node.values.toSpliced(at, 1));
  }
  const at = childIndex(node.keys, key);
  const child = childAt(node, at);
  const next = remove(child, key);
  if (next === child) return node;
  if (next !== undefined) return mergeAt(node.keys, node.children.with(at, next), at);
  if (node.children.length === 1) return undefined;
  // The next child takes the lower bound of a removed first child, so that no key is below the node.
  return branch(node.keys.toSpliced(at === 0 ? 1 : at, 1), node.children.toSpliced(at, 1));
}

/** Merges the child at `at` with a neighbour if both fit into one node. */
function mergeAt<V>(keys: readonly string[], children: readonly Node<V>[], at: number): Node<V> {
  const child = children[at];
  for (const left of [at, at - 1]) {
    const [first, second] = [children[left], children[left + 1]];
    if (child === undefined || first === undefined || second === undefined) continue;
    if (first.keys.length + second.keys.length > mergedSizeMax) continue;
    return branch(keys.toSpliced(left + 1, 1), children.toSpliced(left, 2, join(first, second, keyAt(keys, left + 1))));
  }
  return branch(keys, children);
}

function join<V>(first: Node<V>, second: Node<V>, secondLower: string): Node<V> {
  if (first.children === undefined && second.children === undefined) {
    return leaf([...first.keys, ...second.keys], [...first.values, ...second.values]);
  }
  if (first.children !== undefined && second.children !== undefined) {
    return branch([...first.keys, secondLower, ...second.keys.slice(1)], [...first.children, ...second.children]);
  }
  throw new Error("Cannot join tree nodes: their heights differ");
}

function split<V, T>(
  keys: readonly string[],
  items: readonly T[],
  make: (keys: readonly string[], items: readonly T[]) => Node<V>,
): [Node<V>] | [Node<V>, Node<V>] {
  if (keys.length <= nodeSizeMax) return [make(keys, items)];
  const half = keys.length >> 1;
  return [make(keys.slice(0, half), items.slice(0, half)), make(keys.slice(half), items.slice(half))];
}

function leaf<V>(keys: readonly string[], values: readonly V[]): Leaf<V> {
  return { keys, values, size: keys.length };
}

function branch<V>(keys: readonly string[], children: readonly Node<V>[]): Branch<V> {
  let size = 0;
  for (const child of children) size += child.size;
  return { keys, children, size };
}

/** The index of the child that holds `key` if any does: the last one whose lower bound is not greater. */
function childIndex(keys: readonly string[], key: string): number {
  const at = lowerBound(keys, key);
  return keys[at] === key ? at : Math.max(0, at - 1);
}

/** The index of the first key that is not smaller than `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyAt(keys, middle) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function firstKey<V>(node: Node<V>): string {
  return keyAt(node.keys, 0);
}

// The casts below state the one thing the compiler cannot see: these indexes were computed from the array they are used on.
function keyAt(keys: readonly string[], index: number): string {
  return keys[index] as string;
}

function childAt<V>(node: Branch<V>, index: number): Node<V> {
  return node.children[index] as Node<V>;
}

function valueAt<V>(node: Leaf<V>, index: number): V {
  return node.values[index] as V;
}
