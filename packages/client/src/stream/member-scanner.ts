// Cuts a stream of JSON objects into their members without parsing the values: to find where a value begins and ends, the scanner looks
// at strings, escapes and brackets only. The array of one named member can be cut into its elements. A list is such an object
// (elements of "items"), a watch a sequence of such objects; both decoders use this scanner.
//
// Chunks may end anywhere. A value within one chunk is returned as a view of the chunk, any other is copied into one array.
// The content of a value is validated when the value is parsed.

import { ProtocolError } from "../errors.ts";

/** What the scanner finds in the stream, in order. `end` closes one object; another object may follow. */
export type ScanEvent =
  | { readonly kind: "member"; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: "element"; readonly bytes: Uint8Array }
  | { readonly kind: "end" };

export interface MemberScanner {
  /** Yields the events that end in this chunk. Read all of them before pushing the next chunk. */
  push(chunk: Uint8Array): Iterable<ScanEvent>;
  /** True between objects, the only place where the stream may end. */
  readonly complete: boolean;
}

export interface MemberScannerOptions {
  /** Names the stream in errors, such as "a list". */
  readonly reading: string;
  /** The member whose array is cut into elements. */
  readonly elementsOf?: string;
  /** Longer values are an error, so that a broken server cannot exhaust the memory. Default: `valueBytesMax`. */
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

/** What the scanner expects next ("outside" to "elements"), or the token that it is in ("name" to "scalar"). */
type Mode = "outside" | "members" | "colon" | "value" | "elements" | "name" | "container" | "string" | "scalar";

const tokenModes: ReadonlySet<Mode> = new Set(["name", "container", "string", "scalar"]);

/** Creates a scanner at the beginning of a stream. */
export function createMemberScanner(options: MemberScannerOptions): MemberScanner {
  return new StreamScanner(options);
}

class StreamScanner implements MemberScanner {
  readonly #options: MemberScannerOptions;
  readonly #utf8 = new TextDecoder();
  #mode: Mode = "outside";
  #name = "";
  #inElements = false;
  /** Within a container: the number of open brackets, and whether the scanner is in a string of it, right after a backslash. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Where the current token begins in this chunk; 0 if it began in an earlier one. */
  #start = 0;
  /** The parts of the current token in earlier chunks. */
  #earlier: Uint8Array[] = [];
  #earlierBytes = 0;

  constructor(options: MemberScannerOptions) {
    this.#options = options;
  }

  get complete(): boolean {
    return this.#mode === "outside";
  }

  *push(chunk: Uint8Array): Generator<ScanEvent> {
    this.#start = 0;
    let at = 0;
    while (at < chunk.length) {
      if (tokenModes.has(this.#mode)) {
        const end = this.#endOfToken(chunk, at);
        if (end === undefined) break;
        at = end;
        const bytes = this.#cut(chunk, end);
        if (this.#mode === "name") this.#endName(bytes);
        else yield this.#endValue(bytes);
      } else {
        const isEnd = this.#step(chunk[at] ?? 0, at);
        at += 1;
        if (isEnd) yield { kind: "end" };
      }
    }
    if (tokenModes.has(this.#mode)) this.#keep(chunk.subarray(this.#start));
  }

  /** Consumes one byte outside of tokens, at index `at`. Returns true if the byte ends the object. */
  #step(byte: number, at: number): boolean {
    if (isSpace(byte)) return false;
    switch (this.#mode) {
      case "outside":
        if (byte !== openBrace) throw this.#unexpected(byte, "an object");
        this.#mode = "members";
        return false;
      case "members":
        if (byte === closeBrace) this.#mode = "outside";
        else if (byte === quote) this.#enterString("name", at);
        else if (byte !== comma) throw this.#unexpected(byte, "a member");
        return byte === closeBrace;
      case "colon":
        if (byte !== colon) throw this.#unexpected(byte, '":"');
        this.#mode = "value";
        return false;
      case "elements":
        if (byte === closeBracket) {
          this.#mode = "members";
          this.#inElements = false;
        } else if (byte !== comma) this.#enterValue(byte, at);
        return false;
      default:
        if (byte === openBracket && this.#name === this.#options.elementsOf) {
          this.#mode = "elements";
          this.#inElements = true;
        } else this.#enterValue(byte, at);
        return false;
    }
  }

  #enterValue(byte: number, at: number): void {
    if (byte === closeBrace || byte === closeBracket || byte === comma) throw this.#unexpected(byte, "a value");
    this.#start = at;
    if (byte === quote) this.#enterString("string", at);
    else if (byte === openBrace || byte === openBracket) {
      this.#mode = "container";
      this.#depth = 1;
    } else this.#mode = "scalar";
  }

  #enterString(mode: "name" | "string", at: number): void {
    this.#mode = mode;
    this.#inString = true;
    this.#start = at;
  }

  #endName(bytes: Uint8Array): void {
    this.#name = String(JSON.parse(this.#utf8.decode(bytes)));
    this.#mode = "colon";
  }

  #endValue(bytes: Uint8Array): ScanEvent {
    this.#mode = this.#inElements ? "elements" : "members";
    return this.#inElements ? { kind: "element", bytes } : { kind: "member", name: this.#name, bytes };
  }

  /** The index behind the current token, or `undefined` if the chunk ends first. */
  #endOfToken(chunk: Uint8Array, from: number): number | undefined {
    switch (this.#mode) {
      case "scalar":
        return endOfScalar(chunk, from);
      case "container": {
        const end = this.#endOfContainer(chunk, from);
        return this.#depth > 0 ? undefined : end;
      }
      default: {
        const end = this.#endOfString(chunk, from);
        return this.#inString ? undefined : end;
      }
    }
  }

  /** The hot loop. Returns the index behind the container, or the chunk's end with `#depth` above zero. */
  #endOfContainer(chunk: Uint8Array, from: number): number {
    const length = chunk.length;
    let at = from;
    let open = this.#depth;
    while (at < length && open > 0) {
      if (this.#inString) {
        at = this.#endOfString(chunk, at);
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      if (byte === quote) this.#inString = true;
      else if (byte === openBrace || byte === openBracket) open += 1;
      else if (byte === closeBrace || byte === closeBracket) open -= 1;
    }
    this.#depth = open;
    return at;
  }

  /** Returns the index behind the closing quote, or the chunk's end with `#inString` still set. */
  #endOfString(chunk: Uint8Array, from: number): number {
    const length = chunk.length;
    let at = from;
    if (this.#escaped && at < length) {
      this.#escaped = false;
      at += 1;
    }
    while (at < length) {
      const byte = chunk[at];
      at += 1;
      if (byte === quote) {
        this.#inString = false;
        return at;
      }
      if (byte === backslash) {
        if (at === length) this.#escaped = true;
        at += 1;
      }
    }
    return length;
  }

  #keep(part: Uint8Array): void {
    const { reading, valueBytesMax: bytesMax = valueBytesMax } = this.#options;
    this.#earlierBytes += part.length;
    if (this.#earlierBytes > bytesMax) {
      throw new ProtocolError(`Cannot read ${reading}: a value is longer than ${bytesMax} bytes`);
    }
    this.#earlier.push(part);
  }

  /** The bytes of the current token, which ends at `end` in `chunk`. */
  #cut(chunk: Uint8Array, end: number): Uint8Array {
    if (this.#earlier.length === 0) return chunk.subarray(this.#start, end);
    this.#keep(chunk.subarray(0, end));
    const whole = new Uint8Array(this.#earlierBytes);
    let offset = 0;
    for (const part of this.#earlier) {
      whole.set(part, offset);
      offset += part.length;
    }
    this.#earlier = [];
    this.#earlierBytes = 0;
    return whole;
  }

  #unexpected(byte: number, expected: string): ProtocolError {
    const shown = byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte ${byte}`;
    return new ProtocolError(`Cannot read ${this.#options.reading}: found ${shown} where ${expected} should be`);
  }
}

/** The index of the first byte that cannot belong to a number or literal, or `undefined` if the chunk ends first. */
function endOfScalar(chunk: Uint8Array, from: number): number | undefined {
  for (let at = from; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    if (byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte)) return at;
  }
  return undefined;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
