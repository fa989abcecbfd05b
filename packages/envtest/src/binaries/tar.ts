/**
 * A reader of tar archives with programs: plain files and folders, with names of up to 255 bytes.
 * Links, devices, and extended names and sizes are errors.
 *
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html (ustar Interchange Format)
 */
import { EnvironmentError } from "../errors.ts";

/** A member of an archive. Its content must be read or skipped before the next member is requested. */
export interface TarMember {
  readonly name: string;
  readonly kind: "file" | "folder";
  /** In bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

const blockSize = 512;

/** @throws {EnvironmentError} if the archive is damaged, truncated, or contains an unsupported member. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarMember, void, undefined> {
  const source = createByteSource(chunks);
  try {
    for (;;) {
      const header = await source.block();
      if (header.every((byte) => byte === 0)) return; // The end is two such blocks; what follows is padding.
      const { name, size, type } = parseHeader(header);
      const left = { bytes: size };
      if (type === "x" || type === "g") await assertHarmless(source.content(left), size);
      else yield { name, kind: kindOf(type, name), size, content: source.content(left) };
      for await (const _ of source.content(left)) continue;
      await source.skip((blockSize - (size % blockSize)) % blockSize);
    }
  } finally {
    await source.end();
  }
}

function kindOf(type: string, name: string): TarMember["kind"] {
  switch (type) {
    case "0":
    case "\0":
      return "file";
    case "5":
      return "folder";
    default:
      throw damaged(`"${name}" is of type "${type}": only files and folders are read`);
  }
}

const extendedBytesMax = 64 * 1024;

/**
 * Extended headers with times and attributes are skipped. Those that change the name or the size of the next member are rejected.
 */
async function assertHarmless(content: AsyncIterable<Uint8Array>, size: number): Promise<void> {
  if (size > extendedBytesMax) throw damaged(`it has an extended header of ${size} bytes`);
  const records = Buffer.concat(await Array.fromAsync(content)).toString("latin1");
  const found = /(?:^|\n)\d+ ((?:path|linkpath|size|GNU\.sparse[^=]*)=)/.exec(records)?.[1];
  if (found !== undefined) throw damaged(`it has an extended header with "${found}…"`);
}

interface Header {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

function parseHeader(block: Uint8Array): Header {
  if (octal(block, 148, 8) !== checksumOf(block)) throw damaged("the checksum of a header is wrong");
  const isUstar = text(block, 257, 6) === "ustar" && block[262] === 0; // GNU's older form uses the prefix for something else.
  const prefix = isUstar ? text(block, 345, 155) : "";
  const name = text(block, 0, 100);
  return {
    name: prefix === "" ? name : `${prefix}/${name}`,
    size: octal(block, 124, 12),
    type: String.fromCharCode(block[156] ?? 0),
  };
}

/** The sum of the header's bytes, with spaces in place of the sum itself. */
function checksumOf(block: Uint8Array): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

function text(block: Uint8Array, from: number, length: number): string {
  const field = block.subarray(from, from + length);
  const end = field.indexOf(0);
  return Buffer.from(end === -1 ? field : field.subarray(0, end)).toString("utf8");
}

function octal(block: Uint8Array, from: number, length: number): number {
  const digits = text(block, from, length).trim();
  if (!/^[0-7]{1,11}$/.test(digits)) throw damaged("a header has a number that is not octal");
  return Number.parseInt(digits, 8);
}

interface ByteSource {
  block(): Promise<Uint8Array>;
  /** Counts `left` down to 0, so that a second reader continues where the first has stopped. */
  content(left: { bytes: number }): AsyncGenerator<Uint8Array, void, undefined>;
  skip(bytes: number): Promise<void>;
  end(): Promise<void>;
}

function createByteSource(chunks: AsyncIterable<Uint8Array>): ByteSource {
  const iterator = chunks[Symbol.asyncIterator]();
  let buffered: Uint8Array = new Uint8Array();

  async function take(bytesMax: number): Promise<Uint8Array> {
    while (buffered.length === 0) {
      const next = await iterator.next();
      if (next.done) throw damaged("it is cut off");
      buffered = next.value;
    }
    const chunk = buffered.subarray(0, bytesMax);
    buffered = buffered.subarray(chunk.length);
    return chunk;
  }

  async function* content(left: { bytes: number }): AsyncGenerator<Uint8Array, void, undefined> {
    while (left.bytes > 0) {
      const chunk = await take(left.bytes);
      left.bytes -= chunk.length;
      yield chunk;
    }
  }

  return {
    content,
    async block() {
      const block = new Uint8Array(blockSize);
      let filled = 0;
      for await (const chunk of content({ bytes: blockSize })) {
        block.set(chunk, filled);
        filled += chunk.length;
      }
      return block;
    },
    async skip(bytes) {
      for await (const _ of content({ bytes })) continue;
    },
    async end() {
      await iterator.return?.();
    },
  };
}

function damaged(found: string): EnvironmentError {
  return new EnvironmentError(`Cannot unpack the archive: ${found}: expected a tar.gz with etcd and kube-apiserver`);
}
