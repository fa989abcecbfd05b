// Compresses the JSON of objects with DEFLATE and a dictionary (RFC 1951; zlib's preset dictionary): objects of a kind share most of their
// field names and values, which the dictionary holds once. The first objects of a store are samples for the dictionary and stay uncompressed.
//
//   uncompressed:  | JSON |
//   compressed:    | 0 | length of the JSON | start of the body | marked values | body: the JSON, compressed |
//
// The marked values are stored a second time, uncompressed, so that versions, labels and owners are read at the same speed in both forms.

import { deflateRawSync, inflateRawSync } from "node:zlib";

import { endOfValue } from "./json-value.ts";
import { copyWithout, lengthWithout } from "./reduce.ts";
import type { ReducedObject } from "./reduce.ts";

/** The first byte of a compressed object. JSON does not begin with it. */
const compressedTag = 0;

/** The tag and two unsigned integers of 32 bits. */
const headerBytes = 9;

/** Ends a marked value, because a number has no terminator. */
const comma = 0x2c;

/** The dictionary has 8 KiB: each call of zlib copies it, and a larger one costs more memory and time than it saves. */
const sampleCount = 4;
const sampleBytesMax = 2 * 1024;

/** Little memory per call of zlib. With the defaults of Node, the memory of the process grows by more than the cache shrinks. */
const zlibOptions = { windowBits: 14, memLevel: 5 } as const;

/** One sample per this number of bytes: lists are sorted by name, so neighbours are more alike than the rest. */
const sampleEveryBytes = 64 * 1024;

/** The stored bytes of a received object. */
export type StoredForm = Pick<ReducedObject, "bytes" | "marks" | "cut">;

export interface Compression {
  /** Returns the compressed form, or the object itself if there is no dictionary yet or if it would not get smaller. */
  compress(object: ReducedObject): StoredForm;
  /** Returns the JSON of a stored form. */
  decompress(stored: Uint8Array): Uint8Array;
}

/** For stores without compression. */
export const uncompressed: Compression = {
  compress: (object) => object,
  decompress: (stored) => stored,
};

/** The compression of one store. It samples its dictionary from the first objects that it receives. */
export function createCompression(): Compression {
  return new DictionaryCompression();
}

/** The length of the JSON of a stored form. */
export function jsonLength(stored: Uint8Array): number {
  return stored[0] === compressedTag ? viewOf(stored).getUint32(1) : stored.length;
}

class DictionaryCompression implements Compression {
  readonly #samples: Uint8Array[] = [];
  #seenBytes = 0;
  #dictionary: Buffer | undefined;

  compress(object: ReducedObject): StoredForm {
    const json = new Uint8Array(lengthWithout(object.bytes, object.cut));
    copyWithout(object.bytes, object.cut, json, 0);
    const dictionary = this.#dictionary;
    if (dictionary === undefined) {
      this.#sample(json);
      return object;
    }
    const body = deflateRawSync(json, { ...zlibOptions, dictionary, chunkSize: chunkSizeOf(json.length) });
    const stored = withMarkedValues(object, json.length, body);
    return stored.bytes.length < json.length ? stored : object;
  }

  decompress(stored: Uint8Array): Uint8Array {
    const dictionary = this.#dictionary;
    if (stored[0] !== compressedTag || dictionary === undefined) return stored;
    const body = stored.subarray(viewOf(stored).getUint32(5));
    return inflateRawSync(body, {
      windowBits: zlibOptions.windowBits,
      dictionary,
      chunkSize: chunkSizeOf(jsonLength(stored)),
    });
  }

  #sample(json: Uint8Array): void {
    const dueAt = this.#samples.length * sampleEveryBytes;
    this.#seenBytes += json.length;
    if (this.#seenBytes < dueAt) return;
    this.#samples.push(json.slice(0, sampleBytesMax));
    if (this.#samples.length === sampleCount) this.#dictionary = Buffer.concat(this.#samples.splice(0));
  }
}

function withMarkedValues({ bytes, marks }: ReducedObject, length: number, body: Uint8Array): StoredForm {
  const ends = marks.map((mark) => (mark === 0 ? 0 : endOfValue(bytes, mark)));
  const bodyAt = ends.reduce((sum, end, index) => sum + (end === 0 ? 0 : end - (marks[index] ?? 0) + 1), headerBytes);
  const stored = new Uint8Array(bodyAt + body.length);
  const header = viewOf(stored);
  header.setUint8(0, compressedTag);
  header.setUint32(1, length);
  header.setUint32(5, bodyAt);
  let at = headerBytes;
  const storedMarks = marks.map((mark, index) => {
    if (mark === 0) return 0;
    const start = at;
    const value = bytes.subarray(mark, ends[index]);
    stored.set(value, start);
    stored[start + value.length] = comma;
    at = start + value.length + 1;
    return start;
  });
  stored.set(body, bodyAt);
  return { bytes: stored, marks: storedMarks, cut: undefined };
}

/** One chunk holds the result: zlib allocates another one when a chunk is full. 64 is its minimum. */
function chunkSizeOf(length: number): number {
  return Math.max(64, length + 1);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
