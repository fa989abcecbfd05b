import assert from "node:assert/strict";
import { test } from "vitest";
import { decodeJson } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { typeOf } from "../model/type.ts";
import { TypedError } from "./errors.ts";
import { assertTyped, typedErrors } from "./check.ts";
import { compareTyped } from "./compare.ts";
import type { FieldSet } from "./field-set.ts";
import { fieldSet } from "./field-set.ts";
import { fieldSetOf } from "./field-set-of.ts";
import { fieldSetToJson, internedFieldSet } from "./fields-v1.ts";
import { followSchema } from "./follow-schema.ts";
import { mergeTyped } from "./merge.ts";
import { formatPath } from "./path-element.ts";
import { extractFields, removeFields } from "./remove.ts";

const text: JsonSchema = { type: "string" };
const schema: JsonSchema = {
  type: "object",
  properties: {
    name: text,
    count: { type: "integer" },
    labels: { type: "object", additionalProperties: text },
    selector: { type: "object", additionalProperties: text, "x-kubernetes-map-type": "atomic" },
    args: { type: "array", items: text },
    tags: { type: "array", items: text, "x-kubernetes-list-type": "set" },
    ports: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["port", "protocol"],
      items: {
        type: "object",
        properties: { port: { type: "integer" }, protocol: { type: "string", default: "TCP" }, name: text },
      },
    },
    free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  },
};

const texts = (set: FieldSet): readonly string[] => [...set.paths()].map(formatPath);
const fields = (value: JsonValue): readonly string[] => texts(fieldSetOf(value, schema));
const merged = (live: JsonValue, applied: JsonValue): JsonValue => mergeTyped(live, applied, schema);

test("fieldSetOf() names leaves, entries and items, but not declared objects and lists", () => {
  const value = {
    name: "x",
    labels: { a: "1" },
    selector: { b: "2" },
    args: ["c"],
    tags: ["d"],
    ports: [{ port: 80, name: "web" }],
    free: { list: [{ e: 1 }], deep: { f: 1 } },
  };

  assert.deepEqual(fields(value), [
    ".args",
    ".name",
    ".selector",
    ".free.deep",
    ".free.list",
    ".free.deep.f",
    ".labels.a",
    '.ports[port=80,protocol="TCP"]',
    '.ports[port=80,protocol="TCP"].name',
    '.ports[port=80,protocol="TCP"].port',
    '.tags[="d"]',
  ]);
});

test("fieldSetOf() counts null and the empty object as set, the empty list of items not", () => {
  assert.deepEqual(fields({ name: null, labels: {}, ports: [], args: [], count: null }), [
    ".args",
    ".count",
    ".labels",
    ".name",
  ]);
});

test("typedErrors() says what does not fit, in a kube-apiserver's words", () => {
  assert.deepEqual(typedErrors({ bogus: 1 }, schema), [".bogus: field not declared in schema"]);
  assert.deepEqual(typedErrors({ name: 5 }, schema), [".name: expected string, got &value.valueUnstructured{Value:5}"]);
  assert.deepEqual(typedErrors({ count: "a" }, schema), [".count: expected numeric (int or float), got string"]);
  assert.deepEqual(typedErrors({ labels: ["a", { b: true }] }, schema), [
    ".labels: expected map, got &{[a map[b:true]]}",
  ]);
  assert.deepEqual(typedErrors({ ports: [{ port: 80 }, { port: 80, protocol: "TCP" }] }, schema), [
    '.ports: duplicate entries for key [port=80,protocol="TCP"]',
  ]);
  assert.deepEqual(typedErrors({ ports: [null] }, schema), [
    ".ports: element 0: associative list with keys may not have a null element",
  ]);
  assert.deepEqual(typedErrors({ ports: [{ port: 1, name: true }] }, schema), [
    '.ports[port=1,protocol="TCP"].name: expected string, got &value.valueUnstructured{Value:true}',
  ]);
});

test("assertTyped() lists several errors below each other", () => {
  const value = { name: 1, count: "x" };

  assert.throws(
    () => assertTyped(value, schema),
    (error) =>
      error instanceof TypedError &&
      error.message ===
        "errors:\n  .name: expected string, got &value.valueUnstructured{Value:1}\n  .count: expected numeric (int or float), got string",
  );
});

test("compareTyped() separates added, modified and removed", () => {
  const old = { name: "x", labels: { a: "1", b: "2" }, tags: ["p", "q"], ports: [{ port: 1 }] };
  const next = {
    name: "y",
    labels: { a: "1", c: "3" },
    tags: ["q", "r"],
    ports: [{ port: 1, name: "n" }, { port: 2 }],
  };

  const { added, modified, removed } = compareTyped(old, next, schema);

  assert.deepEqual(texts(added), [
    ".labels.c",
    '.ports[port=2,protocol="TCP"]',
    '.ports[port=1,protocol="TCP"].name',
    '.ports[port=2,protocol="TCP"].port',
    '.tags[="r"]',
  ]);
  assert.deepEqual(texts(modified), [".name"]);
  assert.deepEqual(texts(removed), [".labels.b", '.tags[="p"]']);
});

test("mergeTyped() keeps applied items in their order and others beside their neighbours", () => {
  assert.deepEqual(merged({ tags: ["a", "b", "c"] }, { tags: ["c", "x", "a"] }), { tags: ["b", "c", "x", "a"] });
  assert.deepEqual(merged({ ports: [{ port: 1, name: "one" }] }, { ports: [{ port: 2 }, { port: 1 }] }), {
    ports: [{ port: 2 }, { port: 1, name: "one" }],
  });
});

test("mergeTyped() replaces what is one value and keeps what an applier sends empty", () => {
  assert.deepEqual(merged({ args: ["a"], selector: { a: "1" } }, { args: ["b"], selector: { b: "2" } }), {
    args: ["b"],
    selector: { b: "2" },
  });
  assert.deepEqual(merged({ labels: { a: "1" }, tags: ["a"] }, { labels: {}, tags: null }), {
    labels: { a: "1" },
    tags: ["a"],
  });
});

test("removeFields() replaces an emptied value by null, and extractFields() returns the requested fields only", () => {
  const value = { name: "x", labels: { a: "1" }, tags: ["p", "q"] };
  const set = fieldSet([{ field: "labels" }, { field: "a" }], [{ field: "tags" }, { value: "p" }]);

  assert.deepEqual(removeFields(value, set, schema), { name: "x", labels: null, tags: ["q"] });
  assert.deepEqual(extractFields(value, set, schema), { labels: { a: "1" }, tags: ["p"] });
});

test("Keys that objects treat specially are entries like others", () => {
  const { value } = decodeJson('{"labels":{"__proto__":"1","constructor":"2"}}');
  const bare: JsonValue = { labels: { a: "0" } };

  assert.deepEqual(fields(value), [".labels.__proto__", ".labels.constructor"]);
  assert.equal(JSON.stringify(merged(bare, value)), '{"labels":{"a":"0","__proto__":"1","constructor":"2"}}');
  assert.deepEqual(texts(compareTyped(bare, value, schema).added), [".labels.__proto__", ".labels.constructor"]);
  assert.equal(
    JSON.stringify(removeFields(value, fieldSet([{ field: "labels" }, { field: "constructor" }]), schema)),
    '{"labels":{"__proto__":"1"}}',
  );
  assert.deepEqual(typedErrors(decodeJson('{"__proto__":1}').value, schema), [
    ".__proto__: field not declared in schema",
  ]);
});

test("Objects and lists that a checked value shares are not checked again", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { a: { type: "object", properties: { n: { type: "integer" } } }, b: { type: "integer" } },
  };
  const shared = { n: "wrong" };

  assert.deepEqual(typedErrors({ a: shared, b: "wrong" }, schema, { checked: { a: shared, b: "wrong" } }), [
    ".b: expected numeric (int or float), got string",
  ]);
  assert.deepEqual(typedErrors({ a: shared }, schema, { checked: { a: { n: "wrong" } } }), [
    ".a.n: expected numeric (int or float), got string",
  ]);
});

test("Equal fields of stored entries are one set, which follows a schema once", () => {
  const fieldsV1 = { "f:spec": { "f:replicas": {} } };
  const spec: JsonSchema = {
    type: "object",
    properties: { replicas: { type: "integer" } },
    "x-kubernetes-map-type": "atomic",
  };
  const schema: JsonSchema = { type: "object", properties: { spec } };

  const set = internedFieldSet(fieldsV1);

  assert.equal(internedFieldSet({ "f:spec": { "f:replicas": {} } }), set);
  assert.notEqual(internedFieldSet({ "f:spec": {} }), set);
  const followed = followSchema(set, typeOf(schema).atom);
  assert.deepEqual(fieldSetToJson(followed), { "f:spec": {} });
  assert.equal(followSchema(set, typeOf(schema).atom), followed);
  assert.deepEqual(fieldSetToJson(set), fieldsV1);
});
