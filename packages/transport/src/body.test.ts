import assert from "node:assert/strict";
import { test } from "vitest";
import { bodyOf, discardBody, emptyBody, readBody, readText } from "./body.ts";
import { isBodyTooLarge } from "./errors.ts";

test("readBody() joins the chunks, and readText() decodes characters that are split between chunks", async () => {
  const [first, second] = [Uint8Array.of(0xc3), Uint8Array.of(0xbc)];

  assert.deepEqual(await readBody({ body: bodyOf(first, second) }), Uint8Array.of(0xc3, 0xbc));
  assert.equal(await readText({ body: bodyOf(first, second) }), "ü");
  assert.equal(await readText({ body: bodyOf("one ", "two") }), "one two");
  assert.deepEqual(await readBody({ body: emptyBody() }), new Uint8Array());
});

test("readBody() reads a body of exactly its limit, and cancels a longer body", async () => {
  let left = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(10);
    } finally {
      left = true;
    }
  }

  assert.equal((await readBody({ body: bodyOf("0123456789") }, { limitBytes: 10 })).length, 10);
  await assert.rejects(readBody({ body: endless() }, { limitBytes: 25 }), (error) => {
    assert.ok(isBodyTooLarge(error));
    assert.equal(error.message, "Cannot read body: it is longer than the 25 bytes allowed");
    return true;
  });
  assert.equal(left, true);
});

test("bodyOf() can be read again", async () => {
  const body = bodyOf("again");

  assert.equal(await readText({ body }), "again");
  assert.equal(await readText({ body }), "again");
});

test("discardBody() does nothing for a body that has been read or cannot be cancelled", async () => {
  const body = bodyOf("read");
  await readText({ body });

  await discardBody({ body });
  await discardBody({ body: { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("read")) }) } });
});
