/**
 * The injected random generator.
 *
 * Jitter, name suffixes and uids use a `Random`, not the platform, so that a run can be repeated with the same
 * seed. The sequences of seeds are stable within a version of this package and predictable: use
 * `createSystemRandom()` for values that must not be guessed.
 */
import { randomFillSync, randomUUID } from "node:crypto";

/** The source of randomness. */
export interface Random {
  /** The next number of [0, 1), evenly spread over 53 bits. */
  next(): number;
  /** The next integer of [0, `maxExclusive`). Throws a `RangeError` unless `maxExclusive` is an integer from 1 to 2^53 - 1. */
  int(maxExclusive: number): number;
  /** Returns a new array of `length` random bytes. */
  bytes(length: number): Uint8Array;
  /** A random UUID (version 4) in lower case, as `metadata.uid` is. */
  uuid(): string;
}

/** The cryptographic generator of the system: its values cannot be predicted. */
export function createSystemRandom(): Random {
  function bytes(length: number): Uint8Array {
    return randomFillSync(new Uint8Array(length));
  }
  // The generator returns many words per call, because each call is expensive.
  const words = new Uint32Array(256);
  let used = words.length;
  function word(): number {
    if (used === words.length) {
      randomFillSync(words);
      used = 0;
    }
    return words[used++] ?? 0;
  }
  function next(): number {
    return fraction(word(), word());
  }
  return { next, int: (maxExclusive) => integer(next, maxExclusive), bytes, uuid: () => randomUUID() };
}

/**
 * A generator that gives the same sequence for the same seed, on every machine. Different seeds give unrelated sequences;
 * `1` and `"1"` are the same seed.
 */
export function createSeededRandom(seed: number | string): Random {
  const word = createWordSource(String(seed));

  function next(): number {
    return fraction(word(), word());
  }
  function bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => word() >>> 24);
  }
  return { next, int: (maxExclusive) => integer(next, maxExclusive), bytes, uuid: () => formatUuid(bytes(16)) };
}

/**
 * 32-bit words of the generator sfc32 ("small fast counting", by Chris Doty-Humphrey): three words of chaotic state and a
 * counter, which rules out short cycles; it passes the usual statistical batteries. The seed is spread over the state by a
 * multiplicative hash, and the first words are thrown away until every bit of it has reached every word.
 */
function createWordSource(seed: string): () => number {
  let a = hash(seed, 0x9e3779b9);
  let b = hash(seed, 0x85ebca6b);
  let c = hash(seed, 0xc2b2ae35);
  let counter = 1;

  function word(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  for (let warmUp = 0; warmUp < 16; warmUp++) word();
  return word;
}

function hash(text: string, start: number): number {
  let state = start | 0;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
    state ^= state >>> 15;
  }
  return state;
}

/** The 53 bits a double holds exactly: 21 of the one word, 32 of the other. */
function fraction(high: number, low: number): number {
  return ((high >>> 11) * 2 ** 32 + (low >>> 0)) / 2 ** 53;
}

function integer(next: () => number, maxExclusive: number): number {
  if (!Number.isSafeInteger(maxExclusive) || maxExclusive < 1) {
    throw new RangeError(
      `Cannot draw an integer: maxExclusive is ${maxExclusive}, must be an integer from 1 to 2^53 - 1`,
    );
  }
  return Math.floor(next() * maxExclusive);
}

/** Marks 16 random bytes as a UUID of version 4 (RFC 9562, section 5.4) and prints them. */
function formatUuid(bytes: Uint8Array): string {
  const marked = bytes.map((byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    if (index === 8) return (byte & 0x3f) | 0x80;
    return byte;
  });
  const hex = Array.from(marked, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
