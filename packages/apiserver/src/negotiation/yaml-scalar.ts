/**
 * The value of a plain scalar in YAML 1.1 as Kubernetes parses it, without numbers of base 60: `yes` and `on` are true, `010` is eight,
 * `1_000` is a thousand. A date is a string. https://yaml.org/type/
 */

/** A boolean, a number (a `bigint` if a number is not exact), null, or the string itself. */
export type ScalarValue = string | number | bigint | boolean | null;

/** The value of a plain scalar without a tag. */
export function resolvePlain(text: string): ScalarValue {
  const value = exactValueOf(text);
  if (typeof value !== "bigint") return value;
  // Integers beyond int64 are not exact in JSON.
  return value > int64Max || Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** A key of a map that is a float to Go, also if its value is an integer. */
export class FloatKey {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** The value of a plain scalar as a key: an integer is a `bigint`. */
export function resolvePlainKey(text: string): string | bigint | boolean | null | FloatKey {
  const value = exactValueOf(text);
  return typeof value === "number" ? new FloatKey(value) : value;
}

/** An integer is a `bigint`, and a float is a number. */
function exactValueOf(text: string): ScalarValue {
  const word = words.get(text);
  if (word !== undefined) return word;
  return numberStart.test(text) ? (numberOf(text) ?? text) : text;
}

const words: ReadonlyMap<string, ScalarValue> = new Map<string, ScalarValue>([
  ...inEachCase(["y", "yes", "on", "true"], true),
  ...inEachCase(["n", "no", "off", "false"], false),
  ...inEachCase(["null"], null),
  ["~", null],
  ["", null],
  ...inEachCase([".inf", "+.inf"], Infinity),
  ...inEachCase(["-.inf"], -Infinity),
  [".nan", NaN],
  [".NaN", NaN],
  [".NAN", NaN],
]);

/** `word`, `Word` and `WORD`. */
function inEachCase(list: readonly string[], value: ScalarValue): readonly (readonly [string, ScalarValue])[] {
  return list.flatMap((word) => {
    const capital = word.replace(/[a-z]/u, (letter) => letter.toUpperCase());
    return [word, capital, word.toUpperCase()].map((each) => [each, value] as const);
  });
}

const numberStart = /^[-+.\d]/u;
const integer = /^([-+]?)(?:0[xX]([\da-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9]\d*))$/u;
const float = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/u;

function numberOf(text: string): number | bigint | undefined {
  // A number that begins with its decimal point has no underscores.
  const plain = text.startsWith(".") ? text : text.replaceAll("_", "");
  const whole = plain.length > integerLengthMax ? null : integer.exec(plain);
  if (whole !== null) {
    const [, sign, hexadecimal, binary, octal, decimal] = whole;
    const size = sizeOf({ "0x": hexadecimal, "0b": binary, "0o": octal, "": decimal });
    const value = sign === "-" ? -size : size;
    if (value <= uint64Max && value >= -int64Max - 1n) return value;
    return decimal === undefined ? undefined : Number(value);
  }
  const value = float.test(plain) ? Number(plain) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

export const int64Max: bigint = 2n ** 63n - 1n;
const uint64Max = 2n ** 64n - 1n;
/** A sign, a prefix and 64 binary digits. A longer string is not an integer, also if it begins with zeros. */
const integerLengthMax = 67;

function sizeOf(digits: Readonly<Record<string, string | undefined>>): bigint {
  const [base, given] = Object.entries(digits).find(([, each]) => each !== undefined) ?? ["", "0"];
  return BigInt(base + (given ?? "0"));
}
