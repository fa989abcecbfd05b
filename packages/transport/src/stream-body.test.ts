import { PassThrough, Readable } from "node:stream";
import { createSystemClock } from "@kubewright/async";
import { expect, test, vi } from "vitest";
import { streamBody } from "./stream-body.ts";

const text = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};
const clock = createSystemClock();
const complete = { cancel: () => {}, failure: (error: unknown) => error };

test("a body has the chunks of its stream in order, including those that arrived before the first read", async () => {
  const stream = new PassThrough();
  stream.write("a");
  const body = streamBody(stream, complete);
  stream.write("b");
  const all = text(body);
  stream.end("c");
  expect(await all).toBe("abc");
});

test("a stream without a reader is paused, so its buffer is bounded", async () => {
  let sent = 0;
  const chunk = Buffer.alloc(64 * 1024);
  const stream = new Readable({
    read() {
      sent += 1;
      this.push(chunk);
    },
  });
  const body = streamBody(stream, complete)[Symbol.asyncIterator]();
  await body.next();
  for (let turn = 0; turn < 100; turn += 1) await clock.nextTurn();
  expect(sent).toBeLessThan(10);

  for (let read = 0; read < 50; read += 1) expect((await body.next()).value).toBe(chunk);
  await body.return?.();
  expect(stream.destroyed).toBe(true);
});

test("an error of the stream is thrown once, before unread chunks", async () => {
  const stream = new PassThrough();
  const failure = vi.fn<(error: unknown) => unknown>(() => new Error("the exchange failed"));
  const body = streamBody(stream, { cancel: () => {}, failure })[Symbol.asyncIterator]();
  const first = body.next();
  stream.write("a");
  stream.write("b");
  expect(await first).toEqual({ done: false, value: Buffer.from("a") });
  const broken = new Error("reset");
  stream.destroy(broken);
  await clock.nextTurn();
  await expect(body.next()).rejects.toThrow("the exchange failed");
  expect(failure.mock.calls).toEqual([[broken]]);
  expect(await body.next()).toEqual({ done: true, value: undefined });
});

test("a stream that closes before its end is a failure, even if it closed before the body was created", async () => {
  const failure = (error: unknown): unknown => error;
  const open = new PassThrough();
  const read = text(streamBody(open, { cancel: () => {}, failure }));
  open.destroy();
  await expect(read).rejects.toThrow("The stream was closed before its end");

  const closed = new PassThrough();
  closed.destroy();
  await expect(text(streamBody(closed, { cancel: () => {}, failure }))).rejects.toThrow(
    "The stream was closed before its end",
  );
});
