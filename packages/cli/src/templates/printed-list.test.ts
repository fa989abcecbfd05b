import { expect, test } from "vitest";
import { printedList, textLiteral } from "./printed-list.ts";

test("printedList() breaks only lists that are too long for a line", () => {
  const items = ["a".repeat(50), "b".repeat(50)];

  expect(printedList(2, "f(", items, ") {")).toBe(`f(${items.join(", ")}) {`);
  expect(printedList(20, "f(", items, ") {")).toBe(
    `f(\n                      ${items[0]},\n                      ${items[1]},\n                    ) {`,
  );
});

test.each([
  ["-m=64", '"-m=64"'],
  [`it's`, `"it's"`],
  ['"; evil(); "', `'"; evil(); "'`],
  [`'"\\"`, `'\\'"\\\\"'`],
  ["\\", '"\\\\"'],
  ["${evil()}`", '"${evil()}`"'],
])("textLiteral() of %s is %s", (text, literal) => {
  expect(textLiteral(text)).toBe(literal);
});
