// 64-bit integers and doubles. An `int` is a number while it is a safe integer and a bigint beyond; each value has exactly
// one form, so `===` compares ints. Results that do not fit into 64 bits are errors.

import { CelError } from "./error.ts";

/** A floating-point number. */
export class Double {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** An unsigned integer. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint | number) {
    this.value = BigInt(value);
  }
}

/** A signed integer in its one form. */
export type Int = number | bigint;

const intMin = -(2n ** 63n);
const intMax = 2n ** 63n - 1n;
const uintMax = 2n ** 64n - 1n;

/** The form of an integer that is known to fit. */
export function toInt(value: bigint): Int {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

/** The form of an integer, or an error if it does not fit. */
export function checkedInt(value: bigint): Int | CelError {
  return value < intMin || value > intMax ? new CelError("integer overflow") : toInt(value);
}

/** An unsigned integer, or an error if it does not fit. */
export function checkedUint(value: bigint): Uint | CelError {
  return value < 0n || value > uintMax ? new CelError("unsigned integer overflow") : new Uint(value);
}

/** The value of decimal digits; `undefined` for any other string, and above 64 bits. Converting a long string takes more than linear time. */
export function parseDigits(digits: string): bigint | undefined {
  const significant = digits.replace(/^0+/, "");
  if (digits === "" || !/^\d{0,20}$/.test(significant)) return undefined;
  const value = BigInt(significant);
  return value > uintMax ? undefined : value;
}

export function addInts(left: Int, right: Int): Int | CelError {
  if (typeof left === "number" && typeof right === "number") {
    const sum = left + right;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return checkedInt(BigInt(left) + BigInt(right));
}

export function subtractInts(left: Int, right: Int): Int | CelError {
  if (typeof left === "number" && typeof right === "number") {
    const difference = left - right;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return checkedInt(BigInt(left) - BigInt(right));
}

export function multiplyInts(left: Int, right: Int): Int | CelError {
  if (typeof left === "number" && typeof right === "number") {
    const product = left * right;
    if (Number.isSafeInteger(product)) return product + 0; // Adding 0 turns -0 into 0.
  }
  return checkedInt(BigInt(left) * BigInt(right));
}

export function divideInts(left: Int, right: Int): Int | CelError {
  if (right === 0) return new CelError("division by zero");
  if (typeof left === "number" && typeof right === "number") return (left - (left % right)) / right + 0;
  return checkedInt(BigInt(left) / BigInt(right));
}

export function moduloInts(left: Int, right: Int): Int | CelError {
  if (right === 0) return new CelError("modulus by zero");
  if (typeof left === "number" && typeof right === "number") return (left % right) + 0;
  // The reference rejects the one quotient that does not fit, although the remainder would fit.
  if (BigInt(left) === intMin && right === -1) return new CelError("integer overflow");
  return toInt(BigInt(left) % BigInt(right));
}

export function negateInt(value: Int): Int | CelError {
  return subtractInts(0, value);
}

/** The integer part of a double. */
export function doubleToInt(value: number): Int | CelError {
  // Both bounds are outside, because they are not exact as doubles.
  if (!(value > -(2 ** 63) && value < 2 ** 63)) return new CelError("integer overflow");
  return toInt(BigInt(Math.trunc(value)));
}

/** The integer part of a double. */
export function doubleToUint(value: number): Uint | CelError {
  if (!(value >= 0 && value < 2 ** 64)) return new CelError("unsigned integer overflow");
  return new Uint(BigInt(Math.trunc(value)));
}

/** The order of two numbers of any kinds; an error if one is not a number. */
export function compareNumbers(left: Int | Double | Uint, right: Int | Double | Uint): number | CelError {
  if (typeof left === "number" && typeof right === "number") return left < right ? -1 : left > right ? 1 : 0;
  const [leftValue, rightValue] = [plain(left), plain(right)];
  if (Number.isNaN(leftValue) || Number.isNaN(rightValue)) return new CelError("NaN values cannot be ordered");
  // The reference compares with a double as doubles, inside the range of the integer.
  if (left instanceof Double) return -compareWithDouble(rightValue, left.value) + 0;
  if (right instanceof Double) return compareWithDouble(leftValue, right.value);
  return leftValue < rightValue ? -1 : leftValue > rightValue ? 1 : 0;
}

/** Whether two numbers of any kinds are equal. NaN equals nothing. */
export function isEqualNumber(left: Int | Double | Uint, right: Int | Double | Uint): boolean {
  if (typeof left !== "object" && typeof right !== "object") return left === right;
  return compareNumbers(left, right) === 0;
}

function plain(value: Int | Double | Uint): number | bigint {
  return typeof value === "object" ? value.value : value;
}

function compareWithDouble(integer: number | bigint, double: number): number {
  const left = Number(integer);
  return left < double ? -1 : left > double ? 1 : 0;
}

/** Converts a number to an equal integer. Returns `undefined` if none is equal. */
export function losslessInt(value: Double | Uint): Int | undefined {
  if (value instanceof Uint) return value.value <= intMax ? toInt(value.value) : undefined;
  if (!Number.isInteger(value.value)) return undefined;
  const converted = doubleToInt(value.value);
  return converted instanceof CelError ? undefined : converted;
}
