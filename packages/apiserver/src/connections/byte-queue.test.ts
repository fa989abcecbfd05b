import { expect, test } from "vitest";
import { ByteQueue } from "./byte-queue.ts";

test("a reader receives the bytes that were pushed before and after it started, and the end", async () => {
  const queue = new ByteQueue();
  await queue.push(Buffer.from("a"));
  const reading = Array.fromAsync(queue);

  await queue.push(Buffer.from("b"));
  queue.end();

  expect(Buffer.concat(await reading).toString()).toBe("ab");
});

test("push() waits while the queue is full", async () => {
  const queue = new ByteQueue();
  let isThrough = false;
  const pushing = queue.push(new Uint8Array(2 * 1024 * 1024)).then(() => (isThrough = true));
  await Promise.resolve();
  const before = isThrough;

  await queue[Symbol.asyncIterator]().next();
  await pushing;

  expect([before, isThrough]).toEqual([false, true]);
});

test("end() resolves waiting writers, and bytes pushed after it are discarded", async () => {
  const queue = new ByteQueue();
  const pushing = queue.push(new Uint8Array(2 * 1024 * 1024));

  queue.end();
  await pushing;
  await queue.push(Buffer.from("late"));

  expect((await Array.fromAsync(queue)).map(({ length }) => length)).toEqual([2 * 1024 * 1024]);
});
