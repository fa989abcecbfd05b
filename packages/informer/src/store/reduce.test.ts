import assert from "node:assert/strict";

import fc from "fast-check";
import { test } from "vitest";

import { valueAt } from "./json-value.ts";
import { copyWithout, lengthWithout, reduceObject, resourceVersionOf } from "./reduce.ts";

function reduced(value: unknown, indent: number): unknown {
  const bytes = new TextEncoder().encode(JSON.stringify(value, undefined, indent));
  const { cut } = reduceObject({ bytes });
  const copy = new Uint8Array(lengthWithout(bytes, cut));
  copyWithout(bytes, cut, copy, 0);
  return JSON.parse(new TextDecoder().decode(copy));
}

test("the indexed metadata is extracted, wherever its fields stand", () => {
  const owner = { apiVersion: "v1", kind: "Owner", name: "o", uid: "ou" };
  const metadata = {
    managedFields: [{ manager: "x", fieldsV1: {} }],
    labels: { "a/b": "1", __proto: "2" },
    name: "pi",
    namespace: "default",
    uid: "u1",
    resourceVersion: "41",
    generation: 3,
    ownerReferences: [owner],
    deletionTimestamp: "2026-01-01T00:00:00Z",
  };
  const text = JSON.stringify({ spec: { metadata: { name: "decoy" } }, metadata }, undefined, 2);

  const bytes = new TextEncoder().encode(text);
  const { key, namespaceLength, marks } = reduceObject({ bytes });

  assert.deepEqual({ key, namespaceLength }, { key: "default/pi", namespaceLength: 7 });
  assert.deepEqual(
    marks.map((mark) => valueAt(bytes, mark)),
    ["u1", "41", 3, { "a/b": "1", __proto: "2" }, [owner], "2026-01-01T00:00:00Z"],
  );
});

test("an object without metadata or name is refused", () => {
  for (const text of ["{}", '{"metadata":{}}', '{"metadata":[]}', "[]", ""]) {
    assert.throws(() => reduceObject({ bytes: new TextEncoder().encode(text) }), TypeError, text);
  }
});

test("only managedFields are removed, regardless of field order and whitespace", () => {
  const managedFields = fc.array(fc.record({ manager: fc.constantFrom("us", 'odd "name'), fieldsV1: fc.jsonValue() }));
  const metadata = fc
    .record({ managedFields, labels: fc.constant({ x: "managedFields" }), uid: fc.string() }, { requiredKeys: [] })
    .map((fields) => Object.entries({ ...fields, name: "a" }))
    .chain((entries) => fc.shuffledSubarray(entries, { minLength: entries.length }))
    .map((entries) => Object.fromEntries(entries) as Record<string, unknown>);
  const objects = fc.record({ spec: fc.jsonValue(), metadata, indent: fc.constantFrom(0, 2) });

  fc.assert(
    fc.property(objects, ({ spec, metadata: { managedFields: _left, ...rest }, metadata: all, indent }) => {
      const kept = reduced({ spec, metadata: all }, indent);

      assert.deepEqual(kept, JSON.parse(JSON.stringify({ spec, metadata: rest })));
    }),
    { numRuns: 500 },
  );
});

test("the version of a bookmark is found; an object without a version gives undefined", () => {
  const of = (text: string): string | undefined => resourceVersionOf({ bytes: new TextEncoder().encode(text) });

  assert.equal(of('{"spec":{"containers":null},"metadata":{"annotations":{},"resourceVersion":"77"}}'), "77");
  assert.equal(of('{"metadata":{"resourceVersion":""}}'), undefined);
  assert.equal(of('{"resourceVersion":"77"}'), undefined);
});
