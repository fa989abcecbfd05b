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
  // A canonical quantity has a suffix below one only if it is not whole.
  if (!/[mun]$/u.test(String(quantity))) return String(quantity);
  const { format } = parsed(quantity);
  return formatQuantity({ unscaled: quantityValue(parsed(quantity)), exponent: 0, format });
}

/** Whether a quantity is a whole number: its thousandths are a multiple of 1000. As in Go, those of a large number overflow, so `1Ei` is not whole. */
export function isIntegerQuantity(quantity: string | number): boolean {
  return int64Value(quantity, -3) % 1000n === 0n;
}

export function isNegativeQuantity(quantity: string | number): boolean {
  return /^-[0.]*[1-9]/.test(String(quantity));
}

/** Returns the canonical sum. */
export function sumOfQuantities(left: string | number, right: string | number): string {
  return formatQuantity(addQuantities(parsed(left), parsed(right)));
}

/** Whether `quantity` is a multiple of `unit`. Both are rounded up to whole numbers. */
export function isMultiple(quantity: string | number, unit: string | number): boolean {
  const divisor = int64Value(unit);
  return divisor !== 0n && int64Value(quantity) % divisor === 0n;
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

/** The whole number of units of `10^scale`, rounded away from zero. As in Go, a number that does not fit into 64 bits is truncated or zero. */
export function int64Value(quantity: string | number, scale = 0): bigint {
  const value = parsed(quantity);
  const places = value.exponent - scale;
  // A multiple of 10^64 is a multiple of 2^64.
  if (places >= 64) return 0n;
  const whole = quantityValue(value, scale);
  const truncated = BigInt.asIntN(64, whole);
  if (truncated === whole) return whole;
  // Go multiplies a number of few digits by ten until the product overflows. It multiplies once for some numbers of places.
  const isShort = value.format !== "BinarySI" && value.unscaled < 10n ** 18n && value.unscaled > -(10n ** 18n);
  return isShort && ![1, 2, 3, 6, 9].includes(places) ? 0n : truncated;
}

function parsed(quantity: string | number): ParsedQuantity {
  return parseQuantity(String(quantity));
}
