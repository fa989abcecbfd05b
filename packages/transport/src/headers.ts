/** Reads headers, which may have one value, several values, or none. */
import type { HeaderMap } from "./transport.ts";

/** The header's value, the first one if it has several; `undefined` if it is absent. `name` is in lower case. */
export function headerOf(headers: HeaderMap | undefined, name: string): string | undefined {
  if (!headers || !Object.hasOwn(headers, name)) return undefined;
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}

/** All values of the header, in their order; none if it is absent. `name` is in lower case. */
export function headerValuesOf(headers: HeaderMap | undefined, name: string): readonly string[] {
  if (!headers || !Object.hasOwn(headers, name)) return [];
  const value = headers[name];
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
