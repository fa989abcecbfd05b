// Circles of imports in the packages, and in small examples.
import { expect, test } from "vitest";
import { writtenSources } from "../source/workspace.ts";
import { circleProblems, fileImportsOf } from "./circles.ts";
import { expectNone } from "./problems.ts";

test("no files or folders of a package import each other in a circle", () => {
  const sources = writtenSources().filter(({ path }) => path.startsWith("packages/"));
  expectNone(circleProblems(fileImportsOf(sources)));
});

/** The problems of files below `src`, each with the paths that it imports. */
function problemsOf(files: Readonly<Record<string, readonly string[]>>): readonly unknown[] {
  const sources = Object.entries(files).map(([path, imported]) => ({
    path: `src/${path}`,
    text: imported.map((specifier) => `import type { T } from "${specifier}";`).join("\n"),
  }));
  return circleProblems(fileImportsOf(sources));
}

const toMove = "move what they share to a file or folder below";

test("a circle of three files is one problem, with the place of each import", () => {
  const files = { "a.ts": ["./b.ts"], "b.ts": ["./x.ts", "./c.ts"], "c.ts": ["./a.ts"], "d.ts": ["./a.ts"] };
  const circle = "a.ts imports b.ts (src/a.ts:1), b.ts imports c.ts (src/b.ts:2), c.ts imports a.ts (src/c.ts:1)";
  expect(problemsOf(files)).toEqual([{ at: "src", message: `${circle}: ${toMove}` }]);
});

test("two folders that import each other by way of different files are a problem, at any depth", () => {
  const files = { "kinds/pod/pod.ts": ["../generic/kind.ts"], "kinds/generic/strategy.ts": ["../pod/warnings.ts"] };
  const circle = "generic imports pod (src/kinds/generic/strategy.ts:1), pod imports generic (src/kinds/pod/pod.ts:1)";
  expect(problemsOf(files)).toEqual([{ at: "src/kinds", message: `${circle}: ${toMove}` }]);
});

test("a folder and a folder inside it may import each other", () => {
  expect(problemsOf({ "kinds/kinds.ts": ["./pod/pod.ts"], "kinds/pod/pod.ts": ["../typed.ts"] })).toEqual([]);
});
