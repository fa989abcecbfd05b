import assert from "node:assert/strict";
import { test } from "vitest";

import { problemsOf, problemsOfEach } from "./testdata/generate-in-memory.ts";

/** A kind whose spec has `fields`, from line 10 on. */
function kindWith(fields: string, before = ""): string {
  return `/** @groupName=example.com */
import type { Int32, KubernetesObject, ParsedQuantity } from "@kubewright/apimachinery";
import type { PodSpec } from "@kubewright/api/core/v1";
import type { JSONSchemaProps } from "@kubewright/api/apiextensions.k8s.io/v1";
export type { PodSpec, JSONSchemaProps, Int32 };
${before}
/** @kubebuilder:object:root=true */
export interface Thing extends KubernetesObject { readonly spec: Spec }
export interface Spec {
${fields}
}
`;
}

const refusedTypes: readonly (readonly [field: string, problem: string, before?: string])[] = [
  ["  a: number;", '10:3: "number" is ambiguous: use Int32, Int64 or Double of "@kubewright/apimachinery"'],
  ["  a: number[];", '10:3: "number" is ambiguous: use Int32, Int64 or Double of "@kubewright/apimachinery"'],
  [
    "  a: any;",
    '10:3: "any" has no structural schema: write the type, or RawExtension of "@kubewright/api/meta/v1" for an object of any shape, or Record<string, string> for a map of strings',
  ],
  [
    "  a?: unknown;",
    '10:3: "unknown" has no structural schema: write the type, or RawExtension of "@kubewright/api/meta/v1" for an object of any shape, or Record<string, string> for a map of strings',
  ],
  ["  a: symbol;", '10:3: "symbol" has no structural schema: JSON has no symbols: write string'],
  [
    "  a: ParsedQuantity;",
    '10:3: "ParsedQuantity" of "@kubewright/apimachinery" is not a type of an API: use "Quantity" of "@kubewright/api/meta/v1"',
  ],
  ["  a: never;", '10:3: "never" has no structural schema: remove the field'],
  [
    "  a: Date;",
    '10:3: "Date" has no structural schema: a time is a string in JSON: write Time of "@kubewright/api/meta/v1"',
  ],
  ["  a: Map<string, string>;", '10:3: "Map<string, string>" has no structural schema: write Record<string, T>'],
  ["  a: Set<string>;", '10:3: "Set<string>" has no structural schema: write readonly T[] with @listType=set'],
  [
    "  a: Uint8Array;",
    '10:3: "Uint8Array<ArrayBufferLike>" has no structural schema: bytes are base64 in JSON: write string with @format=byte',
  ],
  ["  a: () => void;", '10:3: the function "() => void" has no structural schema: JSON has no functions'],
  ["  a(): void;", '10:3: the function "() => void" has no structural schema: JSON has no functions'],
  [
    "  a: WeakMap<object, string>;",
    '10:3: "WeakMap<object, string>" has no structural schema: write an interface with the fields of its JSON',
  ],
  ["  a: Promise<string>;", '10:3: "Promise<string>" has no structural schema: write the type that it resolves to'],
  ["  a: RegExp;", '10:3: "RegExp" has no structural schema: write string with @format=regex'],
  ["  a: `x${string}`;", '10:3: "`x${string}`" has no structural schema: write string with @pattern'],
  ["  readonly a: unique symbol;", '10:3: "unique symbol" has no structural schema: JSON has no symbols: write string'],
  ["  a: Error;", '10:3: "Error" has no structural schema: write an interface with the fields of its JSON'],
  ["  a: undefined;", '10:3: "never" has no structural schema: remove the field'],
  ["  a: null;", '10:3: "null" has no structural schema: remove the field'],
  ["  a: new () => string;", '10:3: the function "new () => string" has no structural schema: JSON has no functions'],
  [
    "  a: [string, Int32];",
    '10:3: the tuple "[string, number]" has no structural schema: a list has items of one type: write an interface with a field for each element',
  ],
  [
    "  a: Shape;",
    '10:3: the class "Shape" has no structural schema: write an interface with the fields of its JSON',
    "class Shape { x = 1 }",
  ],
  [
    "  a: string | number;",
    '10:3: the union "string | number" has no structural schema: write IntOrString of "@kubewright/api/meta/v1"',
  ],
  [
    '  a: "x" | Int32;',
    '10:3: the union "number | "x"" has no structural schema: a field has one type: write literals of one kind, or an interface',
  ],
  [
    '  a: "x" | 1;',
    "10:3: literals of different types (string, integer) have no structural schema: write literals of one type",
  ],
  ['  a: "x" | null;', '10:3: "a" is an enumeration, and the API server accepts no null for it: write "a?:" instead'],
  [
    "  a: { b: string; [key: string]: string };",
    '10:3: the open object "{ [key: string]: string; b: string; }" has no structural schema: a structural schema has either named fields or a map: move the map into a separate field',
  ],
  [
    "  a?: Spec;",
    '10:3: "Spec" is recursive, which a structural schema cannot express: write RawExtension for the recursive part, or a list of references by name',
  ],
  [
    "  a?: JSONSchemaProps;",
    '10:3: "JSONSchemaProps" is recursive, which a structural schema cannot express: write RawExtension for the recursive part, or a list of references by name',
  ],
  [
    "  a?: Grow<string>;",
    '6:21: "Grow" is recursive, which a structural schema cannot express: write RawExtension for the recursive part, or a list of references by name',
    "interface Grow<T> { more?: Grow<T[]> }",
  ],
];

// One compiler run reads all of them, each in its own folder.
const typeProblems = problemsOfEach(refusedTypes.map(([field, , before]) => kindWith(field, before)));

for (const [index, [field, problem]] of refusedTypes.entries()) {
  test(`generate() rejects the field ${field.trim()} and suggests an alternative`, () => {
    assert.deepEqual(typeProblems[index], [problem]);
  });
}

test("generate() reports the errors of the compiler, without errors that they cause", () => {
  assert.deepEqual(problemsOf(kindWith("  a: Missing;")), [
    "api/v1/types.ts:10:6: TS2304: Cannot find name 'Missing'.",
  ]);
});

const refusedMarkers: readonly (readonly [markers: string, field: string, problem: string])[] = [
  ["@minimun 1", "a: Int32", '10:7: there is no marker "@minimun": write "@minimum"'],
  [
    "@kubebuilder:validation:minlength=1",
    "a: string",
    '10:7: there is no marker "@kubebuilder:validation:minlength": write "@kubebuilder:validation:MinLength"',
  ],
  ["@kubebuilder:nonsense:here", "a: string", '10:7: there is no marker "@kubebuilder:nonsense:here"'],
  [
    "@kubebuilder:subresource:status",
    "a: string",
    '10:7: the marker "@kubebuilder:subresource:status" describes a type: it is not allowed on a field',
  ],
  ["@minimum one", "a: Int32", '10:16: the marker "@minimum" expected a number, found "one"'],
  [
    "@kubebuilder:validation:MinLength=1.5",
    "a: string",
    '10:41: the marker "@kubebuilder:validation:MinLength" expected an integer, found "1.5"',
  ],
  ["@minLength -1", "a: string", '10:7: the marker "@minLength" needs 0 or more, found -1'],
  ["@minLength", "a: string", '10:17: the marker "@minLength" needs a value'],
  ["@minLength 1 2", "a: string", '10:18: the marker "@minLength" expected an integer, found "1 2"'],
  ["@nullable=true", "a: string", '10:17: the marker "@nullable" takes no value, found "true"'],
  [
    "@kubebuilder:validation:UniqueItems=yes",
    "a: string[]",
    '10:43: the marker "@kubebuilder:validation:UniqueItems" expected true or false, found "yes"',
  ],
  ["@minLength 1", "a: Int32", '10:7: the marker "@minLength" is only allowed on a string, found integer'],
  ["@minimum 1", "a: string", '10:7: the marker "@minimum" is only allowed on a number, found string'],
  ["@minimum 1.5", "a: Int32", '10:7: the marker "@minimum" needs an integer here, found 1.5'],
  [
    "@kubebuilder:validation:items:MinLength=1",
    "a: string",
    '10:7: the marker "@kubebuilder:validation:items:MinLength" is only allowed on a list, found string',
  ],
  [
    "@listType=bag",
    "a: string[]",
    '10:7: the marker "@listType" needs a value that is one of atomic, set, map, found "bag"',
  ],
  ["@listMapKey=name", "a: string[]", '10:7: the marker "@listMapKey" is only allowed on a list with "@listType=map"'],
  [
    "@listType=map @listMapKey=nam",
    "a: { name: string; kind: string }[]",
    '10:7: the marker "@listType" needs a value that is one of atomic, set, map, found "map @listMapKey=nam"',
  ],
  [
    "@default oops",
    "a: string",
    '10:16: the marker "@default" expected a JSON value, found "oops"; write a string in quotes: "oops"',
  ],
  ["@default 1", "a?: string", '10:7: the marker "@default" needs a value of type string, found 1'],
  [
    '@kubebuilder:validation:XValidation:rul="true"',
    "a: string",
    '10:43: the marker "@kubebuilder:validation:XValidation:rul" takes no argument "rul": write "rule="',
  ],
  [
    '@kubebuilder:validation:XValidation:message="x"',
    "a: string",
    '10:7: the marker "@kubebuilder:validation:XValidation:message" needs "rule="',
  ],
  [
    '@kubebuilder:validation:XValidation:rule="true',
    "a: string",
    '10:48: the marker "@kubebuilder:validation:XValidation:rule" has a string without an end: add " at its end',
  ],
  [
    '@kubebuilder:externalDocs:url="no url"',
    "a: string",
    '10:7: the marker "@kubebuilder:externalDocs" needs an absolute URL, found "no url"',
  ],
];

const markerProblems = problemsOfEach(
  refusedMarkers.map(([marker, field]) => kindWith(`  /** ${marker} */\n  ${field};`)),
);

for (const [index, [marker, field, problem]] of refusedMarkers.entries()) {
  test(`generate() rejects ${marker} on ${field} with the place and the reason`, () => {
    assert.deepEqual(markerProblems[index], [problem]);
  });
}

test("generate() rejects a list-map key that the items of the list do not have", () => {
  const fields = "  /**\n   * @listType=map\n   * @listMapKey=nam\n   */\n  a: { name: string; kind: string }[];";

  assert.deepEqual(problemsOf(kindWith(fields)), [
    'api/v1/types.ts:12:6: the marker "@listMapKey" names "nam", which the items of the list do not have: the fields are name, kind',
  ]);
});

test("generate() rejects markers in comments that are not read", () => {
  const fields =
    "  // @kubebuilder:validation:MinLength=1\n  // +kubebuilder:validation:MaxLength=2\n  a: string;\n  /* @kubebuilder:default=x */\n  b?: string;";

  assert.deepEqual(problemsOf(kindWith(fields)), [
    'api/v1/types.ts:10:6: the marker "@kubebuilder:validation:MinLength" is in a comment that is not read: write /** @kubebuilder:validation:MinLength… */',
    'api/v1/types.ts:11:6: the marker "+kubebuilder:validation:MaxLength=2" is in the notation of Go, which is not read: write it in a JSDoc comment: /** @kubebuilder:validation:MaxLength=2 */',
    'api/v1/types.ts:13:6: the marker "@kubebuilder:default" is in a comment that is not read: write /** @kubebuilder:default… */',
  ]);
});

test("generate() ignores the comments at which scaffolding inserts code", () => {
  assert.deepEqual(problemsOf(kindWith("  // +kubebuilder:scaffold:fields\n  a: string;")), []);
});

test("generate() reports every problem of a run, in the order of the source", () => {
  const problems = problemsOf(kindWith("  a: number;\n  b: Date;\n  c: any;"));

  assert.deepEqual(
    problems.map((problem) => problem.split(":")[1]),
    ["10", "11", "12"],
  );
});

const refusedKinds: readonly (readonly [what: string, source: string, problem: string])[] = [
  [
    "that is not an interface",
    "/** @groupName=x.y */\n\n/** @kubebuilder:object:root=true */\nexport type Thing = { metadata: {} };",
    '4:13: "Thing" is a kind, but not an exported interface without type parameters: write "export interface Thing"',
  ],
  [
    "without metadata",
    "/** @groupName=x.y */\n\n/** @kubebuilder:object:root=true */\nexport interface Thing { spec: string }",
    '4:18: "Thing" is a kind, but has no metadata: write "interface Thing extends KubernetesObject"',
  ],
  [
    "with an index signature",
    'import type { KubernetesObject } from "@kubewright/apimachinery";\n/** @groupName=x.y */\n\n/** @kubebuilder:object:root=true */\nexport interface Thing extends KubernetesObject { readonly [field: string]: unknown }',
    '5:18: "Thing" is a kind, but the open object "Thing" has no structural schema: a structural schema has either named fields or a map: move the map into a separate field',
  ],
  [
    "without a group",
    'import type { KubernetesObject } from "@kubewright/apimachinery";\n/** @kubebuilder:object:root=true */\nexport interface Thing extends KubernetesObject {}',
    '3:18: "Thing" is a kind, but its folder has no group: write "@groupName=example.com" in a comment of one of its files',
  ],
  [
    "with an invalid version",
    'import type { KubernetesObject } from "@kubewright/apimachinery";\n/** @kubebuilder:object:root=true */\nexport interface Thing extends KubernetesObject {}\n/** @groupName=x.y\n * @versionName=latest */',
    '3:18: "latest" is not an API version: write "@versionName=v1alpha1", or rename the folder',
  ],
];

for (const [what, source, problem] of refusedKinds) {
  test(`generate() rejects a kind ${what}`, () => {
    assert.deepEqual(problemsOf(source), [`api/v1/types.ts:${problem}`]);
  });
}

test("generate() rejects a kind with two versions and no storage version", () => {
  const source = kindWith("  a: string;");
  const problems = problemsOf(source, { "api/v2/types.ts": source });

  assert.deepEqual(problems, [
    'api/v1/types.ts:8:18: "Thing" is stored in none of its versions (v1, v2): write "@kubebuilder:storageversion" on exactly one',
  ]);
});
