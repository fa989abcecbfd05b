import assert from "node:assert/strict";

import fc from "fast-check";
import { test } from "vitest";

import { copyWithout, lengthWithout, reduceObject, resourceVersionOf } from "./reduce.ts";

function reduced(value: unknown, manager?: string, indent?: number): unknown {
  const bytes = new TextEncoder().encode(JSON.stringify(value, undefined, indent));
  const { cuts } = reduceObject(bytes, manager);
  const copy = new Uint8Array(lengthWithout(bytes, cuts));
  const length = copyWithout(bytes, cuts, copy, 0);
  assert.equal(length, copy.length);
  return JSON.parse(new TextDecoder().decode(copy));
}

test("the fields that everybody asks for are read, wherever they stand", () => {
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

  const found = reduceObject(new TextEncoder().encode(text), undefined).metadata;

  assert.deepEqual(found, {
    name: "pi",
    namespace: "default",
    uid: "u1",
    resourceVersion: "41",
    generation: 3,
    labels: { "a/b": "1", __proto: "2" },
    ownerReferences: [owner],
    deletionTimestamp: "2026-01-01T00:00:00Z",
  });
});

test("an object without metadata or name is refused", () => {
  for (const text of ["{}", '{"metadata":{}}', '{"metadata":[]}', "[]", ""]) {
    assert.throws(() => reduceObject(new TextEncoder().encode(text), undefined), TypeError, text);
  }
});

test("nothing but the field sets of other managers is left out, whatever the order of fields and the spacing", () => {
  const entry = fc
    .record(
      {
        manager: fc.constantFrom("us", "them", 'odd "name'),
        operation: fc.constantFrom("Apply", "Update"),
        fieldsV1: fc.jsonValue(),
        time: fc.string(),
      },
      { requiredKeys: [] },
    )
    .chain((fields) => fc.shuffledSubarray(Object.entries(fields), { minLength: Object.keys(fields).length }))
    .map((entries) => Object.fromEntries(entries) as Record<string, unknown>);
  const objects = fc.record({
    spec: fc.jsonValue(),
    managedFields: fc.array(entry, { maxLength: 4 }),
    indent: fc.constantFrom(0, 2),
  });

  fc.assert(
    fc.property(objects, ({ spec, managedFields, indent }) => {
      const object = { spec, metadata: { name: "a", managedFields, labels: { x: "fieldsV1" } } };

      const kept = reduced(object, "us", indent);

      const expected = managedFields.map(({ fieldsV1, ...rest }) =>
        rest["manager"] === "us" && fieldsV1 !== undefined ? { ...rest, fieldsV1 } : rest,
      );
      assert.deepEqual(
        kept,
        JSON.parse(JSON.stringify({ ...object, metadata: { ...object.metadata, managedFields: expected } })),
      );
    }),
    { seed: 20_261_121, numRuns: 500 },
  );
});

test("the version of a bookmark is found, and none where there is none", () => {
  const of = (text: string): string | undefined => resourceVersionOf(new TextEncoder().encode(text));

  assert.equal(of('{"spec":{"containers":null},"metadata":{"annotations":{},"resourceVersion":"77"}}'), "77");
  assert.equal(of('{"metadata":{"resourceVersion":""}}'), undefined);
  assert.equal(of('{"resourceVersion":"77"}'), undefined);
});
