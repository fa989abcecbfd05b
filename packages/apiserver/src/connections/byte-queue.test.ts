import { expect, test } from "vitest";
import { ByteQueue } from "./byte-queue.ts";

test("a reader gets what was brought before and after it came, and the end", async () => {
  const queue = new ByteQueue();
  await queue.push(Buffer.from("a"));
  const reading = Array.fromAsync(queue);

  await queue.push(Buffer.from("b"));
  queue.end();

  expect(Buffer.concat(await reading).toString()).toBe("ab");
});

test("who brings more than a reader takes has to wait", async () => {
  const queue = new ByteQueue();
  let isThrough = false;
  const pushing = queue.push(new Uint8Array(2 * 1024 * 1024)).then(() => (isThrough = true));
  await Promise.resolve();
  const before = isThrough;

  await queue[Symbol.asyncIterator]().next();
  await pushing;

  expect([before, isThrough]).toEqual([false, true]);
});

test("the end lets go of who waits, and what comes after it is dropped", async () => {
  const queue = new ByteQueue();
  const pushing = queue.push(new Uint8Array(2 * 1024 * 1024));

  queue.end();
  await pushing;
  await queue.push(Buffer.from("late"));

  expect((await Array.fromAsync(queue)).map(({ length }) => length)).toEqual([2 * 1024 * 1024]);
});
