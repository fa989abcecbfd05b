// The three formats of a quantity's suffix. A quantity keeps the format of its input.

/** `DecimalSI`: 12M. `BinarySI`: 12Mi. `DecimalExponent`: 12e6. */
export type QuantityFormat = "DecimalSI" | "BinarySI" | "DecimalExponent";

/** The value of a suffix: a power of 10 or, for `BinarySI`, of 2. */
export interface Magnitude {
  readonly format: QuantityFormat;
  readonly exponent: number;
}

/** Suffixes of powers of 1000, from 10^-9 on. */
const decimalSuffixes = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
/** Suffixes of powers of 1024, from 2^0 on. */
const binarySuffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

const exponentMax = 2 ** 31 - 1;

/** Returns the magnitude of a suffix, or `undefined` for any other string. */
export function parseSuffix(suffix: string): Magnitude | undefined {
  const decimal = decimalSuffixes.indexOf(suffix);
  if (decimal !== -1) return { format: "DecimalSI", exponent: (decimal - 3) * 3 };
  const binary = binarySuffixes.indexOf(suffix);
  if (binary !== -1) return { format: "BinarySI", exponent: binary * 10 };
  if (!/^[eE][+-]?\d{1,12}$/.test(suffix)) return undefined;
  const exponent = Number(suffix.slice(1));
  return Math.abs(exponent) > exponentMax ? undefined : { format: "DecimalExponent", exponent };
}

/** The suffix of a power of 10 whose exponent is a multiple of 3; `undefined` if the format has no such suffix. */
export function decimalSuffix(exponent: number, format: "DecimalSI" | "DecimalExponent"): string | undefined {
  if (format === "DecimalSI") return decimalSuffixes[exponent / 3 + 3];
  return exponent === 0 ? "" : `e${exponent}`;
}

/** Returns the suffix of a power of 1024, or `undefined` for larger powers. */
export function binarySuffix(power: number): string | undefined {
  return binarySuffixes[power];
}
