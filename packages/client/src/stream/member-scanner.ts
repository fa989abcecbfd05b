// Cuts a stream of JSON objects into their members without parsing them: where a value begins and ends is all it looks for,
// and that takes strings, escapes and brackets, nothing else. One member can be named whose array is cut into its elements.
// A list is such an object (elements of "items"), a watch is a row of them; both decoders stand on this one scanner.
//
// Chunks may end anywhere. A value that lies in one chunk is handed out as a view of it, a longer one is put together.
// What is inside a value is checked by whoever parses it.

import { ProtocolError } from "../errors.ts";

/** A piece of the stream, in its order. `end` closes one object; the next may follow. */
export type Piece =
  | { readonly kind: "member"; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: "element"; readonly bytes: Uint8Array }
  | { readonly kind: "end" };

export interface MemberScanner {
  /** Pieces that end in this chunk. Take them all before the next chunk. */
  push(chunk: Uint8Array): Iterable<Piece>;
  /** True between objects: the stream may end here and nowhere else. */
  readonly complete: boolean;
}

export interface MemberScannerOptions {
  /** Says what is being read, in errors. */
  readonly reading: string;
  /** The member whose array is handed out element by element. */
  readonly elementsOf?: string;
  /** A longer value is refused, so that a broken server cannot fill the memory. Default: `valueBytesMax`. */
  readonly valueBytesMax?: number;
}

/** An object is at most 3 MiB in requests and 1.5 MiB in etcd; ten times the larger leaves room for aggregated servers. */
export const valueBytesMax: number = 32 * 1024 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

type Mode = "outside" | "members" | "name" | "colon" | "value" | "elements" | "container" | "string" | "scalar";

export function createMemberScanner(options: MemberScannerOptions): MemberScanner {
  const bytesMax = options.valueBytesMax ?? valueBytesMax;
  const utf8 = new TextDecoder();
  let mode: Mode = "outside";
  let name = "";
  let inElements = false;
  // Within a container: how many brackets are open, and whether we are in a string of it, just behind a backslash.
  let depth = 0;
  let inString = false;
  let escaped = false;
  // The parts of the current value or name that lie in earlier chunks.
  let earlier: Uint8Array[] = [];
  let earlierBytes = 0;

  return {
    get complete(): boolean {
      return mode === "outside";
    },
    push,
  };

  function* push(chunk: Uint8Array): Generator<Piece> {
    let at = 0;
    // Where the current value begins in this chunk: one that began earlier goes on from its first byte.
    let start = 0;
    while (at < chunk.length) {
      const byte = chunk[at] ?? 0;
      switch (mode) {
        case "outside":
          if (byte === openBrace) mode = "members";
          else if (!isSpace(byte)) throw unexpected(byte, "an object");
          at += 1;
          break;
        case "members":
          if (byte === quote) {
            mode = "name";
            inString = true;
            start = at;
          } else if (byte === closeBrace) {
            mode = "outside";
            yield { kind: "end" };
          } else if (byte !== comma && !isSpace(byte)) throw unexpected(byte, "a member");
          at += 1;
          break;
        case "name":
          at = endOfString(chunk, at);
          if (inString) break;
          name = String(JSON.parse(utf8.decode(cut(chunk, start, at))));
          mode = "colon";
          break;
        case "colon":
          if (byte === colon) mode = "value";
          else if (!isSpace(byte)) throw unexpected(byte, '":"');
          at += 1;
          break;
        case "value":
          if (isSpace(byte)) at += 1;
          else if (byte === openBracket && name === options.elementsOf) {
            mode = "elements";
            inElements = true;
            at += 1;
          } else {
            start = at;
            at = begin(byte, at);
          }
          break;
        case "elements":
          if (byte === closeBracket) {
            mode = "members";
            inElements = false;
            at += 1;
          } else if (byte === comma || isSpace(byte)) at += 1;
          else {
            start = at;
            at = begin(byte, at);
          }
          break;
        case "container":
          at = endOfContainer(chunk, at);
          if (depth === 0) yield piece(cut(chunk, start, at));
          break;
        case "string":
          at = endOfString(chunk, at);
          if (!inString) yield piece(cut(chunk, start, at));
          break;
        case "scalar":
          // A number or word ends before the first byte that cannot belong to it.
          if (byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte))
            yield piece(cut(chunk, start, at));
          else at += 1;
          break;
      }
    }
    if (mode === "name" || mode === "container" || mode === "string" || mode === "scalar") keep(chunk.subarray(start));
  }

  /** Enters a value at its first byte; returns where to go on. */
  function begin(byte: number, at: number): number {
    if (byte === openBrace || byte === openBracket) {
      mode = "container";
      depth = 1;
      return at + 1;
    }
    if (byte === quote) {
      mode = "string";
      inString = true;
      return at + 1;
    }
    if (byte === closeBrace || byte === closeBracket || byte === comma) throw unexpected(byte, "a value");
    mode = "scalar";
    return at + 1;
  }

  function piece(bytes: Uint8Array): Piece {
    mode = inElements ? "elements" : "members";
    return inElements ? { kind: "element", bytes } : { kind: "member", name, bytes };
  }

  /** The hot loop. Returns the index behind the container, or the chunk's end with `depth` above zero. */
  function endOfContainer(chunk: Uint8Array, from: number): number {
    const length = chunk.length;
    let at = from;
    let open = depth;
    while (at < length && open > 0) {
      if (inString) {
        at = endOfString(chunk, at);
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      if (byte === quote) inString = true;
      else if (byte === openBrace || byte === openBracket) open += 1;
      else if (byte === closeBrace || byte === closeBracket) open -= 1;
    }
    depth = open;
    return at;
  }

  /** Returns the index behind the closing quote, or the chunk's end with `inString` still set. */
  function endOfString(chunk: Uint8Array, from: number): number {
    const length = chunk.length;
    let at = from;
    if (escaped && at < length) {
      escaped = false;
      at += 1;
    }
    while (at < length) {
      const byte = chunk[at];
      at += 1;
      if (byte === quote) {
        inString = false;
        return at;
      }
      if (byte === backslash) {
        if (at === length) escaped = true;
        at += 1;
      }
    }
    return length;
  }

  function keep(part: Uint8Array): void {
    earlierBytes += part.length;
    if (earlierBytes > bytesMax) {
      throw new ProtocolError(`Cannot read ${options.reading}: a value is longer than ${bytesMax} bytes`);
    }
    earlier.push(part);
  }

  function cut(chunk: Uint8Array, start: number, end: number): Uint8Array {
    if (earlier.length === 0) return chunk.subarray(start, end);
    // A value that began in an earlier chunk goes on at the first byte of this one.
    keep(chunk.subarray(0, end));
    const whole = new Uint8Array(earlierBytes);
    let offset = 0;
    for (const part of earlier) {
      whole.set(part, offset);
      offset += part.length;
    }
    earlier = [];
    earlierBytes = 0;
    return whole;
  }

  function unexpected(byte: number, wanted: string): ProtocolError {
    const shown = byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte ${byte}`;
    return new ProtocolError(`Cannot read ${options.reading}: found ${shown} where ${wanted} should be`);
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
