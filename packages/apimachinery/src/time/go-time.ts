// Times in RFC 3339 as Go's `time.Parse` reads them, with its errors. https://pkg.go.dev/time#Parse
import { daysIn } from "./date.ts";
import { quoteTime } from "./quote.ts";

/** A point in time. */
export interface GoTime {
  /** Since 1970, in UTC. */
  readonly seconds: number;
  readonly nanos: number;
  /** The offset of the time zone. */
  readonly offsetMinutes: number;
}

const layouts = { seconds: "2006-01-02T15:04:05Z07:00", microseconds: "2006-01-02T15:04:05.000000Z07:00" } as const;

/**
 * Parses a time. Returns the error of `time.Parse` for any other string.
 *
 * @param precision `seconds`: any fraction of a second is allowed. `microseconds`: exactly six digits are required.
 */
export function parseGoTime(text: string, precision: keyof typeof layouts = "seconds"): GoTime | string {
  let rest = text;
  const cannotParse = (element: string): string =>
    `parsing time ${quoteTime(text)} as ${quoteTime(layouts[precision])}: cannot parse ${quoteTime(rest)} as ${quoteTime(element)}`;
  const outOfRange = (name: string): string => `parsing time ${quoteTime(text)}: ${name} out of range`;

  const numbers: number[] = [];
  for (const { element, pattern, name, min = 0, max = 9999 } of elements) {
    const found = pattern.exec(rest)?.[0];
    if (found === undefined) return cannotParse(element);
    rest = rest.slice(found.length);
    if (name === undefined) continue;
    const number = Number(found);
    if (number < min || number > max) return outOfRange(name);
    numbers.push(number);
  }
  const fraction = (precision === "seconds" ? /^(?:[.,]\d+)?/ : /^[.,]\d{6}/).exec(rest)?.[0];
  if (fraction === undefined) return cannotParse(".000000");
  rest = rest.slice(fraction.length);

  const [zone, sign, zoneHours = "0", zoneMinutes = "0"] = /^(?:Z|([+-])(\d\d):(\d\d))/.exec(rest) ?? [];
  if (zone === undefined) return cannotParse("Z07:00");
  if (Number(zoneHours) > 24) return outOfRange("time zone offset hour");
  if (Number(zoneMinutes) > 60) return outOfRange("time zone offset minute");
  rest = rest.slice(zone.length);
  if (rest !== "") return `parsing time ${quoteTime(text)}: extra text: ${quoteTime(rest)}`;

  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  if (day < 1 || day > daysIn(month, year)) return outOfRange("day");
  const offsetMinutes = (sign === "-" ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMinutes)) + 0;
  return {
    seconds:
      new Date(0).setUTCFullYear(year, month - 1, day) / 1000 + (hour * 60 + minute - offsetMinutes) * 60 + second,
    nanos: Number(fraction.slice(1, 10).padEnd(9, "0")),
    offsetMinutes,
  };
}

/** The elements of the layouts up to the seconds. Those with a name are numbers. */
const elements: readonly {
  readonly element: string;
  readonly pattern: RegExp;
  readonly name?: string;
  readonly min?: number;
  readonly max?: number;
}[] = [
  { element: "2006", pattern: /^\d{4}/, name: "year" },
  { element: "-", pattern: /^-/ },
  { element: "01", pattern: /^\d\d/, name: "month", min: 1, max: 12 },
  { element: "-", pattern: /^-/ },
  { element: "02", pattern: /^\d\d/, name: "day" },
  { element: "T", pattern: /^T/ },
  { element: "15", pattern: /^\d\d?/, name: "hour", max: 23 },
  { element: ":", pattern: /^:/ },
  { element: "04", pattern: /^\d\d/, name: "minute", max: 59 },
  { element: ":", pattern: /^:/ },
  { element: "05", pattern: /^\d\d/, name: "second", max: 59 },
];
