// Times in the format of the API: RFC 3339 in UTC, whole seconds (Time) or six digits of a second (MicroTime). Functions
// take milliseconds since the epoch, as a clock returns them.
import { parseGoTime } from "./go-time.ts";

/** `2026-11-20T21:26:30Z`: creation, deletion and transition times. Fractions of a second are cut off. */
export function formatTime(ms: number): string {
  const second = Math.floor(ms / 1000);
  // Many objects are written within one second, and formatting a date costs more than most of the other steps of a write.
  if (second !== lastFormatted.second) {
    lastFormatted = { second, text: `${new Date(ms).toISOString().slice(0, 19)}Z` };
  }
  return lastFormatted.text;
}

let lastFormatted = { second: Number.NaN, text: "" };

/** `2026-11-20T21:26:30.123000Z`: times of leases and events. */
export function formatMicroTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 23)}000Z`;
}

/**
 * Parses an RFC 3339 time of any zone and precision. Returns milliseconds since the epoch, without smaller fractions, or `undefined` for any
 * other string.
 */
export function parseTime(text: string): number | undefined {
  const time = parseGoTime(text);
  return typeof time === "string" ? undefined : time.seconds * 1000 + Math.floor(time.nanos / 1_000_000);
}
