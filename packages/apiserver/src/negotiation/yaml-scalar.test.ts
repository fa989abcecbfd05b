import assert from "node:assert/strict";
import { test } from "vitest";
import type { ScalarValue } from "./yaml-scalar.ts";
import { formatFloat, isPlain, resolvePlain } from "./yaml-scalar.ts";

test.for<[string, ScalarValue]>([
  ["yes", true],
  ["Off", false],
  ["tRUE", "tRUE"],
  ["~", null],
  ["010", 8],
  ["08", 8],
  ["0b2", "0b2"],
  ["-0x1F", -31],
  ["1_000", 1000],
  ["._5", "._5"],
  ["5.", 5],
  ["1e400", "1e400"],
  ["12:30", "12:30"],
  ["2001-01-01", "2001-01-01"],
  ["9223372036854775807", 9223372036854775807n],
  ["18446744073709551615", 18446744073709552000],
  ["-.inf", -Infinity],
])("the plain word %s is read as the reference reads it", ([text, value]) => {
  assert.deepEqual(resolvePlain(text), value);
});

test("what anybody could take for something else is no plain text", () => {
  const texts = ["yes", "1", "1:20", "2001-1-1", "---", "a\tb", ""];

  assert.deepEqual(
    texts.filter((text) => isPlain(text)),
    [],
  );
  assert.ok(["a", "1.2.3", "v1", "a:b", "10.0.0.1", "tRUE"].every((text) => isPlain(text)));
});

test.for<[number, string]>([
  [5, "5"],
  [1e20, "1e+20"],
  [2 ** 60, "1152921504606846976"],
  [0.0001, "0.0001"],
  [0.00001, "1e-05"],
  [1234567.5, "1.2345675e+06"],
  [-123456.5, "-123456.5"],
])("the number %d is printed as %s", ([value, text]) => {
  assert.equal(formatFloat(value), text);
});
