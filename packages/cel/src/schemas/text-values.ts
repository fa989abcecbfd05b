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
  // Most strings have neither padding nor line ends.
  const isPlain = text.length % 4 === 0 && /^[A-Za-z0-9_-]*$/.test(text);
  const at = isPlain ? undefined : wrongByte(text);
  if (at === undefined) return Uint8Array.from(Buffer.from(text, "base64url"));
  return new CelError(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${at}`);
}

/** The position at which Go's decoder stops; `undefined` for a string that it decodes. Line ends do not count. */
function wrongByte(text: string): number | undefined {
  const bytes = Buffer.from(text);
  let inGroup = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte === lineFeed || byte === carriageReturn) continue;
    if (isDigit[byte] === true) inGroup = (inGroup + 1) % 4;
    else return byte === equalsSign && inGroup > 1 ? wrongPadding(bytes, at, inGroup) : at;
  }
  return inGroup === 0 ? undefined : bytes.length - inGroup;
}

const [lineFeed, carriageReturn, equalsSign] = [0x0a, 0x0d, 0x3d];
/** Whether a byte is a digit of base 64. */
const isDigit: readonly boolean[] = Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9_-]/.test(String.fromCharCode(byte)),
);

function wrongPadding(bytes: Buffer, first: number, inGroup: number): number | undefined {
  const rest = bytes.subarray(first + 1).toString("latin1");
  const padding = inGroup === 2 ? /^[\r\n]*=[\r\n]*/.exec(rest) : /^[\r\n]*/.exec(rest);
  if (padding !== null) return padding[0].length === rest.length ? undefined : first + 1 + padding[0].length;
  const lineEnds = /^[\r\n]*/.exec(rest)?.[0].length ?? 0;
  return lineEnds === rest.length ? bytes.length : first + lineEnds;
}
