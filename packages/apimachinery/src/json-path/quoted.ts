// Strings in quotes with the escapes of Go. Unlike in Go, single quotes also delimit strings.
import { JsonPathError } from "./errors.ts";

const shortEscapes: { readonly [character: string]: string } = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

const escapePattern =
  /\\(?:x(?<byte>[\da-fA-F]{2})|u(?<short>[\da-fA-F]{4})|U(?<long>[\da-fA-F]{8})|(?<octal>[0-7]{3})|(?<single>[^]))|[^\\]+/gy;

/** Returns the content of a string with its quotes. */
export function unquote(quoted: string): string {
  const quote = quoted[0] ?? "";
  const inside = quoted.slice(1, -1);
  if (!inside.includes("\\") && !inside.includes(quote)) return inside;
  const bytes: number[] = [];
  let end = 0;
  for (const match of inside.matchAll(escapePattern)) {
    const found = bytesOf(match, quote);
    if (found === undefined) break;
    for (const byte of found) bytes.push(byte);
    end = match.index + match[0].length;
  }
  if (end !== inside.length) throw new JsonPathError(`unquote string ${quoted} error invalid syntax`);
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** The bytes of a part of a string; `undefined` if its syntax is invalid. */
function bytesOf({ 0: text, groups = {} }: RegExpExecArray, quote: string): Iterable<number> | undefined {
  if (!text.startsWith("\\")) return text.includes(quote) ? undefined : new TextEncoder().encode(text);
  const { byte, short, long, octal, single } = groups;
  if (byte !== undefined) return [Number.parseInt(byte, 16)];
  if (octal !== undefined) return Number.parseInt(octal, 8) > 255 ? undefined : [Number.parseInt(octal, 8)];
  const code = short ?? long;
  if (code !== undefined) return encodedCodePoint(Number.parseInt(code, 16));
  const escaped = single === quote ? quote : shortEscapes[single ?? ""];
  return escaped === undefined ? undefined : new TextEncoder().encode(escaped);
}

function encodedCodePoint(code: number): Iterable<number> | undefined {
  const isValid = code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isValid ? new TextEncoder().encode(String.fromCodePoint(code)) : undefined;
}
