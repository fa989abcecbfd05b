// Ranges of sizes and costs. Both ends are unsigned 64-bit numbers that stay at their maximum instead of overflowing, and
// factors are applied in floating point, because the reference computes so.

/** A minimum and a maximum. */
export interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

const maximum = 2n ** 64n - 1n;

/** An unknown size. */
export const unbounded: Range = { min: 0n, max: maximum };

/** A known size. */
export function exactly(value: number | bigint): Range {
  return { min: BigInt(value), max: BigInt(value) };
}

/** From `min` to `max`. */
export function between(min: number | bigint, max: number | bigint): Range {
  return { min: BigInt(min), max: BigInt(max) };
}

function limited(value: bigint): bigint {
  return value > maximum ? maximum : value;
}

export function add(left: Range, right: Range): Range {
  return { min: limited(left.min + right.min), max: limited(left.max + right.max) };
}

export function multiply(left: Range, right: Range): Range {
  return { min: limited(left.min * right.min), max: limited(left.max * right.max) };
}

/** Both ends times a factor, rounded up. */
export function factor(range: Range, by: number): Range {
  return { min: scaled(range.min, by), max: scaled(range.max, by) };
}

function scaled(value: bigint, by: number): bigint {
  const product = Math.ceil(Number(value) * by);
  return product >= 2 ** 64 ? maximum : BigInt(product);
}

/** The smallest range that contains both. */
export function union(left: Range | undefined, right: Range): Range {
  if (left === undefined) return right;
  return {
    min: left.min < right.min ? left.min : right.min,
    max: left.max > right.max ? left.max : right.max,
  };
}
