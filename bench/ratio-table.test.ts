import { expect, test } from "vitest";
import { geometricMean, ratioTableOf } from "./ratio-table.ts";

test("the table aligns times and ends with the geometric mean of the ratios", () => {
  const table = ratioTableOf("compile", [
    { what: "a", ours: 4, theirs: 1 },
    { what: "a longer rule", ours: 123.4, theirs: 123.4 },
  ]);

  expect(table).toBe(
    [
      "compile          kubewright   cel-js   ratio",
      "a                    4.0 µs   1.0 µs    4.00",
      "a longer rule        123 µs   123 µs    1.00",
      "geometric mean                          2.00",
      "",
    ].join("\n"),
  );
});

test("ratios of 2 and one half balance", () => {
  expect(geometricMean([2, 0.5])).toBeCloseTo(1);
});
