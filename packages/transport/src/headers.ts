/** Reads headers, which may have no value, one value or several values. */
import type { HeaderMap } from "./transport.ts";

/** The first value of the header; `undefined` if it is absent. `name` must be in lower case. */
export function headerOf(headers: HeaderMap | undefined, name: string): string | undefined {
  if (!headers || !Object.hasOwn(headers, name)) return undefined;
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}

/** All values of the header, in order; empty if it is absent. `name` must be in lower case. */
export function headerValuesOf(headers: HeaderMap | undefined, name: string): readonly string[] {
  if (!headers || !Object.hasOwn(headers, name)) return [];
  const value = headers[name];
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
