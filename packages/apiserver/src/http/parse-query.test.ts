import { expect, test } from "vitest";
import { parseQuery } from "./parse-query.ts";

test.each([
  ["", []],
  [
    "a=1&b=%2C",
    [
      ["a", "1"],
      ["b", ","],
    ],
  ],
  ["a=1;b=2&c=3", [["c", "3"]]],
  ["a=%zz&b=1", [["b", "1"]]],
  ["a=1&b=%", [["a", "1"]]],
  ["%=1&a", [["a", ""]]],
])("the query %j has the pairs %j", (query, pairs) => {
  expect([...parseQuery(query)]).toEqual(pairs);
});
