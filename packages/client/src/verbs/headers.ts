// The response headers that mean something to a client of the API.

import { headerOf, headerValuesOf } from "@kubewright/transport";
import type { HeaderMap } from "@kubewright/transport";

import type { ServerWarning } from "../observer.ts";

/** A longer wait is not obeyed but cut: a mistake of a proxy must not stop a controller for a day. */
export const retryAfterSecondsMax = 300;

/** The seconds of a `Retry-After` header, at most `retryAfterSecondsMax`. The form with a date is not used by API servers and ignored. */
export function retryAfterSeconds(headers: HeaderMap): number | undefined {
  const value = headerOf(headers, "retry-after");
  if (value === undefined || !/^\d{1,9}$/u.test(value)) return undefined;
  return Math.min(Number(value), retryAfterSecondsMax);
}

/** The warnings of an answer: `299 - "text"`, several of them in one header or in many. What is not one is left out. */
export function warningsOf(headers: HeaderMap): readonly ServerWarning[] {
  const warnings: ServerWarning[] = [];
  for (const value of headerValuesOf(headers, "warning")) {
    for (const match of value.matchAll(/(\d{3}) (\S+) "((?:[^"\\]|\\.)*)"/gu)) {
      const [, code = "", agent = "", text = ""] = match;
      warnings.push({ code: Number(code), agent, text: text.replaceAll(/\\(.)/gu, "$1") });
    }
  }
  return warnings;
}
