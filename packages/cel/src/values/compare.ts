// Equality and order of values. Numbers of different kinds compare by value; values of other different types are unequal.

import { CelType, isSameType } from "../types/type.ts";
import type { Int } from "./numbers.ts";
import { compareNumbers, Double, isEqualNumber, Uint } from "./numbers.ts";
import { Duration, Timestamp } from "./time.ts";
import type { Value } from "./value.ts";
import { CelError, ListValue, MapValue, noSuchOverload, OpaqueValue, Optional } from "./value.ts";

/** Whether a value is a number of any kind. */
export function isNumber(value: Value): value is Int | Double | Uint {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Double || value instanceof Uint;
}

/** Whether two values are equal. Some types cannot be compared with others; that is an error. */
export function equal(left: Value, right: Value): boolean | CelError {
  if (left === null || right === null) return left === right;
  if (typeof left === "string" || typeof left === "boolean") return left === right;
  if (isNumber(left)) return isNumber(right) && isEqualNumber(left, right);
  if (left instanceof CelError) return left;
  if (left instanceof ListValue || left instanceof MapValue || left instanceof OpaqueValue) return left.equals(right);
  if (left instanceof Optional) return equalOptional(left, right);
  if (left instanceof CelType) return right instanceof CelType && isSameRuntimeType(left, right);
  if (left instanceof Uint8Array) return right instanceof Uint8Array && Buffer.compare(left, right) === 0;
  if (left instanceof Duration) return right instanceof Duration && left.nanos === right.nanos;
  return right instanceof Timestamp && left.nanos === right.nanos;
}

function equalOptional(left: Optional, right: Value): boolean | CelError {
  if (!(right instanceof Optional)) return false;
  if (left.value === undefined || right.value === undefined) return left.value === right.value;
  return equal(left.value, right.value);
}

// Types are compared by name: at run time, lists do not have the type of their items.
function isSameRuntimeType(left: CelType, right: CelType): boolean {
  return isSameType(left, right) || (left.kind === right.kind && left.name === right.name);
}

/** The order of two values: negative, zero or positive. An error if they cannot be ordered. */
export function compare(left: Value, right: Value): number | CelError {
  if (isNumber(left)) return isNumber(right) ? compareNumbers(left, right) : failureOf(right);
  if (typeof left === "string") return typeof right === "string" ? compareStrings(left, right) : failureOf(right);
  if (typeof left === "boolean") return typeof right === "boolean" ? Number(left) - Number(right) : failureOf(right);
  if (left instanceof Uint8Array) {
    return right instanceof Uint8Array ? Buffer.compare(left, right) : failureOf(right);
  }
  if (left instanceof Duration) return right instanceof Duration ? order(left.nanos, right.nanos) : failureOf(right);
  if (left instanceof Timestamp) return right instanceof Timestamp ? order(left.nanos, right.nanos) : failureOf(right);
  return noSuchOverload();
}

/** Whether values of this type have an order. */
export function isComparable(value: Value): boolean {
  return !(compare(value, value) instanceof CelError) || (value instanceof Double && Number.isNaN(value.value));
}

function failureOf(value: Value): CelError {
  return value instanceof CelError ? value : noSuchOverload();
}

function order(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The order of two texts by code points, which is that of their UTF-8 bytes. */
export function compareStrings(left: string, right: string): number {
  if (left === right) return 0;
  for (let index = 0; ; index++) {
    const [leftUnit, rightUnit] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (Number.isNaN(leftUnit)) return -1;
    if (Number.isNaN(rightUnit)) return 1;
    if (leftUnit !== rightUnit) return rank(leftUnit) - rank(rightUnit);
  }
}

// Characters that surrogates encode come after all others.
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}
