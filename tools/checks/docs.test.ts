// The TypeScript blocks of the documents compile, and those marked `run` run.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, test } from "vitest";
import { declaredPackages } from "../declarations/declared-packages.ts";
import { filesMatching, readSource, root } from "../source/workspace.ts";
import { docBlocksOf, docProblemsOf } from "./doc-blocks.ts";
import { expectNone } from "./problems.ts";

const documents = filesMatching("*.md", "docs/**/*.md", "site/*.md", "{packages,examples}/*/README.md").map(readSource);
const blocks = documents.flatMap(docBlocksOf);

test("every TypeScript block of our documents compiles", { timeout: 120_000 }, async () => {
  // Beside a node_modules folder, so that the compiler finds the packages by their names.
  const modules = await declaredPackages();
  const folder = mkdtempSync(join(modules, "..", "doc-blocks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  blocks.forEach(({ code }, index) => {
    writeFileSync(join(folder, `${index}.ts`), code);
  });
  const compilerOptions = {
    composite: false,
    customConditions: [],
    declaration: false,
    declarationMap: false,
    isolatedDeclarations: false,
    noEmit: true,
    noUnusedLocals: false,
    noUnusedParameters: false,
    typeRoots: [join(root, "node_modules", "@types")],
  };
  const files = blocks.map((_block, index) => `${index}.ts`);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(root, "tsconfig.base.json"), compilerOptions, files }),
  );

  const { output } = await run(join(modules, ".bin", "tsc"), ["-p", folder]);

  // The type check reports errors outside the blocks.
  expectNone(docProblemsOf(output, blocks));
});

const runnable = blocks
  .filter((block) => block.run)
  .map((block) => ({ ...block, title: `${block.path}:${block.line}` }));

test.for(runnable)("the block at $title runs", { timeout: 60_000 }, async ({ code }) => {
  const { output, exitCode } = await run(process.execPath, [
    "--conditions=source",
    "--input-type=module-typescript",
    "--eval",
    code,
  ]);

  assert.equal(exitCode, 0, output);
});

test("docBlocksOf() takes TypeScript blocks with their lines and leaves others alone", () => {
  const text = "# A\n\n```ts\na();\n```\n\n```sh\nls\n```\n\n````ts run\nb(`\n```\n`);\n````\n```ts ignore\nc(\n```\n";

  assert.deepEqual(docBlocksOf({ path: "a.md", text }), [
    { path: "a.md", line: 4, code: "a();\n", run: false },
    { path: "a.md", line: 12, code: "b(`\n```\n`);\n", run: true },
  ]);
});

test("docProblemsOf() moves a compiler message to its line of the document", () => {
  const block = { path: "a.md", line: 10, code: "", run: false };

  assert.deepEqual(
    docProblemsOf("x/0.ts(3,7): error TS2322: Type 'a'.\n  More.\nother.ts(1,1): error TS1: x", [block]),
    [{ at: "a.md:12", message: "Type 'a'. More." }],
  );
});

interface Outcome {
  readonly output: string;
  readonly exitCode: number | string | null;
}

async function run(program: string, args: readonly string[]): Promise<Outcome> {
  const outcome = Promise.withResolvers<Outcome>();
  const child = execFile(program, args, { cwd: root, encoding: "utf8" }, (_error, stdout, stderr) => {
    outcome.resolve({ output: stdout + stderr, exitCode: child.exitCode });
  });
  return outcome.promise;
}
