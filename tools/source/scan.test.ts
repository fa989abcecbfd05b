import assert from "node:assert/strict";
import { test } from "vitest";
import { importsOf, scan } from "./scan.ts";

test("importsOf() finds static, type, side effect, dynamic and re-exporting imports with their lines", () => {
  const source = [
    'import { a } from "./a.ts";',
    'import type { B } from "b";',
    'import "c";',
    'export * from "d";',
    'const lazy = await import("e");',
    "import {",
    "  f,",
    "} from './f.ts';",
  ].join("\n");

  assert.deepEqual(importsOf(source), [
    { specifier: "./a.ts", line: 1 },
    { specifier: "b", line: 2 },
    { specifier: "c", line: 3 },
    { specifier: "d", line: 4 },
    { specifier: "e", line: 5 },
    { specifier: "./f.ts", line: 8 },
  ]);
});

test("importsOf() ignores comments, strings, templates and regular expressions", () => {
  const source = [
    '// import "comment"',
    '/* from "block" */ const a = 6 / 2 / 1;',
    "const text = 'import x from \"string\"';",
    'const template = `import "template" ${(() => { return `${"inner"}`; })()} from "template"`;',
    'const pattern = /["\'`]import "pattern"[/"]/u; import "real";',
  ].join("\n");

  assert.deepEqual(
    importsOf(source).map(({ specifier }) => specifier),
    ["real"],
  );
});

test("scan() keeps length and lines, so that positions agree with the file", () => {
  const source = "const a = `x\n${1}`; // 😀\n/* b\n */ 'c'\n";

  const { code } = scan(source);

  assert.equal(code.length, source.length);
  assert.equal(code.split("\n").length, source.split("\n").length);
  assert.equal(code.trimEnd().endsWith("' '"), true);
});

test("scan() returns the text of templates, nested ones too, without their expressions", () => {
  const source = 'const a = `one ${b ? `two ${{ c: 1 }.c}` : ""} three`;';

  assert.deepEqual(Array.from(scan(source).templates), [
    [10, "one … three"],
    [source.indexOf("`two"), "two …"],
  ]);
});
