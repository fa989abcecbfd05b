import { expect, test } from "vitest";
import { decodeJson, encodeJson } from "./codec.ts";
import type { JsonValue } from "./json-value.ts";
import {
  numberLiteralAt,
  numberLiteralsBelow,
  numberLiteralsOf,
  withEncodedNumbers,
  withMarkedNumbers,
  withNumberLiterals,
} from "./number-literals.ts";
import type { NumberLiterals } from "./number-literals.ts";
import { finish } from "./steps.ts";

const markedOf = (text: string): JsonValue | undefined => finish(withMarkedNumbers(text));

/** The literals by the keys of their members. */
function literalsOf(literals: NumberLiterals | undefined): object {
  const members = Object.keys(literals ?? {}).map((key) => [key, literalsIn(literals, key)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function literalsIn(literals: NumberLiterals | undefined, key: string): string | object | undefined {
  const inner = literalsOf(numberLiteralsBelow(literals, key));
  return numberLiteralAt(literals, key) ?? (Object.keys(inner).length > 0 ? inner : undefined);
}

test.for([
  ['{"a":1.0,"b":[1,2e3,{"c":-0.5e-1}]}', { a: "1.0", b: { 1: "2e3", 2: { c: "-0.5e-1" } } }],
  ['{"a":{"b.c":1E3}}', { a: { "b.c": "1E3" } }],
  ['{"a":9223372036854775808,"b":1234567890123456}', { a: "9223372036854775808" }],
  ['{"text":"a:1.5, [2e3]","escaped":"\\":1.5,","n":1.50}', { n: "1.50" }],
] as const)("the numbers of %s with a fraction, an exponent or 19 digits are found", ([text, expected]) => {
  const marked = markedOf(text);

  expect(literalsOf(numberLiteralsOf(marked))).toEqual(expected);
  expect(withNumberLiterals(encodeJson(marked))).toBe(text);
});

test.for(['{"a":1,"b":[-2,3]}', '{"version":"1.2.3","time":"10:1.5,"}', "{}"])(
  "%s has no number with a fraction or an exponent",
  (text) => {
    expect(markedOf(text)).toBeUndefined();
  },
);

test("a value with marked numbers differs from the decoded value in these numbers only", () => {
  const text = '{"a":[1.5,"x",null,true],"b":{"c":2}}';

  expect(markedOf(text)).toEqual({ a: ["\uE0011.5", "x", null, true], b: { c: 2 } });
  expect(decodeJson(text).value).toEqual({ a: [1.5, "x", null, true], b: { c: 2 } });
});

test("numbers with the literals that are encoded are numbers again", () => {
  const marked = markedOf('{"a":[1.5,1.50,{"b":1e21,"c":2}],"d":"x"}') ?? null;

  const value = withEncodedNumbers(marked);

  expect(value).toMatchObject({ a: [1.5, "\uE0011.50", { c: 2 }], d: "x" });
  expect(literalsOf(numberLiteralsOf(value))).toEqual({ a: { 1: "1.50", 2: { b: "1e21" } } });
});
