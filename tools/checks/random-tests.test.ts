import assert from "node:assert/strict";
import fc from "fast-check";
import { inject, test } from "vitest";
import { writtenSources } from "../source/workspace.ts";
import { expectNone } from "./problems.ts";
import { randomTestProblems } from "./random-tests.ts";

test("every random test draws its values from a fixed seed", () => {
  expectNone(randomTestProblems(writtenSources()));
});

test("the lane seeds fast-check, always with the same number unless it was given another", () => {
  assert.equal(fc.readConfigureGlobal().seed, inject("seed") ?? 20_261_122);
});

test("randomTestProblems() names the line of each source of other values, and what to write instead", () => {
  const files = [
    { path: "packages/a/src/a.ts", text: "// Math.random() is not called.\nexport const a = Math.random();\n" },
    { path: "packages/a/src/a.test.ts", text: "const a = 1;\nuse(createSystemRandom());\n" },
    { path: "tests/b.test.ts", text: 'import fc from "fast-check";\nfc.assert(property, { seed: 3 });\n' },
    { path: "tests/long/c.test.ts", text: "const random = createSeededRandom(String(Date.now()));\n" },
    { path: "tests/long.config.ts", text: "const { SEED: seed = String(Date.now()) } = process.env;\n" },
  ];

  assert.deepEqual(
    randomTestProblems(files).map(({ at }) => at),
    [
      "packages/a/src/a.ts:2",
      "packages/a/src/a.test.ts:2",
      "tests/b.test.ts:2",
      "tests/long/c.test.ts:1",
      "tests/long.config.ts:1",
    ],
  );
  assert.match(randomTestProblems(files)[1]?.message ?? "", /createSeededRandom\("a name"\)/u);
});

test("randomTestProblems() accepts a seeded generator, and the machine's where real programs are started", () => {
  const files = [
    { path: "packages/a/src/a.test.ts", text: 'const random = createSeededRandom("a");\nconst at = Date.now();\n' },
    { path: "tests/real/b.test.ts", text: "const name = randomBytes(4);\n" },
  ];

  assert.deepEqual(randomTestProblems(files), []);
});
