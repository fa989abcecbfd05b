import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { bodyOfBuffers, LongBody } from "./chunks.ts";

const kibibyte = 1024;
const bufferOf = (text: string, length: number): Uint8Array => Buffer.alloc(length, text);

function longBody(...buffers: readonly Uint8Array[]): LongBody {
  const body = bodyOfBuffers(buffers);
  assert.ok(body instanceof LongBody);
  return body;
}

test("buffers that fit into one chunk are a whole body", () => {
  assert.deepEqual(bodyOfBuffers([]), Buffer.alloc(0));
  assert.deepEqual(bodyOfBuffers([Buffer.from("ab"), Buffer.from("c")]), Buffer.from("abc"));
});

test("a long body reads no buffers beyond its first chunk until it is read", () => {
  let read = 0;
  const buffers = Iterator.from([1, 2, 3, 4]).map(() => {
    read++;
    return bufferOf("a", 160 * kibibyte);
  });

  bodyOfBuffers(buffers);

  assert.equal(read, 2);
});

test("borrowed chunks share one buffer, except buffers that are larger than a chunk", () => {
  const large = bufferOf("b", 400 * kibibyte);
  const body = longBody(
    bufferOf("a", 160 * kibibyte),
    large,
    bufferOf("c", 160 * kibibyte),
    bufferOf("d", 160 * kibibyte),
  );

  const chunks: { text: string; length: number; buffer: ArrayBufferLike; isLarge: boolean }[] = [];
  for (const chunk of body.borrowedChunks()) {
    const text = Buffer.from(chunk)
      .toString()
      .replaceAll(/(.)\1*/g, "$1");
    chunks.push({ text, length: chunk.length, buffer: chunk.buffer, isLarge: chunk === large });
  }

  assert.deepEqual(
    chunks.map(({ text, length, isLarge }) => [text, length, isLarge]),
    [
      ["a", 160 * kibibyte, false],
      ["b", 400 * kibibyte, true],
      ["c", 160 * kibibyte, false],
      ["d", 160 * kibibyte, false],
    ],
  );
  assert.equal(new Set(chunks.filter(({ isLarge }) => !isLarge).map(({ buffer }) => buffer)).size, 1);
});

test("the chunks of a stream belong to its reader", async () => {
  const body = longBody(bufferOf("a", 160 * kibibyte), bufferOf("b", 160 * kibibyte), bufferOf("c", 160 * kibibyte));

  const chunks = await Array.fromAsync(body);

  assert.deepEqual(
    chunks.map((chunk) => Buffer.from(chunk.subarray(0, 3)).toString()),
    ["aaa", "bbb", "ccc"],
  );
});

test("a long body reuses the buffer of an earlier one only if that was read to its end", () => {
  const body = (): LongBody => longBody(bufferOf("a", 160 * kibibyte), bufferOf("b", 160 * kibibyte));
  const read = (chunks: Iterable<Uint8Array>): ArrayBufferLike | undefined => Array.from(chunks).at(-1)?.buffer;
  const finished = read(body().borrowedChunks());

  const [first, second] = [body().borrowedChunks(), body().borrowedChunks()];
  const inUse = first.next().value?.buffer;
  const other = second.next().value?.buffer;
  first.return();
  const afterCut = body().borrowedChunks().next().value?.buffer;

  expect(inUse).toBe(finished);
  expect(other).not.toBe(inUse);
  expect([inUse, other]).not.toContain(afterCut);
});
