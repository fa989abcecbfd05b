/** Resource quantities as the kinds need them: canonical texts, and comparisons of two texts. */
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities as compare,
  formatQuantity,
  parseQuantity,
  quantityValue,
} from "@kubewright/apimachinery";
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";

/** The canonical text of a quantity. */
export function textOf(quantity: string | number): string {
  return canonicalQuantity(String(quantity)) ?? String(quantity);
}

/** Negative, zero or positive, as the left one is less than, equal to or more than the right one. */
export function compareQuantities(left: string | number, right: string | number): number {
  return compare(parseQuantity(String(left)), parseQuantity(String(right)));
}

export function isPositiveQuantity(quantity: string | number): boolean {
  return compareQuantities(quantity, 0) > 0;
}

/** Whether it counts whole things; thousandths are the smallest parts that matter. */
export function isIntegerQuantity(quantity: string | number): boolean {
  // A canonical text has a suffix below one only when it must.
  return !/[mun]$/u.test(canonicalQuantity(String(quantity)) ?? "");
}

export function isNegativeQuantity(quantity: string | number): boolean {
  return compareQuantities(quantity, 0) < 0;
}

/** The sum, in its canonical form. */
export function sumOfQuantities(left: string | number, right: string | number): string {
  return formatQuantity(addQuantities(parseQuantity(String(left)), parseQuantity(String(right))));
}

/** Whether `quantity` is so many times `unit`, down to thousandths. */
export function isWholeMultiple(quantity: string | number, unit: string | number): boolean {
  const thousandths = (value: string | number): bigint => quantityValue(parseQuantity(String(value)), -3);
  return thousandths(quantity) % thousandths(unit) === 0n;
}

/** An error for less than nothing, with the whole number, rounded away from zero, as the value. */
export function checkWholeQuantity(quantity: string | number, path: FieldPath): readonly FieldError[] {
  const whole = Number(quantityValue(parseQuantity(String(quantity))));
  return whole < 0 ? [field.invalid(path, whole, "must be a valid resource quantity")] : [];
}

/** How many times `quantity` is `unit`, from thousandths as long as those are numbers that the reference counts with. */
export function ratioOf(quantity: string | number, unit: string | number): number {
  const inUnits = (value: string | number, scale: number): number =>
    Number(quantityValue(parseQuantity(String(value)), scale));
  const isLarge = Math.max(inUnits(quantity, 0), inUnits(unit, 0)) >= thousandthsMax;
  return isLarge ? inUnits(quantity, 0) / inUnits(unit, 0) : inUnits(quantity, -3) / inUnits(unit, -3);
}

/** Of larger numbers, thousandths don't fit 64 bits. */
const thousandthsMax = Number(2n ** 63n / 1000n);
