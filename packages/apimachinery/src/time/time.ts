// Times as the API writes them: RFC 3339 in UTC, whole seconds (Time) or six digits of a second (MicroTime). Functions
// take milliseconds since the epoch, as a clock gives them.

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
 * Milliseconds since the epoch of an RFC 3339 time of any zone and precision; undefined when the text is none. Digits
 * below a millisecond are cut off.
 */
export function parseTime(text: string): number | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,40}))?(?:Z|([+-])(\d\d):(\d\d))$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = "", sign, zoneHour, zoneMinute] = match;
  const date = `${year}-${month}-${day}`;
  const isDay = Number(day) > 0 && Number(day) <= daysIn(Number(month), Number(year));
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (sign !== undefined && (Number(zoneHour) > 23 || Number(zoneMinute) > 59)) return undefined;
  const zoneMs = (Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0)) * 60_000 * (sign === "-" ? -1 : 1);
  return Date.parse(`${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, "0").slice(0, 3)}Z`) - zoneMs;
}

/** Whether `YYYY-MM-DD` is a day of the calendar. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return day > 0 && day <= daysIn(month, year);
}

/** The days of a month; 0 if the year has no such month. */
function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month < 1 || month > 12 ? 0 : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
