// The values of literals. Bytes literals hold the UTF-8 of their text; `\x` and octal escapes there are single bytes.

import { append } from "@kubewright/apimachinery";
import { Double, toInt, Uint } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import type { Token } from "./token.ts";

/** A text that is not the literal it looks like. */
export class LiteralError extends Error {
  override readonly name = "LiteralError";
}

/**
 * The value of the token of a literal.
 *
 * @throws {LiteralError} for a number that does not fit and for a wrong escape.
 */
export function literalValue(token: Token, isNegative: boolean): Value {
  switch (token.kind) {
    case "NUM_INT":
      return parseIntLiteral(token.text, isNegative);
    case "NUM_UINT":
      return parseUintLiteral(token.text);
    case "NUM_FLOAT":
      return parseDoubleLiteral(token.text, isNegative);
    case "STRING":
      return parseStringLiteral(token.text);
    case "BYTES":
      return parseBytesLiteral(token.text.slice(1));
    case "true":
    case "false":
      return token.kind === "true";
    default:
      return null;
  }
}

/** The value of `12` or `0x1f`, with its sign. */
function parseIntLiteral(text: string, isNegative: boolean): Value {
  const value = BigInt(text) * (isNegative ? -1n : 1n);
  if (BigInt.asIntN(64, value) !== value) throw new LiteralError("invalid int literal");
  return toInt(value);
}

/** The value of `12u`. */
function parseUintLiteral(text: string): Value {
  const value = BigInt(text.slice(0, -1));
  if (BigInt.asUintN(64, value) !== value) throw new LiteralError("invalid uint literal");
  return new Uint(value);
}

/** The value of `1.5e3`, with its sign. */
function parseDoubleLiteral(text: string, isNegative: boolean): Value {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new LiteralError("invalid double literal");
  return new Double(isNegative ? -value : value);
}

/** The value of a string literal, which may be raw or in triple quotes. */
function parseStringLiteral(text: string): string {
  const { body, isRaw } = unquote(text);
  if (isRaw || !body.includes("\\")) return body;
  return body.replaceAll(escapes, (escape: string) => {
    const codePoint = codePointOf(escape);
    if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) {
      throw new LiteralError("invalid unicode code point");
    }
    return String.fromCodePoint(codePoint);
  });
}

/** The bytes of a bytes literal, without its `b`. */
function parseBytesLiteral(text: string): Uint8Array {
  const { body, isRaw } = unquote(text);
  if (isRaw || !body.includes("\\")) return new TextEncoder().encode(body);
  const chunks: number[] = [];
  for (const [segment] of body.matchAll(segments)) {
    if (!segment.startsWith("\\")) append(chunks, new TextEncoder().encode(segment));
    else if (/^\\[uU]/.test(segment)) throw new LiteralError("unable to unescape string");
    else chunks.push(codePointOf(segment));
  }
  return Uint8Array.from(chunks);
}

const segments = /\\(?:[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|.)|[^\\]+/gsu;
const escapes = /\\(?:[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|.)/gsu;
const named: ReadonlyMap<string, number> = new Map([
  ["a", 7],
  ["b", 8],
  ["f", 12],
  ["n", 10],
  ["r", 13],
  ["t", 9],
  ["v", 11],
]);

function codePointOf(escape: string): number {
  const letter = escape.charAt(1);
  if (/^[xXuU]$/.test(letter)) return Number.parseInt(escape.slice(2), 16);
  if (/^[0-3]$/.test(letter)) return Number.parseInt(escape.slice(1), 8);
  return named.get(letter) ?? letter.codePointAt(0) ?? 0;
}

function unquote(text: string): { readonly body: string; readonly isRaw: boolean } {
  const normal = text.replaceAll(/\r\n?/g, "\n");
  const isRaw = /^[rR]/.test(normal);
  const literal = isRaw ? normal.slice(1) : normal;
  const width = /^(?:"""|''')/.test(literal) && literal.length >= 6 ? 3 : 1;
  return { body: literal.slice(width, -width), isRaw };
}
