// The unions that are rejected, and the reasons. For the others see the golden file (testdata/unions) and the contract tests.

import assert from "node:assert/strict";
import { test } from "vitest";

import { problemsOfEach } from "./testdata/generate-in-memory.ts";

/** A kind whose spec has `fields` in line 6. */
function kindWith(fields: string): string {
  return `/** @groupName=example.com */
import type { PodSpec } from "@kubewright/api/core/v1";
import type { Double, Int32, KubernetesObject } from "@kubewright/apimachinery";
/** @minProperties 1 */ export interface Marked { kind: "a" } export type { Double, Int32, PodSpec };
/** @kubebuilder:object:root=true */ export interface Thing extends KubernetesObject { readonly spec: Spec } export interface Spec {
${fields}
}
`;
}

const apart =
  'the variants of a union cannot be distinguished: give each a field with a different literal, such as kind: "a", or fields that are required in one and "?: never" in the others';

const refused: readonly (readonly [fields: string, problem: string])[] = [
  ["a: { b?: string } | { c: string };", `6:1: ${apart}`],
  ['a: { kind: "x"; v?: string } | { kind: "x"; w: Int32 };', `6:1: ${apart}`],
  [
    'a: { kind: "x"; v: string } | { kind: "y"; v: Int32 };',
    '6:44: "v" has another type in another variant of the union: rename it in one of them',
  ],
  [
    'a: { kind: "x"; /** @default "a" */ v?: string } | { kind: "y" };',
    '6:37: "v" has a default, which variants without the field would get, too: remove the default',
  ],
  [
    'a: Marked | { kind: "b" };',
    '4:5: the marker "@minProperties" is on a variant of a union, but would apply to all variants: move it to the union or to a field',
  ],
  [
    'a: { kind: "x"; "a b": string } | { kind: "y" };',
    '6:1: a union of objects is checked by a rule, and CEL cannot name the field "a b": rename the field',
  ],
  [
    "a: { b: string } | string;",
    '6:1: the union "string | { b: string; }" has no structural schema: a field has one type: write literals of one kind, or an interface',
  ],
  [
    "a: PodSpec | { b: string };",
    '6:1: the union "PodSpec | { b: string; }" has no structural schema: write one interface with an optional field for each variant and @kubebuilder:validation:ExactlyOneOf=a;b',
  ],
  [
    "a: Double | string;",
    '6:1: the union "string | number" has no structural schema: write IntOrString of "@kubewright/api/meta/v1"',
  ],
];
const problems = problemsOfEach(refused.map(([fields]) => kindWith(fields)));

for (const [index, [fields, problem]] of refused.entries()) {
  test(`generate() rejects ${fields} and suggests an alternative`, () => {
    assert.deepEqual(problems[index], [problem]);
  });
}
