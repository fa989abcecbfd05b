// Finds the end of a JSON object or array and the positions of the members of its `metadata`. The scan reads each byte once: it can stop at
// the end of the received bytes and continue when more are received. It recognizes strings, escapes and brackets only; values are validated
// when they are parsed.

/**
 * The positions of the members of an object's `metadata`: four offsets for each member, relative to the first byte of the object. They are the start
 * and end of the name, without its quotes, and the start and end of the value. An end is the offset after the last byte.
 */
export type MetadataMembers = readonly number[];

export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
const backslash = 0x5c;
/** Clears the only bit in which a brace differs from a bracket. */
const braceMask = 0xdf;

/** The scan of one container. `begin` starts the next one. */
export class ContainerScan {
  /** All offsets are relative to the first byte of the container. */
  #at = 0;
  #depth = 0;
  #isInString = false;
  /** The last string at depth 1 or 2: a name, if a colon follows. */
  #stringStart = 0;
  #stringEnd = 0;
  /** The value of `metadata` follows, or the scan is within it. */
  #isMetadata = false;
  #members: number[] | undefined;

  begin(): void {
    this.#at = 0;
    this.#depth = 0;
    this.#isInString = false;
    this.#isMetadata = false;
    this.#members = undefined;
  }

  /** The members of `metadata`, once the scan has ended; `undefined` unless the container is an object with a `metadata` object. */
  get metadata(): MetadataMembers | undefined {
    return this.#members;
  }

  /** Scans the container that begins at `start`. Returns the index after it, or `undefined` if it continues after `end`. */
  scan(bytes: Uint8Array, start: number, end: number): number | undefined {
    let at = start + this.#at;
    let depth = this.#depth;
    if (this.#isInString) at = this.#endOfString(bytes, at, start, end, depth);
    while (at < end) {
      const byte = bytes[at] ?? 0;
      at += 1;
      if (byte === quote) {
        if (depth <= 2) this.#stringStart = at - start;
        at = this.#endOfString(bytes, at, start, end, depth);
      } else if (byte > 0x5a) {
        const bracket = byte & braceMask;
        if (bracket === openBracket) {
          depth += 1;
          if (depth === 2 && this.#isMetadata && byte === openBrace) this.#members = [];
        } else if (bracket === closeBracket) {
          if (depth === 2 && this.#isMetadata) this.#endMetadata(bytes, start, at - 1);
          depth -= 1;
          if (depth === 0) return at;
        }
      } else if (byte === colon) {
        if (depth <= 2) this.#endName(bytes, start, at, depth);
      } else if (byte === comma && depth <= 2) this.#endMember(bytes, start, at - 1, depth);
    }
    this.#at = at - start;
    this.#depth = depth;
    return undefined;
  }

  /** Returns the index after the closing quote. If the string continues after `end`, the result is not less than `end`. */
  #endOfString(bytes: Uint8Array, from: number, start: number, end: number, depth: number): number {
    let at = from;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      at += 1;
      if (byte === quote) {
        this.#isInString = false;
        if (depth <= 2) this.#stringEnd = at - 1 - start;
        return at;
      }
      if (byte === backslash) at += 1;
    }
    this.#isInString = true;
    return at;
  }

  #endName(bytes: Uint8Array, start: number, valueAt: number, depth: number): void {
    if (depth === 1) {
      this.#isMetadata = isAscii(bytes, start + this.#stringStart, start + this.#stringEnd, "metadata");
    } else if (this.#isMetadata) this.#members?.push(this.#stringStart, this.#stringEnd, valueAt - start);
  }

  #endMember(bytes: Uint8Array, start: number, valueEnd: number, depth: number): void {
    if (depth === 1) this.#isMetadata = false;
    else if (this.#isMetadata) this.#endValue(bytes, start, valueEnd);
  }

  #endMetadata(bytes: Uint8Array, start: number, valueEnd: number): void {
    this.#endValue(bytes, start, valueEnd);
    this.#isMetadata = false;
  }

  /** Completes the member whose name and start are the last of `#members`. */
  #endValue(bytes: Uint8Array, start: number, valueEnd: number): void {
    const members = this.#members;
    if (members === undefined || members.length % 4 !== 3) return;
    let from = start + (members.pop() ?? 0);
    let to = valueEnd;
    while (from < to && isSpace(bytes[from])) from += 1;
    while (from < to && isSpace(bytes[to - 1])) to -= 1;
    members.push(from - start, to - start);
  }
}

/** Finds the members of `metadata` in the JSON of an object; `undefined` unless the bytes are an object with a `metadata` object. */
export function metadataMembersOf(bytes: Uint8Array): MetadataMembers | undefined {
  let start = 0;
  while (isSpace(bytes[start])) start += 1;
  if (bytes[start] !== openBrace) return undefined;
  const scan = new ContainerScan();
  if (scan.scan(bytes, start, bytes.length) === undefined) return undefined;
  return start === 0 ? scan.metadata : scan.metadata?.map((offset) => offset + start);
}

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Whether the bytes from `start` to `end` are this ASCII string. */
export function isAscii(bytes: Uint8Array, start: number, end: number, ascii: string): boolean {
  if (end - start !== ascii.length) return false;
  for (let index = 0; index < ascii.length; index += 1) {
    if (bytes[start + index] !== ascii.charCodeAt(index)) return false;
  }
  return true;
}
