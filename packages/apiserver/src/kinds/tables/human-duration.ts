/** Durations as `kubectl get` shows them: two units at most, coarser the longer ago. */
import type { ReadonlyObject } from "../../registry/api-object.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/**
 * A duration for people: `35s`, `12m`, `5m30s`, `3h20m`, `2d4h`, `400d`, `3y12d`. Negative ones within two seconds are clocks
 * that disagree and count as now; others are `<invalid>`.
 */
export function humanDuration(milliseconds: number): string {
  if (milliseconds <= -2 * second) return "<invalid>";
  if (milliseconds < 0) return "0s";
  if (milliseconds < 2 * minute) return `${Math.floor(milliseconds / second)}s`;
  if (milliseconds < 10 * minute) return twoUnits(milliseconds, minute, "m", second, "s");
  if (milliseconds < 3 * hour) return `${Math.floor(milliseconds / minute)}m`;
  if (milliseconds < 8 * hour) return twoUnits(milliseconds, hour, "h", minute, "m");
  if (milliseconds < 2 * day) return `${Math.floor(milliseconds / hour)}h`;
  if (milliseconds < 8 * day) return twoUnits(milliseconds, day, "d", hour, "h");
  if (milliseconds < 2 * year) return `${Math.floor(milliseconds / day)}d`;
  if (milliseconds < 8 * year) return twoUnits(milliseconds, year, "y", day, "d");
  return `${Math.floor(milliseconds / year)}y`;
}

/** How long ago a time was; `<unknown>` when there is none. */
export function sinceText(time: string | null | undefined, now: Date): string {
  return time === undefined || time === null ? "<unknown>" : humanDuration(now.getTime() - Date.parse(time));
}

/** The cell of an Age column. */
export function ageOf(object: ReadonlyObject, now: Date): string {
  return sinceText(object.metadata.creationTimestamp, now);
}

function twoUnits(
  milliseconds: number,
  large: number,
  largeName: string,
  small: number,
  smallName: string,
): string {
  const rest = Math.floor((milliseconds % large) / small);
  const text = `${Math.floor(milliseconds / large)}${largeName}`;
  return rest === 0 ? text : `${text}${rest}${smallName}`;
}
