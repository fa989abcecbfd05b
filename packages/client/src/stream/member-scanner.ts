// Splits a stream of JSON objects into their members without parsing the values. The array of one named member can be split into its elements.
// A list is such an object (elements of "items"), and a watch is a sequence of such objects; both decoders use this scanner.
//
// Chunks may end anywhere. The scanner reads a window: the received chunk, or, if the last value continues in it, a copy of that value's
// beginning and the chunk. Values are views of the window, whose bytes are never overwritten.

import { ProtocolError } from "../errors.ts";
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  ContainerScan,
  isSpace,
  openBrace,
  openBracket,
  quote,
} from "./container-scan.ts";
import type { MetadataMembers } from "./container-scan.ts";

/** An event of the scanner, in the order of the stream. `end` closes one object; another object may follow. */
export type ScanEvent =
  | {
      readonly kind: "member";
      readonly name: string;
      readonly bytes: Uint8Array;
      readonly metadata: MetadataMembers | undefined;
    }
  | { readonly kind: "element"; readonly bytes: Uint8Array; readonly metadata: MetadataMembers | undefined }
  | { readonly kind: "end" };

export interface MemberScanner {
  /** Returns the events that end in this chunk. The scanner may keep the chunk, which must not change afterwards. */
  push(chunk: Uint8Array): readonly ScanEvent[];
  /** True between objects: the stream may end only there. */
  readonly complete: boolean;
  /** Whether the array of `elementsOf` has begun. */
  readonly hasElements: boolean;
}

export interface MemberScannerOptions {
  /** Names the stream in errors, such as "a list". */
  readonly reading: string;
  /** The member whose array is split into elements. */
  readonly elementsOf?: string;
  /** Longer values are an error, so that a faulty server cannot exhaust the memory. Default: `valueBytesMax`. */
  readonly valueBytesMax?: number;
}

/** An object is at most 3 MiB in requests and 1.5 MiB in etcd. The limit is ten times as large, for aggregated API servers. */
export const valueBytesMax: number = 32 * 1024 * 1024;

const backslash = 0x5c;

/** What the scanner expects next ("outside" to "elements"), or the kind of the current token ("name" to "scalar"). */
type Mode = "outside" | "members" | "colon" | "value" | "elements" | "name" | "container" | "string" | "scalar";

/** Creates a scanner at the beginning of a stream. */
export function createMemberScanner(options: MemberScannerOptions): MemberScanner {
  return new StreamScanner(options);
}

class StreamScanner implements MemberScanner {
  readonly #options: MemberScannerOptions;
  readonly #container = new ContainerScan();
  #mode: Mode = "outside";
  #name = "";
  #inElements = false;
  #hasElements = false;
  /** The window, of which the first `#filled` bytes have been received. */
  #window: Uint8Array = new Uint8Array(0);
  #filled = 0;
  /** The window belongs to the scanner, which may append to it. */
  #isCopy = false;
  /** The next byte, and the first byte of the current token. */
  #at = 0;
  #start = 0;

  constructor(options: MemberScannerOptions) {
    this.#options = options;
  }

  get complete(): boolean {
    return this.#mode === "outside";
  }

  get hasElements(): boolean {
    return this.#hasElements;
  }

  push(chunk: Uint8Array): readonly ScanEvent[] {
    this.#append(chunk);
    const events: ScanEvent[] = [];
    while (this.#at < this.#filled) {
      if (!this.#isInToken()) {
        const byte = this.#window[this.#at] ?? 0;
        this.#at += 1;
        if (this.#step(byte)) events.push({ kind: "end" });
        continue;
      }
      const end = this.#endOfToken();
      if (end === undefined) break;
      this.#at = end;
      if (this.#mode === "name") this.#endName();
      else events.push(this.#endValue());
    }
    this.#checkLength();
    return events;
  }

  /** Makes the window end with the chunk. Bytes before the current token are dropped. */
  #append(chunk: Uint8Array): void {
    const kept = this.#isInToken() ? this.#filled - this.#start : 0;
    if (kept === 0) {
      this.#window = chunk;
      this.#isCopy = false;
      this.#at = 0;
      this.#filled = chunk.length;
      return;
    }
    const length = kept + chunk.length;
    if (!this.#isCopy || this.#filled + chunk.length > this.#window.length) {
      // A value that spans many chunks doubles its window, so each of its bytes is copied a bounded number of times.
      const window = Buffer.allocUnsafeSlow(kept > chunk.length ? 2 * length : length);
      window.set(this.#window.subarray(this.#start, this.#filled));
      this.#window = window;
      this.#isCopy = true;
      this.#at -= this.#start;
      this.#start = 0;
      this.#filled = kept;
    }
    this.#window.set(chunk, this.#filled);
    this.#filled += chunk.length;
  }

  #isInToken(): boolean {
    const mode = this.#mode;
    return mode === "container" || mode === "name" || mode === "string" || mode === "scalar";
  }

  /** Consumes one byte outside of tokens. Returns true if the byte ends the object. */
  #step(byte: number): boolean {
    if (isSpace(byte)) return false;
    switch (this.#mode) {
      case "outside":
        if (byte !== openBrace) throw this.#unexpected(byte, "an object");
        this.#mode = "members";
        return false;
      case "members":
        if (byte === closeBrace) this.#mode = "outside";
        else if (byte === quote) this.#enter("name");
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
        } else if (byte !== comma) this.#enterValue(byte);
        return false;
      default:
        if (byte === openBracket && this.#name === this.#options.elementsOf) {
          this.#mode = "elements";
          this.#inElements = true;
          this.#hasElements = true;
        } else this.#enterValue(byte);
        return false;
    }
  }

  #enterValue(byte: number): void {
    if (byte === closeBrace || byte === closeBracket || byte === comma) throw this.#unexpected(byte, "a value");
    if (byte === quote) this.#enter("string");
    else if (byte === openBrace || byte === openBracket) {
      this.#enter("container");
      this.#container.begin();
    } else this.#enter("scalar");
  }

  /** Enters the token whose first byte has just been read. */
  #enter(mode: "name" | "container" | "string" | "scalar"): void {
    this.#mode = mode;
    this.#start = this.#at - 1;
  }

  #endName(): void {
    this.#name = nameOf(this.#token());
    this.#mode = "colon";
  }

  #endValue(): ScanEvent {
    const bytes = this.#token();
    const metadata = this.#mode === "container" ? this.#container.metadata : undefined;
    this.#mode = this.#inElements ? "elements" : "members";
    return this.#inElements
      ? { kind: "element", bytes, metadata }
      : { kind: "member", name: this.#name, bytes, metadata };
  }

  #token(): Uint8Array {
    return this.#window.subarray(this.#start, this.#at);
  }

  /** The index after the current token, or `undefined` if the received bytes end before it. */
  #endOfToken(): number | undefined {
    switch (this.#mode) {
      case "container":
        return this.#container.scan(this.#window, this.#start, this.#filled);
      case "scalar":
        return this.#endOfScalar();
      default:
        return this.#endOfString();
    }
  }

  /** The index of the first byte that cannot belong to a number or literal. */
  #endOfScalar(): number | undefined {
    for (; this.#at < this.#filled; this.#at += 1) {
      const byte = this.#window[this.#at] ?? 0;
      if (byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte)) return this.#at;
    }
    return undefined;
  }

  #endOfString(): number | undefined {
    while (this.#at < this.#filled) {
      const byte = this.#window[this.#at] ?? 0;
      this.#at += 1;
      if (byte === quote) return this.#at;
      if (byte === backslash) this.#at += 1; // The index may then be that of the second byte of the next chunk.
    }
    return undefined;
  }

  #checkLength(): void {
    const { reading, valueBytesMax: bytesMax = valueBytesMax } = this.#options;
    if (this.#isInToken() && this.#filled - this.#start > bytesMax) {
      throw new ProtocolError(`Cannot read ${reading}: a value is longer than ${bytesMax} bytes`);
    }
  }

  #unexpected(byte: number, expected: string): ProtocolError {
    const shown = byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte ${byte}`;
    return new ProtocolError(`Cannot read ${this.#options.reading}: found ${shown}, expected ${expected}`);
  }
}

/** The name in a JSON string. Names without escapes need no parser. */
function nameOf(token: Uint8Array): string {
  const isPlain = token.every((byte) => byte < 0x80 && byte !== backslash);
  return isPlain
    ? new TextDecoder().decode(token.subarray(1, -1))
    : String(JSON.parse(new TextDecoder().decode(token)));
}
