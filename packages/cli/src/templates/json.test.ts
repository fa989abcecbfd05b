import { expect, test } from "vitest";
import { printJson } from "./json.ts";

test("printJson() breaks objects, long lists, and lists of objects", () => {
  const words = Array.from({ length: 20 }, () => "abcdefgh");

  const printed = printJson({ a: [1, "b", null], empty: {}, none: [], gone: undefined, list: [{ c: true }], words });

  expect(printed).toBe(
    `{\n  "a": [1, "b", null],\n  "empty": {},\n  "none": [],\n  "list": [\n    {\n      "c": true\n    }\n  ],\n  "words": [\n${words.map((word) => `    "${word}"`).join(",\n")}\n  ]\n}\n`,
  );
});
