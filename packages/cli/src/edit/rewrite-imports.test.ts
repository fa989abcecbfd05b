import { expect, test } from "vitest";
import { rewriteImports } from "./rewrite-imports.ts";

const moves = new Map([
  ["a/v1/x.ts", "a/shop/v1/x.ts"],
  ["a/v1/y.ts", "a/shop/v1/y.ts"],
]);

test.each([
  { file: "a/v1/x.ts", before: 'import { y } from "./y.ts";', after: 'import { y } from "./y.ts";' },
  { file: "a/v1/x.ts", before: 'export * from "../../b/z.ts";', after: 'export * from "../../../b/z.ts";' },
  { file: "a/v1/x.ts", before: "await import('../w.ts')", after: "await import('../../w.ts')" },
  { file: "b/z.ts", before: 'import "../a/v1/x.ts";', after: 'import "../a/shop/v1/x.ts";' },
  {
    file: "b/z.ts",
    before: 'new URL("../a/v1/y.ts", import.meta.url)',
    after: 'new URL("../a/shop/v1/y.ts", import.meta.url)',
  },
  { file: "a/v1/x.ts", before: "new URL(`../../${path}`, base)", after: "new URL(`../../../${path}`, base)" },
  { file: "a/v1/x.ts", before: 'new URL("../../config/crd/", base)', after: 'new URL("../../../config/crd/", base)' },
  {
    file: "b/z.ts",
    before: 'import { test } from "node:test"; const from = "./a";',
    after: 'import { test } from "node:test"; const from = "./a";',
  },
])("rewriteImports() in $file writes $after", ({ file, before, after }) => {
  expect(rewriteImports(before, file, moves)).toBe(after);
});
