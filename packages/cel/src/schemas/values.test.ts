import assert from "node:assert/strict";
import { test } from "vitest";
import type { Value } from "../index.ts";
import { CelError, compileRule, declareSchema } from "../index.ts";

const item = { type: "object", nullable: true, properties: { b: { type: "string" } } } as const;

function valueOf(rule: string): Value {
  const schema = declareSchema({
    type: "object",
    properties: { map: { type: "object", additionalProperties: item }, field: item },
  });
  return compileRule({ rule }, schema).evaluate({ map: { a: null }, field: null }).value;
}

test("A null value of a map is present, and a field that is null is absent", () => {
  assert.equal(valueOf("'a' in self.map && self.map['a'] == null && self.map.a == null"), true);
  assert.deepEqual(valueOf("self.map.a.b == ''"), new CelError("no such key: b"));
  assert.equal(valueOf("has(self.field)"), false);
  assert.deepEqual(valueOf("self.field.b == ''"), new CelError("no such key: field"));
});
