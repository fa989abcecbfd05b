// Calendar days.

/** Whether a string `YYYY-MM-DD` is a calendar day. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return day > 0 && day <= daysIn(month, year);
}

/** Returns the number of days of a month; 0 if the month is not from 1 to 12. */
export function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month < 1 || month > 12 ? 0 : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
