// Durations in Go's notation: `30s`, `1m30s`, `1.5h`, `-2ms`, `0`. https://pkg.go.dev/time#ParseDuration
import { quoteTime } from "./quote.ts";

const nanosPerUnit: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1000n],
  ["µs", 1000n],
  ["μs", 1000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

/** Parses a duration. Returns nanoseconds, or `undefined` for other text and for durations that do not fit into 64 bits. */
export function parseGoDuration(text: string): bigint | undefined {
  const nanos = readDuration(text);
  return typeof nanos === "string" ? undefined : nanos;
}

/** Returns the error of Go's `time.ParseDuration`, or `undefined` for a duration. */
export function goDurationProblem(text: string): string | undefined {
  const problem = readDuration(text);
  return typeof problem === "string" ? problem : undefined;
}

/** Prints a duration of at least 0 as Go's `time.Duration`: `1h2m3.5s`, `500.25ms`. */
export function formatGoDuration(ms: number): string {
  const nanos = Math.round(ms * 1e6);
  if (nanos === 0) return "0s";
  if (nanos < 1e3) return `${nanos}ns`;
  if (nanos < 1e6) return `${nanos / 1e3}µs`;
  if (nanos < 1e9) return `${nanos / 1e6}ms`;
  const minutes = Math.floor(nanos / 60e9);
  const seconds = `${(nanos % 60e9) / 1e9}s`;
  if (minutes === 0) return seconds;
  return minutes < 60 ? `${minutes}m${seconds}` : `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}`;
}

/** The nanoseconds, or the error. */
function readDuration(text: string): bigint | string {
  const invalid = (): string => `time: invalid duration ${quoteTime(text)}`;
  const magnitude = text.replace(/^[+-]/, "");
  if (magnitude === "0") return 0n;
  if (magnitude === "") return invalid();
  const part = /(\d*)(?:\.(\d*))?([^\d.]*)/uy;
  let nanos = 0n;
  while (part.lastIndex < magnitude.length) {
    const [, whole = "", fraction = "", unit = ""] = part.exec(magnitude) ?? [];
    if (whole === "" && fraction === "") return invalid();
    if (unit === "") return `time: missing unit in duration ${quoteTime(text)}`;
    const scale = nanosPerUnit.get(unit);
    if (scale === undefined) return `time: unknown unit ${quoteTime(unit)} in duration ${quoteTime(text)}`;
    // The digits are bounded before they are converted: the conversion of a long string takes more than linear time.
    if (whole.replace(/^0+/, "").length > digitsMax) return invalid();
    nanos += BigInt(whole) * scale + fractionOf(fraction.slice(0, fractionDigitsMax), scale);
    if (nanos > 2n ** 63n) return invalid();
  }
  const signed = text.startsWith("-") ? -nanos : nanos;
  return BigInt.asIntN(64, signed) === signed ? signed : invalid();
}

/** The digits of 2^63. */
const digitsMax = 19;
/** Digits of a fraction that count. */
const fractionDigitsMax = 18;

/** Go computes fractions in floating point. */
function fractionOf(digits: string, scale: bigint): bigint {
  return BigInt(Math.trunc(Number(digits) * (Number(scale) / 10 ** digits.length)));
}
