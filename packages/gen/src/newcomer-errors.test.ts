// Mistakes of the first hour, each reported at its line.
import assert from "node:assert/strict";
import { test } from "vitest";

import { generateInMemory, problemsOfEach } from "./generate-in-memory.ts";

/** A kind whose spec has `fields` from line 6 on. */
function kindWith(fields: string): string {
  return `/** @groupName=example.com */
import type { Int32, KubernetesObject } from "@kubewright/apimachinery";
/** @kubebuilder:object:root=true */
export interface Thing extends KubernetesObject { readonly spec: Spec; readonly n?: Int32 }
export interface Spec {
${fields}
}
`;
}

const moveAbove = (name: string): string =>
  `a JSDoc comment after a field does not describe that field: move it to the line above "${name}"`;

const mistakes: readonly (readonly [title: string, fields: string, problem: string])[] = [
  ["a JSDoc comment after a field", "  a: string; /** @minLength 1 */\n  b: string;", `6:14: ${moveAbove("a")}`],
  [
    "a JSDoc comment after the last field",
    "  a: string;\n  readonly b?: Int32; /** The number. */",
    `7:23: ${moveAbove("b")}`,
  ],
  [
    "a JSDoc comment after a field without a semicolon",
    "  a: string /** The name. */\n  b: string",
    `6:13: ${moveAbove("a")}`,
  ],
  [
    "a required field that may be undefined",
    "  a: string | undefined;",
    '6:3: the field "a" is required, but may be undefined, which JSON cannot express: write "a?:"',
  ],
  [
    "an abbreviated marker",
    "  /** @min 1 */\n  a: Int32;",
    '6:7: there is no marker "@min": write "@minimum" or "@minProperties" or "@minLength" or "@minItems"',
  ],
  [
    "a marker of another tool",
    "  /** @regex ^a$ */\n  a: string;",
    '6:7: there is no marker "@regex": write "@pattern"',
  ],
];

const problems = problemsOfEach(mistakes.map(([, fields]) => kindWith(fields)));

for (const [index, [title, , problem]] of mistakes.entries()) {
  test(`generate() reports ${title}`, () => {
    assert.deepEqual(problems[index], [problem]);
  });
}

test("generate() accepts comments inside of a line, and optional fields that may be undefined", () => {
  const fields =
    "  a: { /** First. */ b: string; /** Second. */ c?: string | undefined };\n  d: /** A number. */\n    Int32;";

  const [crd] = generateInMemory(kindWith(fields), { generators: [{ name: "crd" }] });

  assert.match(crd?.content ?? "", /description: First\.\n[^]*description: Second\./);
});
