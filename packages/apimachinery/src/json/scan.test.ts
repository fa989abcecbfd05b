// Unknown fields and duplicate keys of a text, in its order. The responses of kube-apiserver to such bodies are the recorded cases "strict-errors".
import assert from "node:assert/strict";
import { test } from "vitest";
import { strictFieldsOf } from "./scan.ts";
import { finish, workOf } from "./steps.ts";

function shown(text: string, unknown: readonly string[]): readonly string[] {
  return finish(workOf(strictFieldsOf(text, unknown))).map(({ problem, path }) => `${problem} ${path}`);
}

test("strictFieldsOf() finds unknown fields and duplicates in the order of the text", () => {
  const text =
    '{"x":1,"data":{"a":"1","a":"2"},"metadata":{"y":1,"name":"a","name":"b"},"list":[{"q":1},{"r":1}],"data":{}}';

  const fields = shown(text, ["x", "list[1].r", "metadata.y"]);

  assert.deepEqual(fields, [
    "unknown x",
    "duplicate data.a",
    "unknown metadata.y",
    "duplicate metadata.name",
    "unknown list[1].r",
    "duplicate data",
  ]);
});

test("strictFieldsOf() skips what is below an unknown field, and reports the field once", () => {
  const text = '{"x":1,"x":{"a":1,"a":1},"list":[{"u":1},{"a":1,"a":1}]}';

  assert.deepEqual(shown(text, ["x", "list[0].u"]), ["unknown x", "unknown list[0].u", "duplicate list[1].a"]);
});

test("strictFieldsOf() finds a path whose keys have dots and brackets", () => {
  assert.deepEqual(shown('{"a.b":{"c[0]":1},"d":{"e":1,"e":1}}', ["a.b.c[0]"]), ["unknown a.b.c[0]", "duplicate d.e"]);
});

test("strictFieldsOf() returns 100 fields at most", () => {
  const unknown = Array.from({ length: 150 }, (_, index) => `u${index}`);
  const text = `{${unknown.map((name) => `"${name}":1`).join(",")},"a":1,"a":1}`;

  assert.equal(shown(text, unknown).length, 100);
  assert.equal(shown(`{"a":1,"a":1,${text.slice(1)}`, unknown)[0], "duplicate a");
});

test("strictFieldsOf() does not report keys below a place that is decoded separately", () => {
  const text = '{"a":{"x":1,"x":{"y":1,"y":1}},"b":[{"x":1,"x":1,"y":{"z":1,"z":1}}],"b":[]}';
  const items = { below: () => ({ below: () => undefined }) };
  const places = { below: (key: string) => (key === "b" ? items : undefined) };

  const fields = finish(workOf(strictFieldsOf(text, [], places)));

  assert.deepEqual(
    fields.map(({ path }) => path),
    ["b[0].x", "b"],
  );
});
