// The wire format of protobuf, to be read: tags, varints, lengths. https://protobuf.dev/programming-guides/encoding/
//
// A reader is a window on bytes that it never copies or leaves: whatever a length claims, the work is bounded by the bytes that came.
// Errors are the reference's, to the letter, because clients are shown them.
import { ProtobufError } from "./wire-error.ts";

/** How a field is laid out. */
export const wireType = { varint: 0, fixed64: 1, bytes: 2, groupStart: 3, groupEnd: 4, fixed32: 5 } as const;

export interface Tag {
  readonly number: number;
  readonly wireType: number;
}

const unexpectedEnd = "unexpected EOF";
const varintBytesMax = 10;

/** Reads values one after the other. Every method throws a `ProtobufError` when the bytes are not what it reads. */
export class WireReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  // The halves of the last varint, unsigned.
  #low = 0;
  #high = 0;

  constructor(bytes: Uint8Array, start = 0, end: number = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** The next tag, for a message of this name. */
  tag(messageName: string): Tag {
    this.#varint();
    const number = (this.#high << 29) | (this.#low >>> 3) | 0;
    const type = this.#low & 7;
    if (type === wireType.groupEnd) throw new ProtobufError(`proto: ${messageName}: wiretype end group for non-group`);
    if (number <= 0) {
      throw new ProtobufError(`proto: ${messageName}: illegal tag ${number} (wire type ${this.#unsigned()})`);
    }
    return { number, wireType: type };
  }

  bool(): boolean {
    this.#varint();
    return this.#low !== 0 || this.#high !== 0;
  }

  int32(): number {
    this.#varint();
    return this.#low | 0;
  }

  /** A number where it is exact, else a bigint. */
  int64(): number | bigint {
    this.#varint();
    const value = (this.#high | 0) * 2 ** 32 + this.#low;
    return Number.isSafeInteger(value) ? value : BigInt.asIntN(64, this.#unsigned());
  }

  double(): number {
    const at = this.#take(8);
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset + at, 8).getFloat64(0, true);
  }

  /** What follows with its length in front, as a view. */
  bytes(): Uint8Array {
    const length = this.#length();
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** Text; what is not UTF-8 in it becomes U+FFFD, as it does when the reference prints it. */
  string(): string {
    const bytes = this.bytes();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  }

  /** A reader of the message that follows with its length in front. */
  message(): WireReader {
    const length = this.#length();
    const at = this.#take(length);
    return new WireReader(this.#bytes, at, at + length);
  }

  /** Passes over a value, groups included. A loop: depth costs no stack. */
  skip(type: number): void {
    let depth = 0;
    let next = type;
    for (;;) {
      if (next === wireType.groupStart) depth += 1;
      else if (next === wireType.groupEnd) depth -= 1;
      else this.#skipValue(next);
      if (depth === 0) return;
      if (this.isAtEnd) throw new ProtobufError(unexpectedEnd);
      this.#varint();
      next = this.#low & 7;
    }
  }

  #skipValue(type: number): void {
    switch (type) {
      case wireType.varint:
        this.#varint();
        return;
      case wireType.fixed64:
        this.#take(8);
        return;
      case wireType.bytes:
        this.#take(this.#length());
        return;
      case wireType.fixed32:
        this.#take(4);
        return;
      default:
        throw new ProtobufError(`proto: illegal wireType ${type}`);
    }
  }

  #length(): number {
    this.#varint();
    if (this.#high >>> 31 === 1) throw new ProtobufError("proto: negative length found during unmarshaling");
    return this.#high * 2 ** 32 + this.#low;
  }

  /** Where the next `count` bytes begin. */
  #take(count: number): number {
    const at = this.#at;
    if (count > this.#end - at) throw new ProtobufError(unexpectedEnd);
    this.#at = at + count;
    return at;
  }

  #unsigned(): bigint {
    return (BigInt(this.#high) << 32n) | BigInt(this.#low);
  }

  #varint(): void {
    let low = 0;
    let high = 0;
    for (let count = 0; ; count += 1) {
      if (count === varintBytesMax) throw new ProtobufError("proto: integer overflow");
      const byte = this.#at < this.#end ? this.#bytes[this.#at] : undefined;
      if (byte === undefined) throw new ProtobufError(unexpectedEnd);
      this.#at += 1;
      const bits = byte & 0x7f;
      const shift = count * 7;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >>> 4;
      } else high |= bits << (shift - 32);
      if (byte < 0x80) break;
    }
    this.#low = low >>> 0;
    this.#high = high >>> 0;
  }
}
