// Reads the wire format of protobuf: tags, varints, lengths. https://protobuf.dev/programming-guides/encoding/
//
// A reader reads a range of bytes without copying them. Lengths beyond the range are errors, so the work is bounded by the number of bytes. Error messages
// are exactly those of Go, since clients receive them.
import { ProtobufError } from "./wire-error.ts";

/** The wire type of a field. */
export const wireType = { varint: 0, fixed64: 1, bytes: 2, groupStart: 3, groupEnd: 4, fixed32: 5 } as const;

export interface Tag {
  readonly number: number;
  readonly wireType: number;
}

const unexpectedEnd = "unexpected EOF";
const varintBytesMax = 10;

/** Reads values one after the other. Every method throws a `ProtobufError` for malformed bytes. */
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

  /** A number if it is exact, otherwise a bigint. */
  int64(): number | bigint {
    this.#varint();
    const value = (this.#high | 0) * 2 ** 32 + this.#low;
    return Number.isSafeInteger(value) ? value : BigInt.asIntN(64, this.#unsigned());
  }

  double(): number {
    const at = this.#take(8);
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset + at, 8).getFloat64(0, true);
  }

  /** Length-prefixed bytes, as a view. */
  bytes(): Uint8Array {
    const length = this.#length();
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** A string. Invalid UTF-8 becomes U+FFFD, as in the JSON of kube-apiserver. */
  string(): string {
    const bytes = this.bytes();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  }

  /** A reader of the length-prefixed message that follows. */
  message(): WireReader {
    const length = this.#length();
    const at = this.#take(length);
    return new WireReader(this.#bytes, at, at + length);
  }

  /** Skips a value, including groups. It is a loop, so nested groups need no stack. */
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

  /** The offset of the next `count` bytes, which are consumed. */
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
