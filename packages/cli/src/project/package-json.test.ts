import { expect, test } from "vitest";

import { parsePackageJson } from "./package-json.ts";

test("parsePackageJson() returns the fields", () => {
  expect(parsePackageJson('{ "name": "shop" }', "package.json")).toEqual({ name: "shop" });
});

test.each([
  { text: "", message: 'Cannot read "a/package.json": it is not valid JSON: Unexpected end of JSON input' },
  {
    text: "{\n <<<<<<< HEAD\n",
    message: /^Cannot read "a\/package\.json": it is not valid JSON: .*line 2 column 2.*$/,
  },
  { text: "[]", message: 'Cannot read "a/package.json": it is a list, must be a JSON object' },
  { text: "null", message: 'Cannot read "a/package.json": it is null, must be a JSON object' },
])("parsePackageJson() names the file and the cause for $text", ({ text, message }) => {
  expect(() => parsePackageJson(text, "a/package.json")).toThrow(message);
});
