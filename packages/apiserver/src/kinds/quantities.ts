/** Calculations with the quantities of decoded objects, which are canonical strings. */
import {
  addQuantities,
  compareQuantities as compare,
  field,
  formatQuantity,
  parseQuantity,
  quantityValue,
} from "@kubewright/apimachinery";
import type { FieldError, FieldPath, ParsedQuantity } from "@kubewright/apimachinery";

/** Returns a negative number, zero or a positive number if the left quantity is less than, equal to or greater than the right one. */
export function compareQuantities(left: string | number, right: string | number): number {
  return left === right ? 0 : compare(parsed(left), parsed(right));
}

export function isPositiveQuantity(quantity: string | number): boolean {
  return /^\+?[0.]*[1-9]/.test(String(quantity));
}

/** Rounds a quantity up to a whole number. */
export function wholeQuantity(quantity: string | number): string {
  if (isIntegerQuantity(quantity)) return String(quantity);
  const { format } = parsed(quantity);
  return formatQuantity({ unscaled: quantityValue(parsed(quantity)), exponent: 0, format });
}

/** Whether a quantity is a whole number. */
export function isIntegerQuantity(quantity: string | number): boolean {
  // A canonical quantity has a suffix below one only if it is not whole.
  return !/[mun]$/u.test(String(quantity));
}

export function isNegativeQuantity(quantity: string | number): boolean {
  return /^-[0.]*[1-9]/.test(String(quantity));
}

/** Returns the canonical sum. */
export function sumOfQuantities(left: string | number, right: string | number): string {
  return formatQuantity(addQuantities(parsed(left), parsed(right)));
}

/** Whether `quantity` is a multiple of `unit`, in thousandths. */
export function isWholeMultiple(quantity: string | number, unit: string | number): boolean {
  const thousandths = (value: string | number): bigint => quantityValue(parsed(value), -3);
  return thousandths(quantity) % thousandths(unit) === 0n;
}

/** Rejects a negative quantity. The error has the whole number, rounded away from zero. */
export function checkWholeQuantity(quantity: string | number, path: FieldPath): readonly FieldError[] {
  const whole = Number(quantityValue(parsed(quantity)));
  return whole < 0 ? [field.invalid(path, whole, "must be a valid resource quantity")] : [];
}

/** Divides `quantity` by `unit`, as the reference does: in thousandths if both fit into 64 bits, otherwise in whole numbers. */
export function ratioOf(quantity: string | number, unit: string | number): number {
  const inUnits = (value: string | number, scale: number): number => Number(quantityValue(parsed(value), scale));
  const isLarge = Math.max(inUnits(quantity, 0), inUnits(unit, 0)) >= thousandthsMax;
  return isLarge ? inUnits(quantity, 0) / inUnits(unit, 0) : inUnits(quantity, -3) / inUnits(unit, -3);
}

/** The thousandths of larger numbers do not fit into 64 bits. */
const thousandthsMax = Number(2n ** 63n / 1000n);

/** Whether the thousandths of a quantity fit into 64 bits. */
export function fitsMilliValue(quantity: string | number): boolean {
  return int64Value(quantity) <= milliValueMax;
}

const milliValueMax = (2n ** 63n - 1n) / 1000n;

/** The whole number of units of `10^scale`, rounded away from zero and truncated to 64 bits as in Go. */
export function int64Value(quantity: string | number, scale = 0): bigint {
  const value = parsed(quantity);
  // A multiple of 10^64 is a multiple of 2^64.
  return value.exponent - scale >= 64 ? 0n : BigInt.asIntN(64, quantityValue(value, scale));
}

function parsed(quantity: string | number): ParsedQuantity {
  return parseQuantity(String(quantity));
}
