// The rules on this repository, and on small examples that break them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { proseCounts } from "../prose/prose.ts";
import { filesMatching, isGenerated, packages, writtenSources, writtenTexts } from "../source/workspace.ts";
import { functionLinesMax, longFunctions } from "./function-lengths.ts";
import { expectNone } from "./problems.ts";
import {
  callProblems,
  fileLengths,
  fileLinesMax,
  nameProblems,
  narrowedTestProblems,
  openingProblems,
  packageFileProblems,
  phraseProblems,
} from "./tidy.ts";
import { ratchetProblems } from "./ratchet.ts";
import type { Ratchet } from "./ratchet.ts";

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

test("packages export one type with the name Quantity", () => {
  const declares = /^export (?:declare )?(?:type|interface|class) Quantity\b/mu;
  const declaring = filesMatching("packages/*/src/**/*.ts").filter((file) => declares.test(readFileSync(file, "utf8")));

  assert.deepEqual(
    declaring.filter((file) => !file.includes("/testdata/")),
    ["packages/api/src/meta/v1.ts"],
  );
});

test("no source of a package calls mkdir recursively, or passes a list as the arguments of push", () => {
  expectNone(callProblems(sources));
});

test("no test is narrowed or skipped in the source", () => {
  expectNone(narrowedTestProblems(sources));
});

test("files above 300 lines are listed with their size, and shrink only", () => {
  const advice = "move the second idea in it to a separate file";

  expectNone(
    ratchetProblems(fileLengths(sources), ratchetOf("size-ratchet.json"), { max: fileLinesMax, unit: "lines", advice }),
  );
});

test("functions above 60 lines are listed with their length, and shrink only", () => {
  const advice = "make a factory with mutable variables a class, a long decision a separate pure function";

  expectNone(
    ratchetProblems(longFunctions(sources), ratchetOf("function-ratchet.json"), {
      max: functionLinesMax,
      unit: "lines",
      advice,
    }),
  );
});

test("files with sentences that are not plain English are listed with the number of findings, and get no more", () => {
  const advice = "npm run prose -- PATH lists them, with what to write instead";

  expectNone(
    ratchetProblems(proseCounts(), ratchetOf("prose-ratchet.json"), { max: 0, unit: "findings of prose", advice }),
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

test("nameProblems() rejects empty names and camelCase, and matches whole words only", () => {
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

test("longFunctions() names a function by its declaration or its call, and leaves out groups of tests", () => {
  const body = "  x();\n".repeat(60);
  const text = [
    `function declared() {\n${body}}`,
    `const arrow = () => {\n${body}};`,
    `class A {\n  method() {\n${body}  }\n}`,
    `test.for([1])("a title", () => {\n${body}});`,
    `describe.for([1])("a group", () => {\n${body}});`,
    `function short() {\n${"  x();\n".repeat(58)}}`,
  ].join("\n");

  assert.deepEqual(Array.from(longFunctions([{ path: "a.ts", text }])), [
    ["a.ts declared", 62],
    ["a.ts arrow", 62],
    ["a.ts method", 62],
    ['a.ts test "a title"', 62],
  ]);
});

/** The accepted lengths of one kind. */
function ratchetOf(name: string): Ratchet {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")) as Ratchet;
}
