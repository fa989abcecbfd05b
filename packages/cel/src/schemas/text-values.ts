// Strings with a format: durations, dates, times and bytes.

import { parseDuration } from "@kubewright/schema";
import { Duration, parseDate, parseTimestamp, Timestamp } from "../values/time.ts";
import type { Value } from "../values/value.ts";
import { CelError } from "../values/value.ts";

/** Converts a string. A string that does not have its format becomes an error when an expression reads it. */
export function valueOfText(text: string, format: string | undefined): Value {
  switch (format) {
    case "duration":
      return durationOf(text) ?? new CelError(`Invalid duration ${text}: unable to parse ${text} as duration`);
    case "date":
      return parseDate(text) ?? new CelError(`Invalid date formatted string ${text}: not a full date of RFC 3339`);
    case "date-time":
      return dateTimeOf(text) ?? new CelError(`Invalid date-time formatted string ${text}: not a time of RFC 3339`);
    case "byte":
      return bytesOf(text);
    default:
      return text;
  }
}

function durationOf(text: string): Duration | undefined {
  const nanos = parseDuration(text);
  return nanos === undefined ? undefined : new Duration(nanos);
}

function dateTimeOf(text: string): Timestamp | undefined {
  if (text === "") return new Timestamp(0n);
  return parseTimestamp(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
}

function bytesOf(text: string): Value {
  if (!/^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}==|[A-Za-z0-9_-]{3}=)?$/.test(text)) {
    const at = /^[A-Za-z0-9_-]*/.exec(text)?.[0].length ?? 0;
    return new CelError(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${at}`);
  }
  return Uint8Array.from(Buffer.from(text, "base64url"));
}
