/** Times as the API prints them. */

/** `2026-11-20T21:26:30Z`: RFC 3339 in UTC with whole seconds. `milliseconds` count from the Unix epoch. */
export function timeText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
