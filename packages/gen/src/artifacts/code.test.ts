import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { test } from "vitest";

import { literal } from "./code.ts";

test.each<unknown>([
  '"};process.exit()//',
  "\u2028\u2029`${1}`",
  ["a", { b: [1, null, true] }],
  JSON.parse('{"__proto__":{"a":1},"a\\"__proto__":2}'),
  { text: '"__proto__":' },
])("literal() of %j is code that evaluates to the value", (value) => {
  const read: unknown = runInNewContext(`(${literal(value)})`);

  assert.equal(JSON.stringify(read), JSON.stringify(value));
  assert.doesNotMatch(literal(value), /[\u2028\u2029]/u);
});
