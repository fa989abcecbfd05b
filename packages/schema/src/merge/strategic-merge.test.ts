import assert from "node:assert/strict";
import { test } from "vitest";
import { decodeJson, encodeJson, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { mergeSchemaOf } from "./merge-schema.ts";
import { strategicMerge } from "./strategic-merge.ts";
import oracle from "./testdata/oracle.json" with { type: "json" };

const text: JsonSchema = { type: "string" };
const texts: JsonSchema = { type: "array", items: text };
const opts: JsonSchema = { type: "object", properties: { a: text, b: text } };
const tags: JsonSchema = { type: "object", additionalProperties: text };
const leaf: JsonSchema = { type: "object", properties: { name: text, value: text, args: texts, opts, tags } };
const byName = { "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name" };
const item: JsonSchema = {
  type: "object",
  properties: { ...leaf.properties, env: { type: "array", items: leaf, ...byName } },
};
const items: JsonSchema = { type: "array", items: item, ...byName };
const root = mergeSchemaOf(
  {
    type: "object",
    properties: {
      items,
      volumes: { ...items, "x-kubernetes-patch-strategy": "merge,retainKeys" },
      finalizers: { ...texts, "x-kubernetes-patch-strategy": "merge" },
      atomic: { type: "array", items: item },
      plain: texts,
      strategy: { ...opts, "x-kubernetes-patch-strategy": "retainKeys" },
      replaced: { ...opts, "x-kubernetes-patch-strategy": "replace" },
      labels: tags,
      spec: opts,
    },
  },
  "Root",
);

function object(source: string): JsonObject {
  const { value } = decodeJson(source);
  assert.ok(isJsonObject(value));
  return value;
}

function merged(original: string, patch: string): string {
  try {
    return encodeJson(strategicMerge(object(original), object(patch), root));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test("Lists with a merge key join by it: items are merged, new ones go before the existing ones", () => {
  assert.equal(
    merged('{"items":[{"name":"a","value":"1"},{"name":"b"}]}', '{"items":[{"name":"c"},{"name":"a","value":"2"}]}'),
    '{"items":[{"name":"c"},{"name":"a","value":"2"},{"name":"b"}]}',
  );
});

test("$patch in an item deletes it or replaces the list", () => {
  const original = '{"items":[{"name":"a"},{"name":"b"}]}';

  assert.equal(merged(original, '{"items":[{"name":"a","$patch":"delete"}]}'), '{"items":[{"name":"b"}]}');
  assert.equal(merged(original, '{"items":[{"$patch":"replace"},{"name":"c"}]}'), '{"items":[{"name":"c"}]}');
});

test("$patch in an object replaces or empties it", () => {
  assert.equal(merged('{"spec":{"a":"1"}}', '{"spec":{"$patch":"replace","b":"2"}}'), '{"spec":{"b":"2"}}');
  assert.equal(merged('{"spec":{"a":"1"}}', '{"spec":{"$patch":"delete"}}'), '{"spec":{}}');
});

test("$setElementOrder orders what the patch names, and an item of the server's stays before what it stood before", () => {
  assert.equal(
    merged(
      '{"items":[{"name":"a"},{"name":"x"},{"name":"b"}]}',
      '{"$setElementOrder/items":[{"name":"b"},{"name":"a"}],"items":[{"name":"b","value":"1"}]}',
    ),
    '{"items":[{"name":"x"},{"name":"b","value":"1"},{"name":"a"}]}',
  );
});

test("$retainKeys drops the other keys, and must name what the patch sets", () => {
  assert.equal(
    merged('{"strategy":{"a":"1","b":"2"}}', '{"strategy":{"$retainKeys":["a"],"a":"3"}}'),
    '{"strategy":{"a":"3"}}',
  );
  assert.equal(
    merged('{"strategy":{}}', '{"strategy":{"$retainKeys":["a"],"b":"3"}}'),
    "invalid patch format of retainKeys",
  );
});

test("Lists of scalars that merge lose what $deleteFromPrimitiveList names and gain what is new, in front", () => {
  assert.equal(
    merged('{"finalizers":["a","b"]}', '{"$deleteFromPrimitiveList/finalizers":["a"]}'),
    '{"finalizers":["b"]}',
  );
  assert.equal(merged('{"finalizers":["a","b"]}', '{"finalizers":["c","b"]}'), '{"finalizers":["c","a","b"]}');
});

test("A patch that makes no sense is refused in upstream's words", () => {
  const original = '{"items":[{"name":"a"}],"spec":{"a":"1"}}';

  assert.equal(
    merged(original, '{"items":[{"value":"z3"}]}'),
    "map: map[value:z3] does not contain declared merge key: name",
  );
  assert.equal(merged(original, '{"spec":{"$patch":"bogus"}}'), "unknown patch type: bogus in map: map[$patch:bogus]");
  assert.equal(merged(original, '{"items":["x"]}'), "list element types are not identical: [[map[name:a]] [x]]");
});

test("Merging agrees with upstream's package on 400 random patches", () => {
  for (const [index, { original, patch, result, error }] of oracle.entries()) {
    const actual = merged(JSON.stringify(original), JSON.stringify(patch));

    if (error === undefined)
      assert.deepEqual(withoutNulls(decodeJson(actual).value), withoutNulls(result as JsonValue), `case ${index}`);
    else assert.equal(actual, error, `case ${index}`);
  }
});

test("Inherited names are plain keys to a strategic merge patch", () => {
  const hostile = '{"labels":{"__proto__":"x","constructor":"y"}}';

  assert.equal(merged("{}", hostile), hostile);
  assert.equal(
    merged(hostile, '{"labels":{"__proto__":null,"toString":"z"}}'),
    '{"labels":{"constructor":"y","toString":"z"}}',
  );
  assert.equal(merged("{}", '{"__proto__":{"polluted":"yes"}}'), '{"__proto__":{"polluted":"yes"}}');
  assert.equal("polluted" in {}, false);
});

// Nulls that upstream leaves in new items vanish when the object is decoded; ours are dropped at once.
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((entry: JsonValue) => withoutNulls(entry));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== null);
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutNulls(entry)]));
}
