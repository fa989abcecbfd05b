import assert from "node:assert/strict";
import { test } from "vitest";
import type { ScalarValue } from "./yaml-scalar.ts";
import { resolvePlain } from "./yaml-scalar.ts";

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
])("the plain scalar %s has the value of the reference", ([text, value]) => {
  assert.deepEqual(resolvePlain(text), value);
});
