import assert from "node:assert/strict";
import { test } from "vitest";
import { decodeJson, encodeJson } from "@kubewright/apimachinery";
import { emptyFieldSet, fieldSet } from "./field-set.ts";
import type { FieldSet } from "./field-set.ts";
import { fieldSetFromJson, fieldSetToJson } from "./fields-v1.ts";
import { formatPath } from "./path-element.ts";

const read = (text: string): FieldSet => fieldSetFromJson(decodeJson(text).value);
const print = (set: FieldSet): string => encodeJson(fieldSetToJson(set));
const texts = (set: FieldSet): readonly string[] => [...set.paths()].map(formatPath);

test("A set is printed with the dot first, then fields, keys and values, each sorted", () => {
  const set = read(
    '{"f:spec":{"f:ports":{"k:{\\"protocol\\":\\"TCP\\",\\"port\\":80}":{"f:port":{},".":{}},".":{}}},"f:metadata":{"f:finalizers":{"v:\\"b\\"":{},"v:\\"a\\"":{},".":{}}}}',
  );

  assert.equal(
    print(set),
    '{"f:metadata":{"f:finalizers":{".":{},"v:\\"a\\"":{},"v:\\"b\\"":{}}},"f:spec":{"f:ports":{".":{},"k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}":{".":{},"f:port":{}}}}}',
  );
});

test("paths() gives the members of a level before what is below them, as conflicts list them", () => {
  const set = read('{"f:a":{"f:z":{}},"f:b":{},"f:c":{".":{},"k:{\\"name\\":\\"x\\"}":{},"v:1":{},"i:3":{}}}');

  assert.deepEqual(texts(set), [".b", ".c", ".a.z", '.c[name="x"]', ".c[=1]", ".c[3]"]);
});

test("Keys of unknown kinds are ignored with all below them", () => {
  assert.equal(print(read('{"f:a":{"x:later":{"f:b":{}}},"y:more":{"f:c":{}}}')), '{"f:a":{}}');
});

test("an invalid fieldsV1 is rejected with the reason", () => {
  assert.throws(() => read('{"a":{}}'), { message: "key must be 2 characters long:" });
  assert.throws(() => read('{"foo":{}}'), { message: "missing colon: foo" });
  assert.throws(() => read('{"i:x":{}}'), { message: 'strconv.Atoi: parsing "x": invalid syntax' });
  assert.throws(() => read('{"k:{":{}}'), { message: 'cannot read "{": expected a JSON value' });
  assert.throws(() => read('{"f:a":1}'), { message: "cannot read fieldsV1: expected objects only" });
});

test("Names that objects treat specially are fields, key fields and values like others", () => {
  const text =
    '{"f:__proto__":{".":{},"f:constructor":{}},"f:list":{"k:{\\"__proto__\\":\\"toString\\"}":{}},"f:toString":{"v:\\"__proto__\\"":{}}}';

  assert.equal(print(read(text)), text);
  assert.equal(read(text).has([{ field: "valueOf" }]), false);
});

test("Field names are sorted by their bytes in UTF-8", () => {
  const set = fieldSet([{ field: "\u{1F600}" }], [{ field: "\uFF5E" }], [{ field: "z" }]);

  assert.deepEqual(texts(set), [".z", ".\uFF5E", ".\u{1F600}"]);
});

test("Set operations go by membership of each path", () => {
  const left = read('{"f:a":{".":{},"f:b":{},"f:c":{}},"f:d":{}}');
  const right = read('{"f:a":{".":{},"f:b":{}},"f:e":{}}');

  assert.deepEqual(texts(left.union(right)), [".a", ".d", ".e", ".a.b", ".a.c"]);
  assert.deepEqual(texts(left.intersection(right)), [".a", ".a.b"]);
  assert.deepEqual(texts(left.difference(right)), [".d", ".a.c"]);
  assert.deepEqual(texts(left.recursiveDifference(right)), [".d"]);
  assert.deepEqual(texts(left.leaves()), [".d", ".a.b", ".a.c"]);
});

test("An operation that changes nothing gives the same set back", () => {
  const set = read('{"f:a":{"f:b":{}}}');

  assert.equal(set.difference(read('{"f:a":{}}')), set);
  assert.equal(set.recursiveDifference(read('{"f:b":{}}')), set);
  assert.equal(set.union(emptyFieldSet), set);
  assert.equal(set.intersection(set), set);
});
