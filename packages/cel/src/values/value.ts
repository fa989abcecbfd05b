// The values of expressions. Common values are plain JavaScript values: `int` is a number while that is exact and a bigint
// beyond, so doubles and unsigned integers have classes. An error is a value, too: `&&` and `||` can absorb it.

import type { CelType } from "../types/type.ts";
import type { CelError } from "./error.ts";
import type { Double, Uint } from "./numbers.ts";
import type { Duration, Timestamp } from "./time.ts";

export { CelError, noSuchOverload } from "./error.ts";

/** A value of CEL, or the error that took its place. */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | Double
  | Uint
  | Duration
  | Timestamp
  | ListValue
  | MapValue
  | Optional
  | OpaqueValue
  | CelType
  | CelError;

/** A value that may be absent. */
export class Optional {
  readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    this.value = value;
  }
}

/** The optional without a value. */
export const none: Optional = new Optional(undefined);

/** A list. Items are converted when they are read. */
export abstract class ListValue {
  /** The type in the reference's own code, which some messages name. */
  readonly goType: string = "*types.baseList";
  abstract readonly size: number;
  /** The item at an index that exists. */
  abstract at(index: number): Value;
  abstract equals(other: Value): boolean | CelError;
  abstract contains(item: Value): boolean | CelError;
  /** The list with the items of another one. */
  abstract add(other: ListValue): ListValue;
  /** The item at an index as a function reads it. */
  abstract get(index: Value): Value;

  items(): Value[] {
    const items: Value[] = [];
    for (let index = 0; index < this.size; index++) items.push(this.at(index));
    return items;
  }
}

/** A map, or an object with fields. */
export abstract class MapValue {
  /** The type in the reference's own code, which some messages name. */
  readonly goType: string = "*types.baseMap";
  abstract readonly size: number;
  /** Returns the value of a key, or `undefined`. */
  abstract find(key: Value): Value | undefined;
  abstract keys(): readonly Value[];
  abstract equals(other: Value): boolean | CelError;

  /** The first key; `undefined` for an empty map. */
  firstKey(): Value | undefined {
    return this.keys()[0];
  }
}

/** A value that only functions understand: an address, a quantity, an authorizer. */
export abstract class OpaqueValue {
  abstract readonly type: CelType;
  /** The type in the reference's own code, which some messages name. */
  readonly goType: string = "types.Object";
  abstract equals(other: Value): boolean | CelError;

  /** The size that costs are computed from; 1 unless the value has one. */
  get size(): number {
    return 1;
  }

  /** A comparison costs one, independently of the size. */
  get isComparedOnce(): boolean {
    return true;
  }

  /** The assumed length of the pattern of a format. */
  get patternSize(): number | undefined {
    return undefined;
  }

  /** The value of a field; undefined for a value without fields. */
  field(_name: string): Value | undefined {
    return undefined;
  }

  /** Whether `field` has a value; undefined for a value without fields. */
  has(_name: string): boolean | undefined {
    return undefined;
  }

  /** The result of `string(value)`; `undefined` if the type has no such conversion. */
  toText(): string | undefined {
    return undefined;
  }

  /** The value of Go behind it, as `(netip.Addr)10.0.0.1`; `undefined` if the reference never reads that value. */
  get goForm(): string | undefined {
    return undefined;
  }

  isZero(): boolean {
    return false;
  }
}
