import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { decodeJson, encodeJson } from "../json/codec.ts";
import { isDeepEqual } from "../json/deep-equal.ts";
import type { JsonValue } from "../json/json-value.ts";
import { createMergePatch } from "./create-merge-patch.ts";
import { PatchError } from "./errors.ts";
import { applyJsonPatch, parseJsonPatch } from "./json-patch.ts";
import { applyMergePatch } from "./merge-patch.ts";

function decode(text: string): JsonValue {
  return decodeJson(text).value;
}

function jsonPatched(value: string, patch: string): string {
  try {
    return encodeJson(applyJsonPatch(decode(value), parseJsonPatch(decode(patch))));
  } catch (error) {
    assert.ok(error instanceof PatchError);
    return error.kind;
  }
}

function merged(value: string, patch: string): string {
  return encodeJson(applyMergePatch(decode(value), decode(patch)));
}

test("JSON patch follows RFC 6902", () => {
  const table: readonly (readonly [string, string, string])[] = [
    ['{"a":1}', '[{"op":"add","path":"/b","value":[1]}]', '{"a":1,"b":[1]}'],
    ['{"a":[1,3]}', '[{"op":"add","path":"/a/1","value":2}]', '{"a":[1,2,3]}'],
    ['{"a":[1]}', '[{"op":"add","path":"/a/-","value":2}]', '{"a":[1,2]}'],
    ['{"a":[1,2]}', '[{"op":"remove","path":"/a/0"}]', '{"a":[2]}'],
    ['{"a":{"b":1}}', '[{"op":"remove","path":"/a/b"}]', '{"a":{}}'],
    ['{"a":1}', '[{"op":"replace","path":"/a","value":{"x":1}}]', '{"a":{"x":1}}'],
    ['{"a":{"b":1},"c":{}}', '[{"op":"move","from":"/a/b","path":"/c/d"}]', '{"a":{},"c":{"d":1}}'],
    [
      '{"a":{"b":1}}',
      '[{"op":"copy","from":"/a","path":"/c"},{"op":"add","path":"/c/x","value":2}]',
      '{"a":{"b":1},"c":{"b":1,"x":2}}',
    ],
    ['{"a":[{"b":1}]}', '[{"op":"test","path":"/a","value":[{"b":1}]},{"op":"remove","path":"/a"}]', "{}"],
    ['{"a/b":{"m~n":1}}', '[{"op":"replace","path":"/a~1b/m~0n","value":2}]', '{"a/b":{"m~n":2}}'],
    ['{"~1":1}', '[{"op":"remove","path":"/~01"}]', "{}"],
    ['{"":1}', '[{"op":"remove","path":"/"}]', "{}"],
    ['{"a":1}', '[{"op":"replace","path":"","value":{"b":2}}]', '{"b":2}'],
  ];
  for (const [value, patch, expected] of table) assert.equal(jsonPatched(value, patch), expected, patch);
});

test("JSON patch keeps the habits of a kube-apiserver", () => {
  const table: readonly (readonly [string, string, string])[] = [
    ["{}", '[{"op":"replace","path":"/a","value":1}]', '{"a":1}'],
    ["{}", '[{"op":"copy","from":"/a","path":"/b"}]', '{"b":null}'],
    ["{}", '[{"op":"test","path":"/a","value":null}]', "{}"],
    ['{"a":[1,2]}', '[{"op":"remove","path":"/a/-1"}]', '{"a":[1]}'],
    ["{}", '[{"op":"add","path":"/a"}]', '{"a":null}'],
  ];
  for (const [value, patch, expected] of table) assert.equal(jsonPatched(value, patch), expected, patch);
});

test("A JSON patch that does not fit fails, one that makes no sense is malformed", () => {
  const table: readonly (readonly [string, string])[] = [
    ['[{"op":"remove","path":"/x"}]', "failed"],
    ['[{"op":"remove","path":"/toString"}]', "failed"],
    ['[{"op":"add","path":"/x/y","value":1}]', "failed"],
    ['[{"op":"add","path":"","value":{}}]', "failed"],
    ['[{"op":"add","path":"/a/2","value":1}]', "failed"],
    ['[{"op":"add","path":"/a/x","value":1}]', "failed"],
    ['[{"op":"replace","path":"/a/1","value":1}]', "failed"],
    ['[{"op":"replace","path":"","value":1}]', "failed"],
    ['[{"op":"test","path":"/a","value":[2]}]', "failed"],
    ['[{"op":"test","path":"/constructor","value":1}]', "failed"],
    ['[{"op":"bogus","path":"/a"}]', "failed"],
    ['[{"path":"/a"}]', "failed"],
    ['{"op":"remove"}', "malformed"],
    ["[1]", "malformed"],
    ['[{"op":1}]', "malformed"],
  ];
  for (const [patch, kind] of table) assert.equal(jsonPatched('{"a":[1]}', patch), kind, patch);
  assert.throws(() => parseJsonPatch({}), {
    message: "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
  });
});

test("JSON patches are limited to 10,000 operations and 3 MiB of copies", () => {
  const step = { op: "test", path: "/a", value: null } as const;
  const doubling = Array.from({ length: 40 }, () => ({ op: "copy", from: "/a", path: "/a/-" }) as const);

  assert.equal(parseJsonPatch(Array.from({ length: 10_000 }, () => step)).length, 10_000);
  assert.throws(() => parseJsonPatch(Array.from({ length: 10_001 }, () => step)), {
    kind: "tooManyOperations",
    message: "The allowed maximum operations in a JSON patch is 10000, got 10001",
  });
  assert.throws(() => applyJsonPatch({ a: ["0123456789"] }, doubling), {
    kind: "failed",
    message: /exceeding the limit 3145728/,
  });
});

test("Applying a patch changes neither the value nor the patch", () => {
  const value = { a: { b: [1] }, c: {} };
  const added = { x: [1] };
  const patch = [
    { op: "add", path: "/d", value: added },
    { op: "add", path: "/d/x/-", value: 2 },
    { op: "move", from: "/a/b", path: "/c/b" },
  ] as const;

  applyJsonPatch(value, patch);
  applyMergePatch(value, { a: { b: null }, c: { x: 1 } });

  assert.deepEqual(value, { a: { b: [1] }, c: {} });
  assert.deepEqual(added, { x: [1] });
});

test("Merge patch follows RFC 7386", () => {
  const table: readonly (readonly [string, string, string])[] = [
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['{"a":1}', '{"b":{"c":null,"d":{"e":null}}}', '{"a":1,"b":{"d":{}}}'],
    ['{"a":"x"}', '{"a":{"b":null}}', '{"a":{}}'],
    ['{"a":1}', "{}", '{"a":1}'],
  ];
  for (const [value, patch, expected] of table) assert.equal(merged(value, patch), expected, patch);
});

test("Merge patch drops nulls inside new arrays, as a kube-apiserver does", () => {
  assert.equal(merged("{}", '{"a":[{"b":null,"c":1},null]}'), '{"a":[{"c":1},null]}');
});

test("Patches treat __proto__ and other inherited names as plain keys", () => {
  const hostile = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';

  assert.equal(merged("{}", hostile), hostile);
  assert.equal(merged(hostile, '{"__proto__":{"polluted":null,"x":1},"constructor":null}'), '{"__proto__":{"x":1}}');
  assert.equal(jsonPatched("{}", '[{"op":"add","path":"/__proto__","value":{"a":1}}]'), '{"__proto__":{"a":1}}');
  assert.equal(jsonPatched("{}", '[{"op":"add","path":"/__proto__/polluted","value":1}]'), "failed");
  assert.equal(jsonPatched("{}", '[{"op":"add","path":"/constructor/prototype/polluted","value":1}]'), "failed");
  assert.equal(
    jsonPatched(
      hostile,
      '[{"op":"move","from":"/__proto__","path":"/toString"},{"op":"remove","path":"/constructor"}]',
    ),
    '{"toString":{"polluted":true}}',
  );
  assert.equal(
    jsonPatched(hostile, '[{"op":"replace","path":"/__proto__","value":1},{"op":"remove","path":"/constructor"}]'),
    '{"__proto__":1}',
  );
  assert.equal("polluted" in {}, false);
});

test("createMergePatch() contains only changes, and returns undefined without changes", () => {
  assert.equal(createMergePatch({ a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }), undefined);
  assert.deepEqual(createMergePatch({ a: 1, b: { c: 1, d: 2 }, e: [1] }, { b: { c: 1, d: 3 }, e: [2], f: {} }), {
    a: null,
    b: { d: 3 },
    e: [2],
    f: {},
  });
  assert.deepEqual(createMergePatch({ a: 1 }, { a: undefined }), { a: null });
  assert.equal(createMergePatch({ a: undefined }, {}), undefined);
});

// Harmful keys mixed with plain ones. Values have no nulls, which a merge patch cannot set.
const hostileKeys = fc.constantFrom("__proto__", "constructor", "prototype", "toString", "a", "b", "polluted");
const { value: hostileValues } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>(1, "x", true),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .dictionary(hostileKeys, tie("value"), { maxKeys: 4, noNullPrototype: true })
      .map((value) => decode(encodeJson(value))),
  ),
}));
const hostileObjects = fc
  .array(fc.tuple(hostileKeys, hostileValues), { maxLength: 4 })
  .map((entries) => decode(`{${entries.map(([key, value]) => `${encodeJson(key)}:${encodeJson(value)}`).join(",")}}`));

test("A merge patch from two objects changes one to the other, with any keys", () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  fc.assert(
    fc.property(hostileObjects, hostileObjects, (from, to) => {
      const patch = createMergePatch(from as object, to as object);

      const patched = patch === undefined ? from : applyMergePatch(from, patch);

      assert.ok(
        isDeepEqual(patched, to),
        `${encodeJson(from)} patched is ${encodeJson(patched)}, not ${encodeJson(to)}`,
      );
    }),
    { numRuns: 2000 },
  );
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), before);
});

test("No JSON patch changes what objects inherit", () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  const paths = fc.array(hostileKeys, { minLength: 1, maxLength: 4 }).map((keys) => `/${keys.join("/")}`);
  const operations = fc.record({
    op: fc.constantFrom("add", "replace", "remove", "copy", "move", "test"),
    path: paths,
    from: paths,
    value: hostileValues,
  });
  fc.assert(
    fc.property(hostileObjects, fc.array(operations, { maxLength: 4 }), (value, patch) => {
      const text = encodeJson(value);

      jsonPatched(text, encodeJson(patch));

      assert.equal(encodeJson(value), text);
    }),
    { numRuns: 2000 },
  );
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), before);
});

test("A path of null is the whole object, as no path is", () => {
  const patch = parseJsonPatch([{ op: "test", path: null, value: { a: 1 } }]);

  assert.deepEqual(applyJsonPatch({ a: 1 }, patch), { a: 1 });
});
