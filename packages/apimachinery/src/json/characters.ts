// The characters of JSON, and characters as the errors of kube-apiserver print them.
import { quoteGoString } from "../go/go-format.ts";

export const quote = 0x22;
export const backslash = 0x5c;

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The index of the quote at the end of the string that begins at `start`. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
  }
  return text.length;
}

export function isHexDigit(character: string | undefined): boolean {
  return character !== undefined && /^[0-9a-fA-F]$/.test(character);
}

// kube-apiserver processes bytes, and prints the first byte of a multi-byte character as a character.
export function firstByteOf(codePoint: number): string {
  const byte = Buffer.from(String.fromCodePoint(codePoint), "utf8")[0] ?? codePoint;
  return String.fromCodePoint(byte);
}

export function quoteCharacter(character: string): string {
  if (character === "'") return String.raw`'\''`;
  if (character === '"') return `'"'`;
  return `'${quoteGoString(character).slice(1, -1)}'`;
}
