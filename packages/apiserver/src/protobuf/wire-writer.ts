// Writes the protobuf wire format backwards: the length of a message precedes it, and is known once the message is written. So there is one buffer, and
// nested messages are not copied.
import { wireType } from "./wire-reader.ts";

const initialCapacity = 1024;

/** Receives the fields of a message, the last one first. */
export interface MessageWriter {
  integer(number: number, value: number | bigint): void;
  double(number: number, value: number): void;
  bytes(number: number, value: Uint8Array): void;
  string(number: number, value: string): void;
  message(number: number, write: () => void): void;
}

/** Counts the bytes of a message instead of writing them. */
export class MessageSize implements MessageWriter {
  /** Bytes so far. */
  length = 0;

  integer(number: number, value: number | bigint): void {
    const isSmall = typeof value === "number" && value >= 0 && value < 2 ** 31;
    this.length += varintLength(number * 8) + (isSmall ? varintLength(value) : largeVarint(value).length);
  }

  double(number: number, _value: number): void {
    this.length += varintLength(number * 8) + 8;
  }

  bytes(number: number, { length }: { readonly length: number }): void {
    this.length += varintLength(number * 8) + varintLength(length) + length;
  }

  string(number: number, value: string): void {
    this.bytes(number, { length: Buffer.byteLength(value) });
  }

  message(number: number, write: () => void): void {
    const before = this.length;
    write();
    this.length += varintLength(number * 8) + varintLength(this.length - before);
  }
}

/** Writes the fields of a message, the last one first. */
export class BackwardWriter implements MessageWriter {
  #bytes: Buffer = Buffer.allocUnsafe(initialCapacity);
  #at = initialCapacity;

  /** Bytes written so far. */
  get length(): number {
    return this.#bytes.length - this.#at;
  }

  /** Field `number` as an integer or a bool. Negative numbers take ten bytes, as 64 bits in two's complement. */
  integer(number: number, value: number | bigint): void {
    this.varint(value);
    this.#tag(number, wireType.varint);
  }

  double(number: number, value: number): void {
    this.#reserve(8);
    this.#bytes.writeDoubleLE(value, this.#at);
    this.#tag(number, wireType.fixed64);
  }

  bytes(number: number, value: Uint8Array): void {
    this.raw(value);
    this.varint(value.length);
    this.#tag(number, wireType.bytes);
  }

  string(number: number, value: string): void {
    const length = Buffer.byteLength(value);
    this.#reserve(length);
    this.#bytes.write(value, this.#at);
    this.varint(length);
    this.#tag(number, wireType.bytes);
  }

  /** Field `number` as the message that `write` writes. */
  message(number: number, write: () => void): void {
    const before = this.length;
    write();
    this.varint(this.length - before);
    this.#tag(number, wireType.bytes);
  }

  /** A number without a tag. */
  varint(value: number | bigint): void {
    if (typeof value === "number" && value >= 0 && value < 2 ** 31) this.#smallVarint(value);
    else this.raw(largeVarint(value));
  }

  /** Raw bytes. */
  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#at);
  }

  /** The written bytes. The writer must not be used afterwards. */
  finish(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }

  #tag(number: number, type: number): void {
    this.#smallVarint(number * 8 + type);
  }

  #smallVarint(value: number): void {
    this.#reserve(varintLength(value));
    let rest = value;
    for (let at = this.#at; ; at += 1, rest >>>= 7) {
      if (rest <= 0x7f) {
        this.#bytes[at] = rest;
        return;
      }
      this.#bytes[at] = (rest & 0x7f) | 0x80;
    }
  }

  /** Moves back by `count` bytes. Grows the buffer if it has no room for them. */
  #reserve(count: number): void {
    if (count > this.#at) {
      const { length } = this;
      const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, length + count));
      grown.set(this.#bytes.subarray(this.#at), grown.length - length);
      this.#bytes = grown;
      this.#at = grown.length - length;
    }
    this.#at -= count;
  }
}

/** The bytes of a varint below 2^31. */
function varintLength(value: number): number {
  let count = 1;
  for (let rest = value; rest > 0x7f; rest >>>= 7) count += 1;
  return count;
}

/** A varint of any 64 bits; negative numbers are in two's complement. */
function largeVarint(value: number | bigint): Uint8Array {
  const groups: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 0x7fn; rest >>= 7n) groups.push(Number(rest & 0x7fn) | 0x80);
  groups.push(Number(rest));
  return Uint8Array.from(groups);
}
