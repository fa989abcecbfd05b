// Ages as kubectl prints them: at most two units, and one unit for large values.
import { parseTime } from "@kubewright/apimachinery";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** The time since `timestamp`, such as `35s`, `12m`, `5d3h`; `<unknown>` without a timestamp. */
export function formatAge(timestamp: string | null | undefined, now: Date): string {
  const at = typeof timestamp === "string" ? parseTime(timestamp) : undefined;
  return at === undefined ? "<unknown>" : formatDuration(now.getTime() - at);
}

/** A duration in milliseconds, as an age. A duration of less than two seconds below zero is clock skew, and counts as zero. */
export function formatDuration(ms: number): string {
  if (ms <= -2 * second) return "<invalid>";
  if (ms < 0) return "0s";
  if (ms < 2 * minute) return `${whole(ms, second)}s`;
  if (ms < 10 * minute) return pair(whole(ms, minute), "m", whole(ms % minute, second), "s");
  if (ms < 3 * hour) return `${whole(ms, minute)}m`;
  if (ms < 8 * hour) return pair(whole(ms, hour), "h", whole(ms % hour, minute), "m");
  if (ms < 2 * day) return `${whole(ms, hour)}h`;
  if (ms < 8 * day) return pair(whole(ms, day), "d", whole(ms % day, hour), "h");
  if (ms < 2 * year) return `${whole(ms, day)}d`;
  if (ms < 8 * year) return pair(whole(ms, year), "y", whole(ms % year, day), "d");
  return `${whole(ms, year)}y`;
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}

function whole(ms: number, unit: number): number {
  return Math.floor(ms / unit);
}
