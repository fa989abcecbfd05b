import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { parse } from "yaml";

import { printYaml, printYamlDocuments } from "./print-yaml.ts";

const printed: readonly (readonly [what: string, value: unknown, text: string])[] = [
  ["a list at the indent of its key", { a: [1, { b: 2, c: [3] }] }, "a:\n- 1\n- b: 2\n  c:\n  - 3\n"],
  ["lists within lists", { a: [[1, 2], []] }, "a:\n- - 1\n  - 2\n- []\n"],
  [
    "keys by letter, numbers in them by size",
    { y10: 1, y2: 1, B: 1, a: 1, "-": 1 },
    "'-': 1\nB: 1\na: 1\ny2: 1\ny10: 1\n",
  ],
  ["empty objects and lists, null", { a: {}, b: [], c: null }, "a: {}\nb: []\nc: null\n"],
  ["no key for undefined", { a: undefined, b: 1 }, "b: 1\n"],
  [
    "words that YAML 1.1 reads as something else in double quotes",
    ["yes", "~", "1.5", "0x1F", "2026-01-01", ""],
    '- "yes"\n- "~"\n- "1.5"\n- "0x1F"\n- "2026-01-01"\n- ""\n',
  ],
  [
    "scalars that only some readers resolve to something else in double quotes",
    [".", "-._1", "E0", "+e1", "0x_", "0o-7", "1e400", "<<", "="],
    '- "."\n- "-._1"\n- "E0"\n- "+e1"\n- "0x_"\n- "0o-7"\n- "1e400"\n- "<<"\n- "="\n',
  ],
  ["such a scalar as a key", { f: { ".": {}, E0: 1 } }, 'f:\n  ".": {}\n  "E0": 1\n'],
  [
    "a key of more than 128 bytes after a question mark",
    { a: [{ ["é".repeat(65)]: { b: [1] } }] },
    `a:\n- ? ${"é".repeat(65)}\n  : b:\n    - 1\n`,
  ],
  [
    "texts with indicators in single quotes",
    ["- a", "a: b", "a #b", "it's: x"],
    "- '- a'\n- 'a: b'\n- 'a #b'\n- 'it''s: x'\n",
  ],
  [
    "texts with lines as blocks",
    { a: "x\n\ny", b: "x\n", c: " x\ny" },
    "a: |-\n  x\n\n  y\nb: |\n  x\nc: |2-\n   x\n  y\n",
  ],
  [
    "lines that end in a space in double quotes, since a block would lose it to an editor",
    { a: "x \ny" },
    'a: "x \\ny"\n',
  ],
  ["control characters, line separators and emoji as escapes", { a: "\t\u2028😀" }, 'a: "\\t\\L\\U0001F600"\n'],
  ["a float as Go prints it", [1234567.5, 1e21, 0.5], "- 1.2345675e+06\n- 1e+21\n- 0.5\n"],
  [
    "long texts folded at the first space after 80 columns",
    { description: "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen" },
    "description: one two three four five six seven eight nine ten eleven twelve thirteen\n  fourteen fifteen\n",
  ],
];

for (const [what, value, text] of printed) {
  test(`printYaml() prints ${what}`, () => {
    assert.equal(printYaml(value), text);
  });
}

test("printYamlDocuments() puts a line of dashes in front of each document", () => {
  assert.equal(printYamlDocuments([{ a: 1 }, { b: 2 }]), "---\na: 1\n---\nb: 2\n");
});

test("printYaml() rejects values that JSON does not have", () => {
  assert.throws(() => printYaml({ a: Number.NaN }), /Cannot print NaN as YAML/);
  assert.throws(() => printYaml({ a: () => 1 }), /Cannot print a value of type "function" as YAML/);
});

test(
  "printYaml() prints what a YAML parser, of version 1.1 or 1.2, reads back as the same value",
  { timeout: 60_000 },
  () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.lorem({ maxCount: 30 }),
      fc.constantFrom("yes", "1e3", " a\nb ", "#", "a:\n"),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 3 }, text, fc.integer(), fc.boolean(), fc.constant(null), tie("list"), tie("map")),
      list: fc.array(tie("any"), { maxLength: 3 }),
      map: fc.dictionary(text, tie("any"), { maxKeys: 3, noNullPrototype: true }),
    }));

    fc.assert(
      fc.property(value.map, (map) => {
        const yaml = printYaml(map);
        for (const version of ["1.1", "1.2"] as const) assert.deepEqual(parse(yaml, { version }), map, yaml);
      }),
      { numRuns: 50 },
    );
  },
);
