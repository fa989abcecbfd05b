import { expect, test } from "vitest";
import { encodeJson } from "./codec.ts";
import { encodeJsonInSteps } from "./encode-in-steps.ts";
import { finish } from "./steps.ts";

const many = Array.from({ length: 10_000 }, (_, index) => index);
const map = Object.fromEntries(many.map((index) => [`k${index}`, { n: index, u: undefined }]));

test.each<[string, unknown]>([
  ["a list", many],
  ["a list with undefined items", [...many, undefined, null]],
  ["a map", map],
  [
    "a map with undefined fields, numbers as keys and __proto__",
    JSON.parse(`{"__proto__":1,"2":2,"1":${JSON.stringify(map)}}`),
  ],
  ["a list in a map in a list", [{ a: { list: many, b: 1 } }, map]],
  ["a bigint and a lone surrogate", { list: many, big: 9007199254740993n, text: "\ud800" }],
  ["a short value", { a: [1] }],
  ["an empty text", ""],
])("encodeJsonInSteps() encodes %s as encodeJson() does", (_, value) => {
  expect(finish(encodeJsonInSteps(value))).toBe(encodeJson(value));
});

test("encodeJsonInSteps() rejects what is not JSON, as encodeJson() does", () => {
  expect(() => encodeJsonInSteps(undefined)).toThrow("Cannot encode as JSON: got undefined, expected a JSON value");
});
