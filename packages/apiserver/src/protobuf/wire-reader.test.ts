import assert from "node:assert/strict";
import { test } from "vitest";
import { isProtobufError } from "./wire-error.ts";
import { WireReader } from "./wire-reader.ts";

function readerOf(...bytes: readonly number[]): WireReader {
  return new WireReader(Uint8Array.from(bytes));
}

test.for<[readonly number[], number | bigint]>([
  [[0], 0],
  [[0x7f], 127],
  [[0x80, 0x01], 128],
  [[0xff, 0xff, 0xff, 0xff, 0x0f], 2 ** 32 - 1],
  [[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f], Number.MAX_SAFE_INTEGER],
  [[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10], 2n ** 53n],
  [[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], 2n ** 63n - 1n],
  [[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], -1],
  [[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01], -(2n ** 63n)],
])("int64() reads %j as %s, exactly", ([bytes, value]) => {
  assert.equal(readerOf(...bytes).int64(), value);
});

test("int32() reads the low 32 bits of a number, as Go does", () => {
  assert.equal(readerOf(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01).int32(), -1);
  assert.equal(readerOf(0x81, 0x80, 0x80, 0x80, 0x10).int32(), 1);
});

test.for<[string, readonly number[], string]>([
  ["a number of eleven bytes", [...Array<number>(10).fill(0xff), 1], "proto: integer overflow"],
  ["a number that does not end", [0xff], "unexpected EOF"],
  ["field 0", [0], "proto: Pod: illegal tag 0 (wire type 0)"],
  ["a field beyond 32 bits", [0xff, 0xff, 0xff, 0xff, 0x7f], "proto: Pod: illegal tag -1 (wire type 34359738367)"],
  ["an end of a group", [0x0c], "proto: Pod: wiretype end group for non-group"],
])("tag() rejects %s", ([, bytes, message]) => {
  assert.throws(
    () => readerOf(...bytes).tag("Pod"),
    (error) => isProtobufError(error) && error.message === message,
  );
});

test.for<[string, readonly number[], string]>([
  ["a length beyond the end", [5, 1, 2], "unexpected EOF"],
  ["a length that exceeds any memory", [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], "unexpected EOF"],
  ["a negative length", [...Array<number>(9).fill(0xff), 1], "proto: negative length found during unmarshaling"],
])("bytes() rejects %s", ([, bytes, message]) => {
  assert.throws(() => readerOf(...bytes).bytes(), { name: "ProtobufError", message });
});

test("a reader of a message ends at the end of the message", () => {
  const reader = readerOf(2, 7, 8, 9);
  const inner = reader.message();

  assert.deepEqual([inner.int32(), inner.int32(), inner.isAtEnd], [7, 8, true]);
  assert.throws(() => inner.int32(), { message: "unexpected EOF" });
  assert.equal(reader.int32(), 9);
});

test("skip() skips values of every wire type, and nested groups", () => {
  const reader = readerOf(0x80, 1, ...Array<number>(8).fill(1), 2, 9, 9, 1, 2, 3, 4, 0x0b, 0x08, 5, 0x0c, 0x0c, 42);
  for (const type of [0, 1, 2, 5, 3]) reader.skip(type);

  assert.equal(reader.int32(), 42);
});

test.for<[string, number, readonly number[], string]>([
  ["a group without an end", 3, [0x0b], "unexpected EOF"],
  ["an unknown wire type", 6, [1], "proto: illegal wireType 6"],
  ["an unknown wire type in a group", 3, [0x0f], "proto: illegal wireType 7"],
])("skip() rejects %s", ([, type, bytes, message]) => {
  assert.throws(() => readerOf(...bytes).skip(type), { name: "ProtobufError", message });
});

test("skip() skips a million nested groups without recursion", () => {
  const reader = new WireReader(new Uint8Array(1_000_000).fill(0x0b));

  assert.throws(() => reader.skip(3), { message: "unexpected EOF" });
});

test("string() decodes invalid UTF-8 as replacement characters", () => {
  assert.equal(readerOf(3, 0x61, 0xff, 0x62).string(), "a\u{fffd}b");
});
