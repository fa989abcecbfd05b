// The rules on this repository, and on small examples that break them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { filesMatching, isGenerated, packages, writtenSources, writtenTexts } from "../source/workspace.ts";
import { expectNone } from "./problems.ts";
import {
  accepted,
  nameProblems,
  narrowedTestProblems,
  openingProblems,
  packageFileProblems,
  phraseProblems,
  sizeProblems,
  tightened,
} from "./tidy.ts";
import type { SizeRatchet } from "./tidy.ts";

const sources = writtenSources();

test("every file and folder is named after the idea in it", () => {
  expectNone(
    nameProblems(filesMatching("{packages,examples,tests,bench,tools}/**/*").filter((path) => !isGenerated(path))),
  );
});

test("every module begins with a comment that says what it is for", () => {
  expectNone(openingProblems(sources));
});

test("no file holds work left for later, a machine's path or a registry's host", () => {
  expectNone(phraseProblems(writtenTexts()));
});

test("no test is narrowed or skipped in the source", () => {
  expectNone(narrowedTestProblems(sources));
});

test("files above 300 lines are listed with their size, and shrink only", () => {
  expectNone(
    sizeProblems(
      sources,
      JSON.parse(readFileSync(new URL("size-ratchet.json", import.meta.url), "utf8")) as SizeRatchet,
    ),
  );
});

test("each package has README.md, api.md and src/index.ts", () => {
  const paths = new Set(filesMatching("packages/*/{README,api}.md", "packages/*/src/index.ts"));

  expectNone(
    packageFileProblems(
      packages().map(({ folder }) => folder),
      paths,
    ),
  );
});

test("nameProblems() refuses empty names and camelCase, and knows a word from a part of one", () => {
  const paths = [
    "a/util/b.ts",
    "a/utils.ts",
    "a/common.test.ts",
    "a/someFile.ts",
    "a/commons.ts",
    "a/utilisation.ts",
    "a/README.md",
  ];

  assert.deepEqual(
    nameProblems(paths).map(({ at }) => at),
    ["a/util/b.ts", "a/utils.ts", "a/common.test.ts", "a/someFile.ts"],
  );
});

test("openingProblems() names modules that begin with code, and lets tests begin as they like", () => {
  const files = [
    { path: "a.ts", text: "import x;\n// too late\n" },
    { path: "b.ts", text: "#!/usr/bin/env node\n// A program.\n" },
    { path: "c.ts", text: "/** A module. */\n" },
    { path: "d.test.ts", text: "import x;\n" },
  ];

  assert.deepEqual(
    openingProblems(files).map(({ at }) => at),
    ["a.ts:1"],
  );
});

test.for([
  [`// ${"TO"}DO: later`, 1],
  [`x = "${"/ro"}ot/go"`, 1],
  [`see ${"/wo"}rk/x`, 1],
  [`https://${"regi"}stry.example.com/x`, 1],
  ["todo lists, /v1/root/x, $HOME/root/x, ~/work/x, my/home/here", 0],
] as const)("phraseProblems() finds in %j %i", ([text, count]) => {
  assert.equal(phraseProblems([{ path: "a.md", text }]).length, count);
});

test("narrowedTestProblems() sees code and not prose", () => {
  const narrowed = { path: "a.test.ts", text: `test("x", () => {});\n${"te"}st.only("y", () => {});\n` };
  const prose = { path: "b.test.ts", text: '// test.skip is refused\nconst text = "test.only";\n' };

  assert.deepEqual(
    narrowedTestProblems([narrowed, prose]).map(({ at }) => at),
    ["a.test.ts:2"],
  );
});

test("sizeProblems() refuses a new large file and a listed one that has grown, and asks to keep what has shrunk", () => {
  const file = (path: string, lines: number) => ({ path, text: "x\n".repeat(lines) });
  const files = [
    file("new.ts", 301),
    file("small.ts", 300),
    file("grown.ts", 411),
    file("shrunk.ts", 350),
    file("same.ts", 400),
  ];
  const ratchet = { "grown.ts": 410, "shrunk.ts": 400, "same.ts": 400, "gone.ts": 500 };

  assert.deepEqual(
    sizeProblems(files, ratchet).map(({ at }) => at),
    ["new.ts", "grown.ts", "shrunk.ts", "gone.ts"],
  );
  assert.deepEqual(accepted(files), { "new.ts": 301, "grown.ts": 411, "shrunk.ts": 350, "same.ts": 400 });
  assert.deepEqual(tightened(files, ratchet), { "grown.ts": 410, "shrunk.ts": 350, "same.ts": 400 });
});
