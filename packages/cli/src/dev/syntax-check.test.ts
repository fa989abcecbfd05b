import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

import { syntaxProblems } from "./syntax-check.ts";

test("syntax errors are reported with their line; removed files and other file types are ignored", async () => {
  const root = await mkdtemp(path.join(tmpdir(), "kubewright-syntax-"));
  await using _ = { [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
  await writeFile(path.join(root, "right.ts"), "export const a: number = 1;\n");
  await writeFile(path.join(root, "wrong.ts"), "const a = 1;\nconst b: = 2;\n");
  await writeFile(path.join(root, "enum.ts"), "\n\nenum A {}\n");
  await writeFile(path.join(root, "package.json"), "{");

  const problems = await syntaxProblems(root, ["right.ts", "wrong.ts", "enum.ts", "gone.ts", "package.json"]);

  expect(problems).toEqual([
    expect.stringMatching(/^wrong\.ts:2: /),
    "enum.ts:3: TypeScript enum is not supported in strip-only mode",
  ]);
});
