import { describe, expect, test } from "vitest";
import type { JsonValue } from "./json-value.ts";
import { parseInChunks } from "./parse-chunks.ts";
import { finish, workOf } from "./steps.ts";

const parse = (part: string): JsonValue => JSON.parse(part) as JsonValue;

/** The result as JSON; "not JSON" for a syntax error. */
function resultOf(run: () => JsonValue): string {
  try {
    return JSON.stringify(run());
  } catch (error) {
    if (error instanceof SyntaxError) return "not JSON";
    throw error;
  }
}

const texts = [
  '{"a":1,"b":[1,2,3],"c":{"d":{"e":[[1,2],[3,4]],"f":"x"}},"g":null}',
  ' { "a" : [ 1 , { "b" : [ ] , "c" : { } } , "]" ] , "d" : "}," } ',
  '[[[1,2],[3]],{"a":{"b":1,"c":2}},[],{},true]',
  String.raw`{"a\"b":"\\","__proto__":{"x":1,"y":2},"":{"":1,"z":[1,2]},"é":"\u00e9","10":1,"9":2}`,
  '{"a":1,"a":{"b":1,"c":2},"a":[1,2],"d":3}',
  '"a,b"',
  "[1,2]",
];

describe("parseInChunks()", () => {
  test.for(texts)("parses %s as JSON.parse does, with chunks of any length", (text) => {
    for (const length of [0, 1, 5, 20, 1000]) {
      expect(resultOf(() => finish(workOf(parseInChunks(text, parse, length))))).toBe(resultOf(() => parse(text)));
    }
  });

  test.for(texts)(
    "rejects and accepts what JSON.parse does if a character of %s is missing, doubled or another one",
    (text) => {
      const changed = Array.from(text).flatMap((character, at) =>
        ["", character + character, ",", "]", "}", "[", "{", '"', ":", "1"].map(
          (other) => text.slice(0, at) + other + text.slice(at + 1),
        ),
      );
      const results = changed.map((each) => resultOf(() => finish(workOf(parseInChunks(each, parse, 0)))));

      expect(results).toEqual(changed.map((each) => resultOf(() => parse(each))));
    },
  );

  test("yields after each chunk", () => {
    const text = JSON.stringify({ list: Array.from({ length: 1000 }, (_, index) => index) });

    expect(Array.from(parseInChunks(text, parse, 100)).length).toBeGreaterThan(30);
  });
});
