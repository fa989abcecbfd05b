import assert from "node:assert/strict";
import { test } from "vitest";
import { decodeJson, encodeJson, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { strategicMerge } from "./strategic-merge.ts";
import oracle from "./testdata/oracle.json" with { type: "json" };

/** A struct type of these fields. */
function struct(name: string, properties: NonNullable<JsonSchema["properties"]>, pointers: string[] = []): JsonSchema {
  const go = { definition: name, isPointer: (field: string) => pointers.includes(field) };
  return { type: "object", properties, "x-kubewright-go": go };
}

/** A list with a patch strategy. */
function list(items: JsonSchema, patchStrategy = "", mergeKey?: string): JsonSchema {
  return {
    type: "array",
    items,
    ...(patchStrategy !== "" && { "x-kubernetes-patch-strategy": patchStrategy }),
    ...(mergeKey !== undefined && { "x-kubernetes-patch-merge-key": mergeKey }),
  };
}

const text: JsonSchema = { type: "string" };
const map: JsonSchema = { type: "object", additionalProperties: text };
const opts = struct("Opts", { a: text, b: text });
const leafFields = { name: text, value: text, args: list(text), opts, tags: map };
const leaf = struct("Leaf", leafFields, ["opts"]);
const item = struct("Item", { ...leafFields, env: list(leaf, "merge", "name") }, ["opts"]);
const root = struct(
  "Root",
  {
    items: list(item, "merge", "name"),
    volumes: list(item, "merge,retainKeys", "name"),
    finalizers: list(text, "merge"),
    atomic: list(item),
    plain: list(text),
    strategy: { ...opts, "x-kubernetes-patch-strategy": "retainKeys" },
    replaced: { ...opts, "x-kubernetes-patch-strategy": "replace" },
    labels: map,
    spec: opts,
  },
  ["strategy", "replaced", "spec"],
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

test("$setElementOrder goes with lists; on a pointer it has no effect, on any other field it is an error", () => {
  const order = (field: string): string => `{"$setElementOrder/${field}":[]}`;

  assert.equal(merged("{}", order("atomic")), "{}");
  assert.equal(merged("{}", order("spec")), "{}");
  assert.equal(merged("{}", order("labels")), "expected slice or array type, but got: struct");
});

test("A directive that compares objects or lists as a whole is an error", () => {
  assert.equal(
    merged('{"atomic":[{"name":"a"}]}', '{"$setElementOrder/atomic":[{"name":"a"}],"atomic":[{"name":"b"}]}'),
    "Cannot apply $setElementOrder/atomic: an item is map[name:b], must be a scalar",
  );
  assert.equal(
    merged("{}", '{"$retainKeys":[["spec"]]}'),
    "Cannot apply $retainKeys: an item is [spec], must be a scalar",
  );
});

test("$deleteFromPrimitiveList merges a value that is not a list", () => {
  assert.equal(
    merged('{"spec":{"a":"1"}}', '{"$deleteFromPrimitiveList/spec":{"b":"2"}}'),
    '{"spec":{"a":"1","b":"2"}}',
  );
  assert.equal(merged('{"labels":"x"}', '{"$deleteFromPrimitiveList/labels":"y"}'), '{"labels":"y"}');
  assert.equal(merged('{"labels":"x"}', '{"$deleteFromPrimitiveList/labels":["y"]}'), '{"labels":"x"}');
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

test("A directive inside a map is an error that names the map, as upstream", () => {
  assert.equal(
    merged('{"labels":{"a":"1"}}', '{"labels":{"$setElementOrder/b":[]}}'),
    "merging an object in json but data type is not struct, instead is: map",
  );
});
