import assert from "node:assert/strict";
import { test } from "vitest";
import { decodeJson } from "./codec.ts";
import { hasIntegralFloats, IntegralFloat, withIntegralFloats } from "./integral-float.ts";
import type { JsonValue } from "./json-value.ts";
import { numberLiteralsOf, withMarkedNumbers } from "./number-literals.ts";
import { finish } from "./steps.ts";

function decoded(text: string, value = decodeJson(text).value): JsonValue {
  return finish(withIntegralFloats(value, numberLiteralsOf(finish(withMarkedNumbers(text)))));
}

test("withIntegralFloats() replaces numbers with a decimal point or an exponent whose value is an integer", () => {
  const value = decoded('{"a":[1,1.0,1.5,1e1,"1.0"],"b":{"__proto__":2.0},"c":9007199254740993,"d":1e20}');

  assert.deepEqual(value, {
    a: [1, new IntegralFloat(1), 1.5, new IntegralFloat(10), "1.0"],
    b: Object.fromEntries([["__proto__", new IntegralFloat(2)]]),
    c: 9007199254740993n,
    d: 1e20,
  });
});

test("withIntegralFloats() shares the parts without such a number and does not change the value", () => {
  const text = '{"a":{"x":1.0},"b":{"x":1.5}}';
  const { value } = decodeJson(text);

  const floats = decoded(text, value) as { readonly [key: string]: JsonValue };

  assert.equal(floats["b"], (value as typeof floats)["b"]);
  assert.deepEqual(value, { a: { x: 1 }, b: { x: 1.5 } });
});

test("withIntegralFloats() keeps numbers that differ from their literal, and fields that the text does not have", () => {
  assert.deepEqual(decoded('{"a":1.0,"b":1.0,"c":{"d":1.0}}', { a: 2, b: 1, c: "x", e: 1 }), {
    a: 2,
    b: new IntegralFloat(1),
    c: "x",
    e: 1,
  });
});

test.for([
  ['{"a":[{"b":1.5},{"b":1e0}]}', true],
  ['{"a":[{"b":1.5},{"b":1},"1.0"]}', false],
] as const)("hasIntegralFloats() finds a number that withIntegralFloats() replaces: %s", ([text, expected]) => {
  const literals = numberLiteralsOf(finish(withMarkedNumbers(text)));

  assert.equal(hasIntegralFloats(decodeJson(text).value, literals), expected);
  assert.equal(hasIntegralFloats({}, literals), false);
});
