// Quantities: exact fixed-point numbers with a suffix, as in `cpu: 100m` and `memory: 1.5Gi`. A quantity is an integer
// times a power of ten, never a floating-point number. Its canonical form has no fraction, the largest suffix,
// and the format of the input.
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/

import type { Magnitude, QuantityFormat } from "./suffix.ts";
import { parseSuffix } from "./suffix.ts";

/** A quantity: `unscaled * 10^exponent`. Immutable. */
export interface ParsedQuantity {
  readonly unscaled: bigint;
  /** At least -9: nothing is smaller than a billionth. */
  readonly exponent: number;
  readonly format: QuantityFormat;
  /** The input, if kube-apiserver prints it unchanged although it may not be canonical. */
  readonly text?: string;
}

/** A string that is not a quantity. The message is that of kube-apiserver. */
export class QuantityError extends Error {
  override readonly name = "QuantityError";
}

/** Two quantities that differ by too many orders of magnitude to be added. */
export class QuantityRangeError extends RangeError {
  override readonly name = "QuantityRangeError";
}

const smallestExponent = -9;
/** A quantity with this power of two (`Pi`) or a larger one needs digits. */
const binaryExponentWithDigits = 50;
/** The maximum of binary quantities. */
const binaryMax = 2n ** 63n - 1n;
/** Arithmetic rejects two numbers that are further apart, because their sum would have too many digits. */
const exponentDistanceMax = 1000;

/**
 * Parses a quantity. White space around it is not allowed. As in kube-apiserver, more than nine decimal places are rounded
 * away from zero, so a request for a small amount is not zero.
 *
 * @throws {QuantityError} with the message of kube-apiserver.
 */
export function parseQuantity(text: string): ParsedQuantity {
  const { sign, whole, fraction, magnitude } = partsOf(text);
  const digits = BigInt(`${whole}${fraction}` || "0") * (sign === "-" ? -1n : 1n);
  const { format, exponent } = magnitude;
  const quantity =
    format === "BinarySI"
      ? binaryQuantity(digits << BigInt(exponent), -fraction.length)
      : { ...rounded(digits, exponent - fraction.length, smallestExponent), format };
  return printsUnchanged(whole, fraction, magnitude) ? { ...quantity, text } : quantity;
}

/** Whether `parseQuantity` accepts a string. Takes less time for a long number, which is not computed. */
export function isQuantity(text: string): boolean {
  try {
    partsOf(text);
    return true;
  } catch {
    return false;
  }
}

interface QuantityParts {
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
  readonly magnitude: Magnitude;
}

function partsOf(text: string): QuantityParts {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?((?:[eEinumkKMGTP]+[-+]?|[-+])\d*|)$/.exec(text);
  const [, sign = "", whole = "", fraction = "", suffix = ""] = match ?? [];
  if (match === null || text === "") throw new QuantityError(wrongFormat);
  const magnitude = parseSuffix(suffix);
  if (magnitude === undefined) throw new QuantityError("unable to parse quantity's suffix");
  if (whole === "" && fraction === "" && !canLackDigits(magnitude)) {
    throw new QuantityError("unable to parse numeric part of quantity");
  }
  return { sign, whole, fraction, magnitude };
}

// kube-apiserver parses a string without digits as zero if its suffix is within the range of its fast path: "k", ".", "+".
function canLackDigits({ format, exponent }: { readonly format: QuantityFormat; readonly exponent: number }): boolean {
  return format === "BinarySI" ? exponent < binaryExponentWithDigits : exponent >= smallestExponent;
}

/** A quantity of a whole number. */
export function quantityOf(value: number | bigint, format: QuantityFormat = "DecimalSI"): ParsedQuantity {
  return { unscaled: BigInt(value), exponent: 0, format };
}

/** Less than, equal to or greater than zero if `left` is less than, equal to or greater than `right`. Exact for all formats. */
export function compareQuantities(left: ParsedQuantity, right: ParsedQuantity): number {
  if (left.exponent === right.exponent) return compare(left.unscaled, right.unscaled);
  const bySign = compare(signOf(left.unscaled), signOf(right.unscaled));
  if (bySign !== 0 || left.unscaled === 0n) return bySign;
  // Compares the magnitudes first, so that 1e1000000000 is cheap.
  const byPlace = compare(placeOf(left), placeOf(right));
  if (byPlace !== 0) return left.unscaled > 0n ? byPlace : -byPlace;
  const [leftUnscaled, rightUnscaled] = aligned(left, right);
  return compare(leftUnscaled, rightUnscaled);
}

/**
 * The exact sum, in the format of `left`, or of `right` if `left` is zero.
 *
 * @throws {QuantityRangeError} if the two differ by more than 1000 orders of magnitude.
 */
export function addQuantities(left: ParsedQuantity, right: ParsedQuantity): ParsedQuantity {
  if (Math.abs(left.exponent - right.exponent) > exponentDistanceMax) {
    throw new QuantityRangeError(
      `Cannot add quantities: exponents are ${left.exponent} and ${right.exponent}, expected at most ${exponentDistanceMax} apart`,
    );
  }
  const [leftUnscaled, rightUnscaled] = aligned(left, right);
  return {
    unscaled: leftUnscaled + rightUnscaled,
    exponent: Math.min(left.exponent, right.exponent),
    format: left.unscaled === 0n ? right.format : left.format,
  };
}

/** The exact difference. See `addQuantities`. */
export function subtractQuantities(left: ParsedQuantity, right: ParsedQuantity): ParsedQuantity {
  return addQuantities(left, negateQuantity(right));
}

/** The quantity with the opposite sign. */
export function negateQuantity({ unscaled, exponent, format }: ParsedQuantity): ParsedQuantity {
  return { unscaled: -unscaled, exponent, format };
}

/**
 * The whole number of units of `10^scale`, rounded away from zero: scale 0 for bytes, -3 for millicores.
 *
 * @throws {RangeError} if the quantity is 1000 or more orders of magnitude larger than the unit.
 */
export function quantityValue(quantity: ParsedQuantity, scale = 0): bigint {
  if (quantity.exponent - scale > exponentDistanceMax) {
    throw new RangeError(`Cannot take the value of a quantity: exponent is ${quantity.exponent}, expected less`);
  }
  const { unscaled, exponent } = rounded(quantity.unscaled, quantity.exponent, scale);
  return unscaled * 10n ** BigInt(exponent - scale);
}

const wrongFormat = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

function binaryQuantity(unscaled: bigint, exponent: number): ParsedQuantity {
  const amount = rounded(unscaled, exponent, smallestExponent);
  const whole = rounded(amount.unscaled, amount.exponent, 0);
  const isCapped = whole.unscaled > binaryMax || whole.unscaled < -binaryMax;
  if (isCapped) return { unscaled: unscaled < 0n ? -binaryMax : binaryMax, exponent: 0, format: "BinarySI" };
  const isFraction = amount.exponent < 0 && abs(amount.unscaled) < 10n ** BigInt(-amount.exponent);
  return { ...amount, format: isFraction && amount.unscaled !== 0n ? "DecimalSI" : "BinarySI" };
}

// kube-apiserver keeps the input if its fast path considers it canonical, based on the digits only: "1.234k" is not
// changed, and "1.5k" becomes "1500". Responses must be equal, so this does the same.
function printsUnchanged(
  whole: string,
  fraction: string,
  { format, exponent }: { format: QuantityFormat; exponent: number },
): boolean {
  const stripped = whole.replace(/^0+/, "");
  const shifted = `${stripped === "" ? "0" : stripped}${fraction}`;
  if (stripped === "" && fraction === "") return false;
  if (format !== "BinarySI") {
    const scale = exponent - fraction.length;
    const isFast = shifted.length <= 18 && scale >= smallestExponent;
    return isFast && scale % 3 === 0 && !shifted.endsWith("000") && !shifted.startsWith("0");
  }
  const isFast = fraction === "" && 15 - shifted.length - Math.trunc((exponent * 3) / 10) - 1 >= 0;
  return isFast && (BigInt(shifted) & 7n) !== 0n;
}

/** Rounds away from zero so that the exponent is at least `exponentMin`. */
function rounded(unscaled: bigint, exponent: number, exponentMin: number): { unscaled: bigint; exponent: number } {
  if (exponent >= exponentMin) return { unscaled, exponent };
  const places = exponentMin - exponent;
  // Fewer digits than places: less than a tenth of the unit, so no huge power must be computed.
  if (places > String(unscaled).length) return { unscaled: signOf(unscaled), exponent: exponentMin };
  const divisor = 10n ** BigInt(places);
  const isExact = unscaled % divisor === 0n;
  return { unscaled: unscaled / divisor + (isExact ? 0n : signOf(unscaled)), exponent: exponentMin };
}

function aligned(left: ParsedQuantity, right: ParsedQuantity): [bigint, bigint] {
  const exponent = Math.min(left.exponent, right.exponent);
  return [
    left.unscaled * 10n ** BigInt(left.exponent - exponent),
    right.unscaled * 10n ** BigInt(right.exponent - exponent),
  ];
}

function placeOf({ unscaled, exponent }: ParsedQuantity): number {
  return String(abs(unscaled)).length + exponent;
}

function signOf(value: bigint): bigint {
  return value > 0n ? 1n : value < 0n ? -1n : 0n;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function compare<T extends bigint | number>(left: T, right: T): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
