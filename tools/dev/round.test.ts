import assert from "node:assert/strict";
import { test } from "vitest";
import { affectsRound, roundTitle } from "./round.ts";

test.for([
  ["packages/async/src/clock.ts", true],
  ["packages/gen/src/testdata/crd.yaml", true],
  ["packages/async/dist/clock.d.ts", false],
  ["packages/async/node_modules/x/index.ts", false],
  ["packages/async/src/.clock.ts.swp", false],
  ["packages/async/src/4913", false],
  ["packages/async/README.md", false],
] as const)("affectsRound(%j) is %j", ([path, expected]) => {
  assert.equal(affectsRound(path), expected);
});

test("roundTitle() names up to two files and counts the rest", () => {
  assert.equal(roundTitle(["a.ts"]), "a.ts");
  assert.equal(roundTitle(["a.ts", "b.ts"]), "a.ts, b.ts");
  assert.equal(roundTitle(["a.ts", "b.ts", "c.ts", "d.ts"]), "a.ts, b.ts and 2 more");
});
