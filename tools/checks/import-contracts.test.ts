// The rules on this repository, and on small examples that break them.
import assert from "node:assert/strict";
import { test } from "vitest";
import { generatedSources, publishedPackages, workspaces, writtenSources } from "../source/workspace.ts";
import type { Workspace } from "../source/workspace.ts";
import {
  deepImportProblems,
  dependencyProblems,
  packageProblems,
  relativeImportProblems,
  sitesOf,
  tableProblems,
} from "./import-contracts.ts";
import { createPackage, packageTable, topPackage } from "./package-table.ts";
import { expectNone } from "./problems.ts";

const sites = sitesOf(writtenSources());

test("a package imports only what its row of the package table allows", () => {
  expectNone(packageProblems(sites, workspaces()));
});

test("a package is imported by its public entries only", () => {
  expectNone(deepImportProblems(sites, workspaces()));
});

test("a relative import names a file, with its ending", () => {
  expectNone(relativeImportProblems(sites));
});

test("a package lists as dependencies what it imports, no more and no less", () => {
  expectNone(dependencyProblems([...sites, ...sitesOf(generatedSources())], workspaces()));
});

test("the package table has a row for each package", () => {
  expectNone(tableProblems([...packageTable, topPackage, createPackage], publishedPackages()));
});

test("no package of the table imports itself by a detour", () => {
  const below = new Map(packageTable.map(({ name, mayImport }) => [name, mayImport]));
  const reach = (name: string, seen: ReadonlySet<string>): boolean =>
    (below.get(name) ?? []).some((next) => seen.has(next) || reach(next, new Set([...seen, next])));

  assert.deepEqual(
    packageTable.map(({ name }) => name).filter((name) => reach(name, new Set([name]))),
    [],
  );
});

function entries(...names: readonly string[]): Record<string, { readonly source: string }> {
  return Object.fromEntries(names.map((name) => [name, { source: "" }]));
}

const small: readonly Workspace[] = [
  { folder: "packages/async", manifest: { name: "@kubewright/async", exports: entries(".") } },
  { folder: "packages/api", manifest: { name: "@kubewright/api", exports: entries(".", "./*") } },
  {
    folder: "packages/apiserver",
    manifest: { name: "@kubewright/apiserver", exports: entries("."), dependencies: { yaml: "1.0.0" } },
  },
  { folder: "packages/client", manifest: { name: "@kubewright/client", exports: entries(".") } },
];

test("an import that the table does not allow is answered with the reason and the way out", () => {
  const found = sitesOf([{ path: "packages/apiserver/src/a.ts", text: 'import { x } from "@kubewright/client";' }]);

  const [problem] = packageProblems(found, small);

  assert.equal(problem?.at, "packages/apiserver/src/a.ts:1");
  assert.match(
    problem.message,
    /not client\. It never imports client, so that each of the two tests the other\. Declare an interface/u,
  );
});

test("a test may import any package", () => {
  const found = sitesOf([
    { path: "packages/apiserver/src/a.test.ts", text: 'import { x } from "@kubewright/client";' },
  ]);

  assert.deepEqual(packageProblems(found, small), []);
});

test("a deep import is refused, and an exported subpath is not", () => {
  const found = sitesOf([
    { path: "packages/client/src/a.ts", text: 'import { x } from "@kubewright/async/src/clock.ts";' },
    { path: "packages/client/src/b.ts", text: 'import { x } from "../../async/src/clock.ts";' },
    { path: "packages/client/src/c.ts", text: 'import { Pod } from "@kubewright/api/core/v1";' },
  ]);

  assert.deepEqual(
    deepImportProblems(found, small).map(({ at }) => at),
    ["packages/client/src/a.ts:1", "packages/client/src/b.ts:1"],
  );
});

test("a dependency that is not listed and one that is not used are both named", () => {
  const found = sitesOf([{ path: "packages/apiserver/src/a.ts", text: 'import { x } from "@kubewright/async";' }]);

  assert.deepEqual(
    dependencyProblems(found, small).map(({ message }) => message),
    [
      '"@kubewright/async" is imported and not listed: add it to dependencies, with the exact version',
      '"yaml" is listed and never imported: take it out of dependencies',
    ],
  );
});
