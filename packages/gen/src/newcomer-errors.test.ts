// Common mistakes of new users, each reported at its line.
import assert from "node:assert/strict";
import { test } from "vitest";

import { generateInMemory, problemsOfEach } from "./testdata/generate-in-memory.ts";

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
    '6:7: there is no marker "@min": write "@minimum" or "@minLength" or "@minItems" or "@minProperties"',
  ],
  [
    "an abbreviated marker with a letter too many",
    "  /** @minn 1 */\n  a: Int32;",
    '6:7: there is no marker "@minn": write "@minimum" or "@minLength" or "@minItems" or "@minProperties"',
  ],
  [
    "an argument as a marker",
    '  /** @rule="self > 1" */\n  a: Int32;',
    '6:7: there is no marker "@rule": write "@cel rule="self > 1""',
  ],
  ["an unknown marker with a value", '  /** @colour="red" */\n  a: string;', '6:7: there is no marker "@colour"'],
  [
    "a marker without its namespace",
    "  /** @validation:Minimum=3 */\n  a: Int32;",
    '6:7: there is no marker "@validation:Minimum": write "@kubebuilder:validation:Minimum"',
  ],
  [
    "a marker of Go",
    "  /**\n   * The size.\n   * +minimum=3\n   */\n  a: Int32;",
    '8:6: the marker "+minimum=3" is in the notation of Go, which is not read: write "@minimum=3"',
  ],
  [
    "a marker of Go without a value",
    "  /** +optional */\n  a?: Int32;",
    '6:7: the marker "+optional" is in the notation of Go, which is not read: write "@optional"',
  ],
  [
    "an unknown marker of Go with a namespace",
    "  /** +kubebuilder:validation:Minimun=3 */\n  a: Int32;",
    '6:7: the marker "+kubebuilder:validation:Minimun=3" is in the notation of Go, which is not read: write "@kubebuilder:validation:Minimun=3"',
  ],
  [
    "a marker of Go in a line comment",
    "  // +listType=set\n  a: string[];",
    '6:6: the marker "+listType=set" is in the notation of Go, which is not read: write it in a JSDoc comment: /** @listType=set */',
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

test("generate() reads other tags and lines that begin with a plus sign as descriptions", () => {
  const fields =
    "  /**\n   * Adds:\n   * +1 for each.\n   * + a list.\n   * +more\n   * @unit seconds\n   */\n  a: Int32;";

  const [crd] = generateInMemory(kindWith(fields), { generators: [{ name: "crd" }] });

  assert.match(crd?.content ?? "", /Adds:\n +\+1 for each\.\n +\+ a list\.\n +\+more\n/);
});

test("generate() accepts comments inside a line, and optional fields that may be undefined", () => {
  const fields =
    "  a: { /** First. */ b: string; /** Second. */ c?: string | undefined };\n  d: /** A number. */\n    Int32;";

  const [crd] = generateInMemory(kindWith(fields), { generators: [{ name: "crd" }] });

  assert.match(crd?.content ?? "", /description: First\.\n[^]*description: Second\./);
});
