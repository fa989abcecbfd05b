import assert from "node:assert/strict";

import fc from "fast-check";
import { test } from "vitest";

import { ContainerScan, metadataMembersOf } from "./container-scan.ts";

const names = fc.oneof(fc.constantFrom("metadata", "name", "a:b", 'quote " brace }', "back\\slash\\"), fc.string());
const objects = fc
  .record({ before: fc.dictionary(names, fc.jsonValue()), metadata: fc.dictionary(names, fc.jsonValue()) })
  .map(({ before, metadata }) => JSON.stringify({ ...before, metadata, after: [{ metadata: { name: "decoy" } }] }))
  .map((json) => JSON.parse(json) as { readonly metadata: object }); // JSON has no -0.

test("the members of metadata are those of JSON.parse, for any whitespace and any split into chunks", () => {
  fc.assert(
    fc.property(objects, fc.constantFrom(0, 2), fc.nat(), (object, indent, at) => {
      const bytes = new TextEncoder().encode(JSON.stringify(object, undefined, indent));
      const scan = new ContainerScan();
      scan.begin();

      const ends = [scan.scan(bytes, 0, at % bytes.length), scan.scan(bytes, 0, bytes.length)];

      assert.deepEqual(ends, [undefined, bytes.length]);
      assert.deepEqual(membersIn(bytes, scan.metadata ?? []), Object.entries(object.metadata));
      assert.deepEqual(metadataMembersOf(bytes), scan.metadata);
    }),
    { numRuns: 500 },
  );
});

test("positions are relative to the first byte, including leading whitespace", () => {
  const bytes = new TextEncoder().encode(' {"metadata":{"name" : "pi" }}');

  assert.deepEqual(membersIn(bytes, metadataMembersOf(bytes) ?? []), [["name", "pi"]]);
});

test("bytes without a metadata object have no members", () => {
  for (const text of [
    "",
    "[]",
    "{}",
    '{"metadata":[]}',
    '{"metadata":null}',
    '{"metadata":{"name":"a"}',
    '["metadata"]',
  ]) {
    assert.equal(metadataMembersOf(new TextEncoder().encode(text)), undefined, text);
  }
});

function membersIn(bytes: Uint8Array, members: readonly number[]): [unknown, unknown][] {
  const texts = members.map((start, index) => new TextDecoder().decode(bytes.subarray(start, members[index + 1])));
  const parsed: [unknown, unknown][] = [];
  for (let index = 0; index < members.length; index += 4) {
    parsed.push([JSON.parse(`"${texts[index] ?? ""}"`), JSON.parse(texts[index + 2] ?? "")]);
  }
  return parsed;
}
