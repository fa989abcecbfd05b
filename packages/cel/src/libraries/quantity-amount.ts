// The forms of quantities in the reference. A quantity with few digits is a 64-bit number with a decimal scale; others are
// decimals of any size. Only the first form can be read as an integer, and only without a negative scale. So `1000m` is not
// an integer, although its value is 1.

/** The first form: `value * 10^scale`. */
export interface Amount {
  readonly value: bigint;
  readonly scale: number;
}

const digitsMax = 18;
const scaleMin = -9;
const binaryShifts: ReadonlyMap<string, number> = new Map([
  ["Ki", 10],
  ["Mi", 20],
  ["Gi", 30],
  ["Ti", 40],
  ["Pi", 50],
  ["Ei", 60],
]);
const decimalScales: ReadonlyMap<string, number> = new Map([
  ["n", -9],
  ["u", -6],
  ["m", -3],
  ["", 0],
  ["k", 3],
  ["M", 6],
  ["G", 9],
  ["T", 12],
  ["P", 15],
  ["E", 18],
]);

/** The form that a valid text is read into; undefined for the form of any size. */
export function amountOf(text: string): Amount | undefined {
  const [, sign = "", digits = "", fraction = "", suffix = ""] =
    /^([+-]?)(\d*)(?:\.(\d*))?([A-Za-z]*[+-]?\d*)$/.exec(text) ?? [];
  const whole = digits.replace(/^0+(?=\d)/, "");
  const shift = binaryShifts.get(suffix);
  const negate = (value: bigint): bigint => (sign === "-" ? -value : value);
  if (shift !== undefined) {
    const precision = 15 - whole.length - Math.trunc((shift * 3) / 10) - 1;
    if (fraction !== "" || precision < 0) return undefined;
    const value = BigInt(whole || "0") << BigInt(shift);
    return fits(value) ? { value: negate(value), scale: 0 } : undefined;
  }
  const scale = (decimalScales.get(suffix) ?? Number(suffix.slice(1))) - fraction.length;
  if (whole.length + fraction.length > digitsMax || scale < scaleMin) return undefined;
  return { value: negate(BigInt(whole + fraction || "0")), scale };
}

/** The sum; undefined if it needs the form of any size. */
export function addAmounts(left: Amount | undefined, right: Amount | undefined): Amount | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (right.value === 0n) return left;
  if (left.value === 0n) return right;
  const scale = Math.min(left.scale, right.scale);
  const [first, second] = [scaled(left, scale), scaled(right, scale)];
  if (first === undefined || second === undefined || !fits(first + second)) return undefined;
  return { value: first + second, scale };
}

/** The amount as an integer; `undefined` if the form cannot be read as an integer. */
export function integerOf(amount: Amount | undefined): bigint | undefined {
  if (amount === undefined || amount.scale < 0) return undefined;
  return scaled(amount, 0);
}

function scaled({ value, scale }: Amount, to: number): bigint | undefined {
  if (scale - to > digitsMax) return value === 0n ? 0n : undefined;
  const result = value * 10n ** BigInt(scale - to);
  return fits(result) ? result : undefined;
}

function fits(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
