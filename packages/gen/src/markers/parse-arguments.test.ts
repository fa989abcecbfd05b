import assert from "node:assert/strict";
import { test } from "vitest";

import type { ArgumentType } from "./marker.ts";
import { parseArgument } from "./parse-arguments.ts";
import { peek } from "./scanner.ts";

function parse(text: string, type: ArgumentType): unknown {
  const scanner = { text, offset: 0 };
  const value = parseArgument(scanner, type);
  assert.equal(peek(scanner), "", "something is left over");
  return value;
}

const parsed: readonly (readonly [text: string, type: ArgumentType, value: unknown])[] = [
  ["1", "int", 1],
  [" -7 ", "int", -7],
  ["-.5", "number", -0.5],
  ["1e3", "number", 1000],
  ["true", "bool", true],
  ["bare words: with (signs)", "string", "bare words: with (signs)"],
  ['"a, \\"b\\"; \\n\\u00e9"', "string", 'a, "b"; \n\u00e9'],
  ["`^a\\d{1,2}$`", "string", "^a\\d{1,2}$"],
  ['.status[?(@.type=="a,b")].x', "string", '.status[?(@.type=="a,b")].x'],
  ["a;b; c", { list: "string" }, ["a", "b", "c"]],
  ["{a, b}", { list: "string" }, ["a", "b"]],
  ["", { list: "string" }, []],
  ['1;two;"3";true;4.5', { list: "any" }, [1, "two", "3", true, 4.5]],
  ["word", "any", "word"],
  ["100Mi", "any", "100Mi"],
  ["2026-01-01", "any", "2026-01-01"],
  ["trueish", "any", "trueish"],
  ["12", "any", 12],
  ['"12"', "any", "12"],
  ["{}", "any", {}],
  ["{1, 2}", "any", [1, 2]],
  ["{{a}, {b, c}}", "any", [["a"], ["b", "c"]]],
  ['{a: 1, "b c": {x, y}, d: {e: f}}', "any", { a: 1, "b c": ["x", "y"], d: { e: "f" } }],
  ["a;b", "any", ["a", "b"]],
  ['{"a": [1]}', "json", { a: [1] }],
];

for (const [text, type, value] of parsed) {
  test(`parseArgument() reads ${text === "" ? "nothing" : text} as ${JSON.stringify(type)}`, () => {
    assert.deepEqual(parse(text, type), value);
  });
}

const refused: readonly (readonly [text: string, type: ArgumentType, message: string])[] = [
  ["x", "int", 'expected an integer, found "x"'],
  ["1.5", "int", 'expected an integer, found "1.5"'],
  ["99999999999999999999", "int", "99999999999999999999 is too large"],
  ["yes", "bool", 'expected true or false, found "yes"'],
  ['"a', "string", 'has a string without an end: add " at its end'],
  ['"\\q"', "string", '"\\q" is not an escape; use backticks for a string with backslashes'],
  ["{a, b", { list: "string" }, 'expected ",", found the end'],
  ["{a: 1", "any", 'expected ",", found the end'],
];

for (const [text, type, message] of refused) {
  test(`parseArgument() refuses ${text} as ${JSON.stringify(type)}`, () => {
    assert.throws(() => parse(text, type), { message });
  });
}
