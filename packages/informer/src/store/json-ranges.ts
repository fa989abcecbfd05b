// Where the members of an object lie in a whole JSON text. An informer looks at a few fields of
// thousands of objects; finding their place and parsing them alone makes far less garbage than parsing everything.
// The text comes from an API server, so it is taken to be JSON; what is not gives wrong places, which the parser then
// refuses, and never an endless loop.

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Half open: `end` is the first byte behind it. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface MemberRange {
  /** The name between its quotes, escapes as they are. */
  readonly name: Range;
  readonly value: Range;
}

/** The members of the object that starts at `range.start`, in order; none when there is no object. */
export function* membersOf(bytes: Uint8Array, range: Range): Generator<MemberRange> {
  let at = skipSpace(bytes, range.start, range.end);
  if (bytes[at] !== openBrace) return;
  at += 1;
  while (at < range.end) {
    at = skipSpace(bytes, at, range.end);
    if (bytes[at] !== quote) return; // The closing brace.
    const nameEnd = endOfString(bytes, at + 1, range.end);
    const name = { start: at + 1, end: nameEnd - 1 };
    at = skipSpace(bytes, nameEnd, range.end);
    if (bytes[at] !== colon) return;
    const start = skipSpace(bytes, at + 1, range.end);
    const end = endOfValue(bytes, start, range.end);
    yield { name, value: { start, end } };
    at = skipSpace(bytes, end, range.end);
    if (bytes[at] === comma) at += 1;
  }
}

/** Whether the bytes of a range are this ASCII text. */
export function isText(bytes: Uint8Array, { start, end }: Range, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[start + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at += 1;
  }
  return at;
}

function endOfValue(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start];
  if (first === quote) return endOfString(bytes, start + 1, end);
  if (first === openBrace || first === openBracket) return endOfContainer(bytes, start + 1, end);
  let at = start;
  while (at < end) {
    const byte = bytes[at] ?? comma;
    if (byte === comma || byte === closeBrace || byte === closeBracket || byte <= 0x20) return at;
    at += 1;
  }
  return at;
}

function endOfContainer(bytes: Uint8Array, from: number, end: number): number {
  let open = 1;
  let at = from;
  while (at < end) {
    const byte = bytes[at];
    at += 1;
    if (byte === quote) at = endOfString(bytes, at, end);
    else if (byte === openBrace || byte === openBracket) open += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      open -= 1;
      if (open === 0) return at;
    }
  }
  return end;
}

/** The index behind the closing quote; `from` is behind the opening one. */
function endOfString(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at];
    at += 1;
    if (byte === quote) return at;
    if (byte === backslash) at += 1;
  }
  return end;
}
