// The response headers that the client reads.

import { headerOf, headerValuesOf } from "@kubewright/transport";
import type { HeaderMap } from "@kubewright/transport";

import type { ServerWarning } from "../observer.ts";

/** A longer wait is limited, so that a wrong header of a proxy does not stop a controller for a day. */
export const retryAfterSecondsMax = 300;

/** The seconds of a `Retry-After` header, at most `retryAfterSecondsMax`. The form with a date, which API servers do not send, is ignored. */
export function retryAfterSeconds(headers: HeaderMap): number | undefined {
  const value = headerOf(headers, "retry-after");
  if (value === undefined || !/^\d{1,9}$/u.test(value)) return undefined;
  return Math.min(Number(value), retryAfterSecondsMax);
}

/** The warnings of a response: `299 - "text"`, in one header or in several. Other values are ignored. */
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
