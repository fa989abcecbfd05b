// The canonical form of a quantity: no fraction, no loss of precision, the largest suffix, and the format of the quantity.

import type { ParsedQuantity } from "./quantity.ts";
import { parseQuantity, quantityValue } from "./quantity.ts";
import { binarySuffix, decimalSuffix } from "./suffix.ts";

/**
 * Formats a quantity as kube-apiserver does. Parsing the result gives an equal quantity, except for a multiple of 1000 `E` or 1024 `Ei`: as in
 * kube-apiserver, a magnitude without a suffix is lost, and `1000E` is `1`.
 */
export function formatQuantity(quantity: ParsedQuantity): string {
  if (quantity.text !== undefined) return quantity.text;
  if (quantity.unscaled === 0n) return "0";
  if (quantity.format !== "BinarySI") return formatDecimal(quantity, quantity.format);
  return isBinary(quantity) ? formatBinary(quantityValue(quantity)) : formatDecimal(quantity, "DecimalSI");
}

// Fractions and numbers below 1024 have no binary suffix; they print as decimals.
function isBinary(quantity: ParsedQuantity): boolean {
  const whole = quantityValue(quantity);
  const isWhole = quantity.exponent >= 0 || quantity.unscaled % 10n ** BigInt(-quantity.exponent) === 0n;
  return isWhole && (whole >= 1024n || whole <= -1024n);
}

function formatBinary(value: bigint): string {
  let mantissa = value;
  let power = 0;
  while (mantissa % 1024n === 0n) {
    mantissa /= 1024n;
    power++;
  }
  return `${mantissa}${binarySuffix(power) ?? ""}`;
}

function formatDecimal({ unscaled, exponent }: ParsedQuantity, format: "DecimalSI" | "DecimalExponent"): string {
  const digits = String(unscaled);
  const zeros = digits.length - digits.replace(/0+$/, "").length;
  // Moves zeros to the exponent, which must be a multiple of three.
  const chosen = exponent + zeros - modulo(exponent + zeros, 3);
  const shift = exponent - chosen;
  const mantissa = shift >= 0 ? digits + "0".repeat(shift) : digits.slice(0, shift);
  return mantissa + (decimalSuffix(chosen, format) ?? "");
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

/** Returns the canonical form of a quantity, such as `"1536Mi"` for `"1.5Gi"`, or `undefined` for a string that is not a quantity. */
export function canonicalQuantity(text: string): string | undefined {
  if (canonicalInteger.test(text)) return text;
  try {
    return formatQuantity(parseQuantity(text));
  } catch {
    return undefined;
  }
}

/** The conversion of long integers is slow. Three zeros would be written as a suffix. */
const canonicalInteger = /^[1-9]\d*(?<!000)$/;
