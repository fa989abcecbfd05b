import { expect, test } from "vitest";
import { blocksThatRan } from "./coverage.ts";

test("the executed blocks of a coverage profile are listed by file", () => {
  const profile = "mode: set\na/b.go:80.61,81.46 1 0\na/b.go:81.46,83.3 1 1\na/c.go:1.2,3.4 2 0\n";

  const blocks = blocksThatRan(profile);

  expect(Object.fromEntries(blocks)).toEqual({
    "a/b.go": [{ from: { line: 81, column: 46 }, to: { line: 83, column: 3 } }],
  });
});
