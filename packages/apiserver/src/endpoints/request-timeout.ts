// `?timeout=` of a request: how long it may take. Only webhooks take any time here.
import { badRequest } from "@kubewright/apimachinery";

/** A duration in the notation of Go: `30s`, `1m30s`, `1.5h`, `0`. */
const duration = /^[+-]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const durationPart = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;
const unitMs: { readonly [unit: string]: number } = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** No request but a watch may take longer, whatever it asks for. */
const timeLimitMaxMs = 60_000;

/** Throws 400 for a time limit that is no duration. */
export function assertTimeout(query: URLSearchParams): void {
  const timeout = query.get("timeout");
  if (timeout === null || timeout === "" || duration.test(timeout)) return;
  throw badRequest(
    `invalid timeout specified in the request URL - time: ${problemOf(timeout)} ${JSON.stringify(timeout)}`,
  );
}

function problemOf(timeout: string): string {
  const [, unit] =
    /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))*(?:\d+\.?\d*|\.\d+)([^\d.]*)/.exec(timeout) ?? [];
  if (unit === undefined) return "invalid duration";
  return unit === "" ? "missing unit in duration" : `unknown unit ${JSON.stringify(unit)} in duration`;
}

/** How long a request may take, in milliseconds, given a query that has been checked. */
export function timeLimitOf(query: URLSearchParams): number {
  const timeout = query.get("timeout");
  if (timeout === null) return timeLimitMaxMs;
  let ms = 0;
  for (const [, number, unit = ""] of timeout.matchAll(durationPart)) {
    ms += Number(number) * (unitMs[unit] ?? 0);
  }
  return ms === 0 ? timeLimitMaxMs : Math.min(ms, timeLimitMaxMs);
}
