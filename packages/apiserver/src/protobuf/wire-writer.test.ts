import assert from "node:assert/strict";
import { test } from "vitest";
import { WireReader } from "./wire-reader.ts";
import { BackwardWriter } from "./wire-writer.ts";

test("a message that is written from its end can be read", () => {
  const writer = new BackwardWriter();
  writer.double(5, 0.5);
  writer.bytes(4, Uint8Array.of(1, 2));
  writer.message(3, () => writer.integer(1, -1));
  writer.string(2, "ä€");
  writer.integer(1, 300);
  const reader = new WireReader(writer.finish());

  assert.deepEqual([reader.tag("T").number, reader.int32()], [1, 300]);
  assert.deepEqual([reader.tag("T").number, reader.string()], [2, "ä€"]);
  assert.equal(reader.tag("T").number, 3);
  const inner = reader.message();
  assert.deepEqual([inner.tag("T").number, inner.int64(), inner.isAtEnd], [1, -1, true]);
  assert.deepEqual([reader.tag("T").number, [...reader.bytes()]], [4, [1, 2]]);
  assert.deepEqual([reader.tag("T").number, reader.double(), reader.isAtEnd], [5, 0.5, true]);
});

test.for([0, 127, 128, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, -1, 2n ** 63n - 1n, -(2n ** 63n)])(
  "varint() writes %s, and a reader returns the same value",
  (value) => {
    const writer = new BackwardWriter();
    writer.varint(value);

    assert.equal(new WireReader(writer.finish()).int64(), value);
  },
);

test("the buffer of a writer grows", () => {
  const writer = new BackwardWriter();
  for (let count = 0; count < 3; count += 1) writer.string(1, "x".repeat(5000));

  assert.equal(writer.length, 3 * 5003);
  assert.equal(writer.finish().length, 3 * 5003);
});
