// Lists and maps that expressions create.

import { equal } from "./compare.ts";
import { Double, losslessInt, Uint } from "./numbers.ts";
import { formatGoValue, formatValue, typeOfValue } from "./describe.ts";
import type { Value } from "./value.ts";
import { CelError, ListValue, MapValue } from "./value.ts";

/** A list of values. */
export class ArrayList extends ListValue {
  readonly #items: Value[];
  /** The list is the first `size` items of a buffer, to which longer lists can have added more; `undefined` if it has no buffer. */
  readonly #bufferedSize: number | undefined;

  constructor(items: Value[], bufferedSize?: number) {
    super();
    this.#items = items;
    this.#bufferedSize = bufferedSize;
  }

  override get size(): number {
    return this.#bufferedSize ?? this.#items.length;
  }

  override at(index: number): Value {
    return this.#items[index] ?? null;
  }

  /** Adds an item in place. Only the list that a macro makes, which nothing else refers to, may grow. */
  push(item: Value): void {
    this.#items.push(item);
  }

  override get(index: Value): Value {
    const position = listIndex(index);
    if (position instanceof CelError) return position;
    if (position >= 0 && position < this.size) return this.at(position);
    return new CelError(`index '${position}' out of range in list size '${this.size}'`);
  }

  override items(): Value[] {
    return this.#bufferedSize === undefined ? this.#items : this.#items.slice(0, this.#bufferedSize);
  }

  override equals(other: Value): boolean {
    if (!(other instanceof ListValue) || other.size !== this.size) return false;
    return this.items().every((item, index) => equal(item, other.at(index)) !== false);
  }

  override contains(item: Value): boolean {
    return this.items().some((candidate) => equal(item, candidate) === true);
  }

  override add(other: ListValue): ListValue {
    if (this.size === 0) return other;
    if (other.size === 0) return this;
    const added = other.items();
    // A macro adds its items one by one: the longest list of a buffer grows in place.
    const canGrow = this.#bufferedSize === this.#items.length;
    const buffer = canGrow ? this.#items : this.items().slice();
    for (const item of added) buffer.push(item);
    return new ArrayList(buffer, buffer.length);
  }
}

/** The position that an index means. */
export function listIndex(index: Value): number | CelError {
  if (typeof index === "number" || typeof index === "bigint") return Number(index);
  if (index instanceof Double || index instanceof Uint) {
    const position = losslessInt(index);
    return position === undefined
      ? new CelError(`unsupported index value ${formatValue(index)} in list`)
      : Number(position);
  }
  return new CelError(`unsupported index type '${typeOfValue(index).name}' in list`);
}

/** A map of values. Keys are compared by value: equal numbers of different types are the same key. */
export class EntryMap extends MapValue {
  readonly #entries: Map<string, { readonly key: Value; readonly value: Value }>;

  constructor(entries: Iterable<readonly [Value, Value]> = []) {
    super();
    this.#entries = new Map();
    for (const [key, value] of entries) this.set(key, value);
  }

  override get size(): number {
    return this.#entries.size;
  }

  /** Adds an entry in place. Only the accumulator of a macro, which nothing else refers to, may grow. */
  set(key: Value, value: Value): void {
    this.#entries.set(canonicalKey(key), { key, value });
  }

  delete(key: Value): void {
    this.#entries.delete(canonicalKey(key));
  }

  override find(key: Value): Value | undefined {
    return this.#entries.get(canonicalKey(key))?.value;
  }

  override keys(): readonly Value[] {
    return Array.from(this.#entries.values(), ({ key }) => key);
  }

  override firstKey(): Value | undefined {
    return this.#entries.values().next().value?.key;
  }

  override equals(other: Value): boolean {
    return hasEqualEntries(this, other);
  }

  /** Adds an entry in place and returns the map, or an error if the key exists. */
  insert(key: Value, value: Value): EntryMap | CelError {
    if (this.find(key) !== undefined) return new CelError(`insert failed: key ${formatGoValue(key)} already exists`);
    this.set(key, value);
    return this;
  }
}

/** Whether two maps have the same keys with equal values. */
export function hasEqualEntries(map: MapValue, other: Value): boolean {
  if (!(other instanceof MapValue) || other.size !== map.size) return false;
  return map.keys().every((key) => {
    const found = other.find(key);
    return found !== undefined && equal(map.find(key) ?? null, found) !== false;
  });
}

function canonicalKey(key: Value): string {
  if (typeof key === "string") return `s${key}`;
  if (key instanceof Double || key instanceof Uint) return `n${losslessInt(key) ?? key.value}`;
  return typeof key === "boolean" ? `b${key}` : `n${formatValue(key)}`;
}
