/**
 * Scalars with a text form of their own: times, bytes, quantities. Each function answers the canonical form, which is what
 * the reference stores and prints, or throws the reference's error.
 */
import { canonicalQuantity } from "@kubewright/apimachinery";
import { DecodeError } from "./decode-error.ts";

/** `2026-11-20T21:26:30Z`: UTC, whole seconds. */
export function canonicalTime(text: string): string {
  if (canonicalTimePattern.test(text)) return text;
  const time = parseTime(text, secondsLayout);
  return `${new Date(time.seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** Of days that every month has: what the server writes itself is read again and again. */
const canonicalTimePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** `2026-11-20T21:26:30.000000Z`: UTC, exactly six digits of a second. */
export function canonicalMicroTime(text: string): string {
  const time = parseTime(text, microLayout);
  return `${new Date(time.seconds * 1000).toISOString().slice(0, 19)}.${time.fraction.padEnd(6, "0").slice(0, 6)}Z`;
}

/** A quantity as a text or a number, such as `500m` for `0.5`. */
export function decodeQuantity(value: unknown): string {
  const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
  const canonical = isScalar ? canonicalQuantity(String(value)) : undefined;
  if (canonical !== undefined) return canonical;
  throw new DecodeError("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
}

/** Checks base64 with padding, as Go's standard encoding reads it. Line breaks are allowed and dropped. */
export function canonicalBytes(text: string): string {
  const compact = text.replaceAll(/[\r\n]/g, "");
  const illegal = /^[A-Za-z0-9+/]*/.exec(compact)?.[0].length ?? 0;
  const padding = compact.slice(illegal);
  if (compact.length % 4 === 0 && (padding === "" || padding === "=" || padding === "==")) return compact;
  const position = padding === "" ? compact.length - (compact.length % 4) : illegal;
  throw new DecodeError(`illegal base64 data at input byte ${position}`);
}

const secondsLayout = "2006-01-02T15:04:05Z07:00";
const microLayout = "2006-01-02T15:04:05.000000Z07:00";

interface ParsedTime {
  readonly seconds: number;
  /** Digits after the point. */
  readonly fraction: string;
}

/** The parts of a layout with what each accepts, in order; the first that does not match is named in the error. */
const timeParts: readonly (readonly [layout: string, pattern: RegExp])[] = [
  ["2006", /^\d{4}/],
  ["-", /^-/],
  ["01", /^(?:0[1-9]|1[0-2])/],
  ["-", /^-/],
  ["02", /^(?:0[1-9]|[12]\d|3[01])/],
  ["T", /^T/],
  ["15", /^(?:[01]\d|2[0-3])/],
  [":", /^:/],
  ["04", /^[0-5]\d/],
  [":", /^:/],
  ["05", /^[0-5]\d/],
];

function parseTime(text: string, layout: string): ParsedTime {
  let rest = text;
  const take = (part: string, pattern: RegExp): string => {
    const found = pattern.exec(rest)?.[0];
    if (found === undefined) {
      throw new DecodeError(
        `parsing time ${JSON.stringify(text)} as ${JSON.stringify(layout)}: cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(part)}`,
      );
    }
    rest = rest.slice(found.length);
    return found;
  };
  let digits = "";
  for (const [part, pattern] of timeParts) digits += take(part, pattern);
  // A layout without a fraction reads one all the same; one with six digits wants exactly six.
  const fraction = layout === microLayout ? take(".000000", /^\.\d{6}/) : (/^[.,]\d+/.exec(rest)?.[0] ?? "");
  if (layout !== microLayout) rest = rest.slice(fraction.length);
  const zone = take("Z07:00", /^(?:Z|[+-]\d{2}:\d{2})/);
  if (rest !== "") {
    throw new DecodeError(`parsing time ${JSON.stringify(text)}: extra text: ${JSON.stringify(rest)}`);
  }
  return { seconds: Date.parse(`${digits}${zone}`) / 1000, fraction: fraction.slice(1) };
}
