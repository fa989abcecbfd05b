import { expect, test } from "vitest";
import { createEntryDecoder } from "./decoded-entries.ts";
import type { StoredEntry } from "./stored-entry.ts";
import { encodeEntry } from "./stored-entry.ts";

function entryOf(name: string, text = ""): StoredEntry {
  const object = { kind: "ConfigMap", apiVersion: "v1", metadata: { name }, data: { text } };
  return encodeEntry(object, 1, { fields: undefined, schemaId: undefined });
}

test("each version of an entry is parsed once", () => {
  const decode = createEntryDecoder();
  const [first, second] = [entryOf("a", "before"), entryOf("a", "after")];

  const object = decode(first);

  expect(decode(first)).toBe(object);
  expect(decode(second)["data"]).toEqual({ text: "after" });
});

test("the cache evicts its oldest objects when it is full", () => {
  const decode = createEntryDecoder();
  const oldest = entryOf("oldest");
  const newest = entryOf("newest");
  const before = [decode(oldest), decode(newest)];

  for (const name of ["b", "c", "d"]) decode(entryOf(name, "x".repeat(90_000)));

  expect(decode(oldest)).not.toBe(before[0]);
  expect(decode(oldest)).toEqual(before[0]);
});

test("a large object is parsed once in a turn and evicts no other", () => {
  const decode = createEntryDecoder();
  const [small, large] = [entryOf("small"), entryOf("large", "x".repeat(300_000))];
  const object = decode(small);

  const once = decode(large);

  expect(decode(large)).toBe(once);
  expect(decode(small)).toBe(object);
});
