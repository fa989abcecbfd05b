// Durations in Go's notation: `30s`, `1m30s`, `1.5h`, `-2ms`, `0`. https://pkg.go.dev/time#ParseDuration
import { quoteGoString } from "../field/go-format.ts";

const duration = /^[+-]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/u;
const durationPart = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gu;
const validStart = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))*/u;
const numberAndUnit = /^(?:\d+\.?\d*|\.\d+)([^\d.]*)/u;

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Parses a duration. Returns milliseconds, negative for a negative duration, or `undefined` for any other text. */
export function parseGoDuration(text: string): number | undefined {
  if (!duration.test(text)) return undefined;
  let ms = 0;
  for (const [, amount, unit = ""] of text.matchAll(durationPart)) ms += Number(amount) * (unitMs[unit] ?? 0);
  return text.startsWith("-") ? -ms : ms;
}

/** Returns the error of Go's `time.ParseDuration` for a text that `parseGoDuration` does not accept. */
export function goDurationProblem(text: string): string {
  const quoted = quoteGoString(text);
  const [, unit] = numberAndUnit.exec(text.replace(validStart, "")) ?? [];
  if (unit === undefined) return `time: invalid duration ${quoted}`;
  if (unit === "") return `time: missing unit in duration ${quoted}`;
  return `time: unknown unit ${quoteGoString(unit)} in duration ${quoted}`;
}
