// The layers inside the packages, on this repository and on small examples that break them.
import assert from "node:assert/strict";
import { test } from "vitest";
import { writtenSources } from "../source/workspace.ts";
import { cycleProblems, fileImportsOf, folderPairProblems, folderProblems } from "./folder-contracts.ts";
import { folderTable } from "./folder-table.ts";
import { expectNone } from "./problems.ts";

const imports = fileImportsOf(writtenSources());

test.for(Object.entries(folderTable))("a folder of %s imports only folders below it", ([name, folders]) => {
  expectNone(folderProblems(imports, name, folders));
});

test.for([...Object.keys(folderTable), "schema"])("no two folders of %s import each other, at any depth", (name) => {
  expectNone(folderPairProblems(imports, name));
});

test("no files import each other in a cycle", () => {
  expectNone(cycleProblems(imports));
});

const upward = fileImportsOf([
  { path: "packages/apiserver/src/storage/store.ts", text: 'import { x } from "../registry/registry.ts";' },
]);

test("an upward import names both folders", () => {
  assert.deepEqual(folderProblems(upward, "apiserver", ["registry", "storage"]), [
    {
      at: "packages/apiserver/src/storage/store.ts:1",
      message: "storage must not import registry, which is above it: move the code down or pass it in",
    },
  ]);
});

test("a folder without a row is named", () => {
  const [problem] = folderProblems(upward, "apiserver", ["storage"]);

  assert.match(problem?.message ?? "", /^"registry" is not in the folder table of apiserver/u);
});

test("two folders that import each other by way of different files are one problem", () => {
  const pair = fileImportsOf([
    { path: "packages/a/src/kinds/pod/pod.ts", text: 'import { kind } from "../generic/kind.ts";' },
    { path: "packages/a/src/kinds/generic/strategy.ts", text: 'import type { Warning } from "../pod/warnings.ts";' },
  ]);

  assert.deepEqual(folderPairProblems(pair, "a"), [
    {
      at: "packages/a/src/kinds/generic/strategy.ts:1",
      message:
        "packages/a/src/kinds/generic and packages/a/src/kinds/pod import each other (the way back is packages/a/src/kinds/pod/pod.ts:1): move the shared part to a folder below",
    },
  ]);
});

test("a folder and a folder inside it may import each other", () => {
  const nested = fileImportsOf([
    { path: "packages/a/src/kinds/kinds.ts", text: 'import { pod } from "./pod/pod.ts";' },
    { path: "packages/a/src/kinds/pod/pod.ts", text: 'import { view } from "../typed.ts";' },
  ]);

  assert.deepEqual(folderPairProblems(nested, "a"), []);
});

test("a cycle of three files is one problem", () => {
  const cycle = fileImportsOf([
    { path: "packages/a/src/a.ts", text: 'import { b } from "./b.ts";' },
    { path: "packages/a/src/b.ts", text: 'import { c } from "./c.ts";' },
    { path: "packages/a/src/c.ts", text: 'import type { A } from "./a.ts";' },
    { path: "packages/a/src/d.ts", text: 'import { a } from "./a.ts";' },
  ]);

  assert.deepEqual(cycleProblems(cycle), [
    {
      at: "packages/a/src/a.ts",
      message:
        "imports itself by way of packages/a/src/b.ts, packages/a/src/c.ts: move the shared part to a file below",
    },
  ]);
});
