import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { indentJson } from "./indent-json.ts";

test("JSON is indented as by JSON.stringify, for all strings", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const indented = indentJson(Buffer.from(JSON.stringify(value)));

      assert.equal(Buffer.from(indented).toString(), JSON.stringify(value, undefined, 2));
    }),
  );
});

test("an integer that a double cannot represent keeps its digits", () => {
  assert.equal(
    Buffer.from(indentJson(Buffer.from('{"n":9007199254740993}'))).toString(),
    '{\n  "n": 9007199254740993\n}',
  );
});
