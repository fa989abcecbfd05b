// Durations and timestamps with nanoseconds, in the range of the reference: durations fit into 64 bits of nanoseconds,
// timestamps lie in the years 1 to 9999.

import { parseGoDuration, parseGoTime } from "@kubewright/apimachinery";
import { CelError } from "./error.ts";

/** A span of time. */
export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A point in time. It remembers the offset it was written with, which `string()` shows. */
export class Timestamp {
  /** Since 1970. */
  readonly nanos: bigint;
  readonly offsetMinutes: number;

  constructor(nanos: bigint, offsetMinutes: number = 0) {
    this.nanos = nanos;
    this.offsetMinutes = offsetMinutes;
  }
}

const second = 1_000_000_000n;
const secondsMin = -62_135_596_800n;
const secondsMax = 253_402_300_799n;

/** A duration, or an error if it does not fit. */
export function checkedDuration(nanos: bigint): Duration | CelError {
  return BigInt.asIntN(64, nanos) === nanos ? new Duration(nanos) : new CelError("integer overflow");
}

/** A timestamp, or an error if it is out of range. */
export function checkedTimestamp(nanos: bigint, offsetMinutes = 0): Timestamp | CelError {
  const seconds = floorDivide(nanos, second);
  if (seconds < secondsMin || seconds > secondsMax) return new CelError("timestamp overflow");
  return new Timestamp(nanos, offsetMinutes);
}

/** Parses Go's notation: `1h30m`, `-1.5s`. Returns `undefined` for any other string and for durations that do not fit. */
export function parseDuration(text: string): Duration | undefined {
  const nanos = parseGoDuration(text);
  return nanos === undefined ? undefined : new Duration(nanos);
}

/** In seconds, with the digits of a double: `90s`, `1.5s`. */
export function formatDuration({ nanos }: Duration): string {
  const seconds = Number(nanos / second) + Number(nanos % second) / 1e9;
  const text = String(seconds);
  return `${text.includes("e") ? seconds.toFixed(9).replace(/0+$/, "") : text}s`;
}

/** Parses RFC 3339. Returns `undefined` for any other string. The caller checks the range. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const time = parseGoTime(text);
  if (typeof time === "string") return undefined;
  return new Timestamp(BigInt(time.seconds) * second + BigInt(time.nanos), time.offsetMinutes);
}

/** Parses `2024-01-31`. */
export function parseDate(text: string): Timestamp | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? parseTimestamp(`${text}T00:00:00Z`) : undefined;
}

/** RFC 3339 with as many decimals as needed. */
export function formatTimestamp(timestamp: Timestamp): string {
  const { offsetMinutes } = timestamp;
  const { date, nanos } = dateOf(timestamp, offsetMinutes * 60);
  const fraction = String(nanos).padStart(9, "0").replace(/0+$/, "");
  const year = String(date.getUTCFullYear()).padStart(4, "0");
  const local = `${year}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}T${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  const magnitude = Math.abs(offsetMinutes);
  const zone =
    magnitude === 0 ? "Z" : `${offsetMinutes < 0 ? "-" : "+"}${two(Math.trunc(magnitude / 60))}:${two(magnitude % 60)}`;
  return `${local}${fraction === "" ? "" : `.${fraction}`}${zone}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** The date and time at an offset; its UTC fields are the local ones. */
export function dateOf({ nanos }: Timestamp, offsetSeconds: number): { readonly date: Date; readonly nanos: number } {
  const seconds = floorDivide(nanos, second);
  return {
    date: new Date((Number(seconds) + offsetSeconds) * 1000),
    nanos: Number(nanos - seconds * second),
  };
}

/** Seconds since 1970, rounded down. */
export function unixSeconds({ nanos }: Timestamp): bigint {
  return floorDivide(nanos, second);
}

function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value % divisor < 0n ? quotient - 1n : quotient;
}

/** The offset of a time zone in seconds at a point in time: a name of the IANA database, or `+hh:mm`. An error for anything else. */
export function zoneOffset(zone: string, timestamp: Timestamp): number | CelError {
  if (zone === "UTC" || zone === "") return 0;
  const colon = zone.indexOf(":");
  if (colon !== -1) {
    const [hours, minutes] = [parseInteger(zone.slice(0, colon)), parseInteger(zone.slice(colon + 1))];
    if (hours instanceof CelError) return hours;
    if (minutes instanceof CelError) return minutes;
    return (zone.startsWith("-") ? hours * 60 - minutes : hours * 60 + minutes) * 60;
  }
  try {
    return offsetOfName(zone, Number(floorDivide(timestamp.nanos, 1_000_000n)));
  } catch {
    const isName = !zone.includes("..") && !/^[/\\]/.test(zone);
    return new CelError(isName ? `unknown time zone ${zone}` : "time: invalid location name");
  }
}

function parseInteger(text: string): number | CelError {
  if (!/^[+-]?\d+$/.test(text)) return new CelError(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

function offsetOfName(timeZone: string, milliseconds: number): number {
  if (!/^[A-Za-z]/.test(timeZone)) throw new RangeError(`not the name of a zone: ${timeZone}`);
  const text = offsetFormat(timeZone).format(milliseconds); // 7/1/2024, GMT-04:00
  // Before time zones were introduced, a place had its local mean time: GMT-04:56:02.
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) + 0;
}

/** The formats of the zones that were used last. To create one takes 50 times as long as to use it, and one evaluation may use it 100,000 times. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>();
const offsetFormatsMax = 100;

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const known = offsetFormats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  if (offsetFormats.size >= offsetFormatsMax) offsetFormats.clear();
  offsetFormats.set(timeZone, format);
  return format;
}
