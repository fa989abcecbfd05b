// Problems that only the complete schema shows: rules, defaults and list types that an API server would reject.
import assert from "node:assert/strict";
import { test } from "vitest";

import { problemsOfEach } from "./testdata/generate-in-memory.ts";

/** A kind whose spec begins in line 6, with `markers` on the spec in line 5. */
function kindWith(fields: string, markers = ""): string {
  return `/** @groupName=example.com */
import type { Int32, JsonValue, KubernetesObject } from "@kubewright/apimachinery";
/** @kubebuilder:object:root=true */
export interface Thing extends KubernetesObject { readonly spec: Spec; readonly any?: JsonValue; readonly n?: Int32 }
/** ${markers} */
export interface Spec {
${fields}
}
`;
}

const fooAndBar = "  foo: string;\n  bar: Int32;\n  many?: string[];";
const rejected: readonly (readonly [title: string, source: string, problems: readonly string[]])[] = [
  [
    "an unknown field of self, with the nearest field",
    kindWith(fooAndBar, "@cel rule=\"self.fop == 'x'\""),
    ['5:21: the marker "@cel" has a rule that does not compile: undefined field \'fop\': write "foo"'],
  ],
  [
    "an unknown field of self, with all fields",
    kindWith(fooAndBar, '@kubebuilder:validation:XValidation:rule="self.bar > 1 && self.other == 1"'),
    [
      "5:68: the marker \"@kubebuilder:validation:XValidation\" has a rule that does not compile: undefined field 'other': the fields are foo, bar, many",
    ],
  ],
  [
    "a syntax error, at its column",
    kindWith(fooAndBar, "@cel rule=`self.bar ==== 1`"),
    [
      "5:27: the marker \"@cel\" has a rule that does not compile: Syntax error: extraneous input '==' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
    ],
  ],
  [
    "an unknown field after escapes and characters beyond the BMP, at its column",
    kindWith(fooAndBar, '@cel rule="self.foo == \\"é😀\\" && self.fooo == \'b\'"'),
    ['5:44: the marker "@cel" has a rule that does not compile: undefined field \'fooo\': write "foo"'],
  ],
  [
    "an unknown field in the second line of a rule, after the end of a comment",
    kindWith(fooAndBar, "@cel message=\"*\\/\",rule=\"self.foo == '*\\/'\\n && self.fooo == 'b'\""),
    ['5:58: the marker "@cel" has a rule that does not compile: undefined field \'fooo\': write "foo"'],
  ],
  [
    "a rule in backticks that continues on the next line",
    kindWith(fooAndBar, "@cel rule=`self.bar > 1\n * && self.bar < 3`"),
    [
      '5:15: the marker "@cel" has a string without an end: add ` at its end; a marker is one line, so a rule cannot continue on the next line',
    ],
  ],
  [
    "rules beside a wrong default, a list without keys and a wrong fieldPath",
    kindWith(
      '  /** @default 5\n   * @maximum 3 */\n  n?: Int32;\n  /** @listType=map */\n  list?: { name: string }[];\n  /** @cel rule="self.x",fieldPath=".y" */\n  o?: { a: string };',
      '@cel rule="self.m == 1"\n * @cel rule="self.list.all(a, self.list.all(b, a == b))"',
    ),
    [
      "5:21: the marker \"@cel\" has a rule that does not compile: undefined field 'm': the fields are n, list, o",
      '6:15: the marker "@cel" has a rule that costs too much at "spec": estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared): limits are markers: @maxItems, @maxProperties, @maxLength',
      '8:7: the marker "@default" has a value that the schema of the field rejects: Invalid value: 5: should be less than or equal to 3',
      '11:7: the marker "@listType" of a list of type "map" needs its keys: add "@listMapKey=NAME" for each field that identifies an item',
      "13:23: the marker \"@cel\" has a rule that does not compile: undefined field 'x': the fields are a",
      '13:37: the marker "@cel" has a fieldPath that is ".y", which does not refer to a valid field: the paths begin with .a',
    ],
  ],
  [
    "rules and defaults beside an unknown marker and a type that has no schema",
    kindWith(
      '  /** @minn 3 */\n  n: Int32;\n  f: () => void;\n  /** @default "c" */\n  a?: "a" | "b";',
      '@cel rule="self.f.x == 1 && self.m == 1"',
    ),
    [
      "5:38: the marker \"@cel\" has a rule that does not compile: undefined field 'm': the fields are n, f, a",
      '7:7: there is no marker "@minn": write "@minimum" or "@minLength" or "@minItems" or "@minProperties"',
      '9:3: the function "() => void" has no structural schema: JSON has no functions',
      '10:7: the marker "@default" has a value that the schema of the field rejects: Unsupported value: "c": supported values: "a", "b"',
    ],
  ],
  [
    "a comparison of two types",
    kindWith(fooAndBar, '@cel rule="self.bar == self.foo"'),
    [
      "5:25: the marker \"@cel\" has a rule that does not compile: found no matching overload for '_==_' applied to '(int, string)'",
    ],
  ],
  [
    "a rule that is not a boolean expression",
    kindWith(fooAndBar, '@cel rule="self.bar"'),
    ['5:16: the marker "@cel" has a rule that the API server rejects: cel expression must evaluate to a bool'],
  ],
  [
    "a rule that costs too much",
    kindWith(fooAndBar, '@cel rule="self.many.all(a, self.many.all(b, a == b))"'),
    [
      '5:16: the marker "@cel" has a rule that costs too much at "spec": estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared): limits are markers: @maxItems, @maxProperties, @maxLength',
    ],
  ],
  [
    "rules that cost too much together",
    kindWith(
      "  /** @maxItems 1000 */\n  many?: Int32[];",
      Array.from({ length: 20 }, () => '@cel rule="self.many.all(a, self.many.all(b, a > b))"').join("\n * "),
    ),
    [
      "4:18: the kind has a schema that the API server rejects: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of 1.201201x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)",
      '5:16: the marker "@cel" has a rule that costs too much at "spec": contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      '6:15: the marker "@cel" has a rule that costs too much at "spec": contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      '7:15: the marker "@cel" has a rule that costs too much at "spec": contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      '8:15: the marker "@cel" has a rule that costs too much at "spec": contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    ],
  ],
  [
    "a wrong messageExpression",
    kindWith(fooAndBar, '@cel rule="self.bar > 1",messageExpression="self.baz + \'!\'"'),
    ['5:54: the marker "@cel" has a messageExpression that does not compile: undefined field \'baz\': write "bar"'],
  ],
  [
    "a fieldPath without a field",
    kindWith(fooAndBar, '@cel rule="self.bar > 1",fieldPath=".baz"'),
    [
      '5:41: the marker "@cel" has a fieldPath that is ".baz", which does not refer to a valid field: the paths begin with .foo, .bar, .many',
    ],
  ],
  [
    "optionalOldSelf of a rule without oldSelf",
    kindWith(fooAndBar, '@cel rule="self.bar > 1",optionalOldSelf=true'),
    [
      '5:46: the marker "@cel" has an optionalOldSelf that the API server rejects: may not be set if oldSelf is not used in rule',
    ],
  ],
  [
    "oldSelf for an item of a list without keys",
    kindWith('  /**\n   * @items.cel rule="self == oldSelf"\n   * @maxItems 5\n   */\n  many?: string[];'),
    [
      '8:23: the marker "@items.cel" has a rule with oldSelf at "spec.many[*]", but items of a list have an old value only with "@listType=map" and its keys',
    ],
  ],
  [
    "an immutable field in an item of a list without keys",
    kindWith("  /** @maxItems 5 */\n  many?: { /** @immutable */ a?: string }[];"),
    [
      '8:16: the marker "@immutable" has a rule with oldSelf at "spec.many[*].a", but items of a list have an old value only with "@listType=map" and its keys',
      '8:30: the immutable field "a" has a rule with oldSelf at "spec.many[*]", but items of a list have an old value only with "@listType=map" and its keys',
    ],
  ],
  [
    "a union with a field that CEL cannot read",
    kindWith('  a: { kind: "x"; any?: JsonValue } | { kind: "y" };'),
    ["7:3: the union of objects has a rule that does not compile: undefined field 'any'"],
  ],
  [
    "a rule of the kind",
    kindWith(fooAndBar).replace(
      "@kubebuilder:object:root=true",
      '@kubebuilder:object:root=true\n * @cel rule="self.specs.bar > 1"',
    ),
    ['4:20: the marker "@cel" has a rule that does not compile: undefined field \'specs\': write "spec"'],
  ],
  [
    "a default outside of the enumeration",
    kindWith('  /** @default "c" */\n  a?: "a" | "b";'),
    [
      '7:7: the marker "@default" has a value that the schema of the field rejects: Unsupported value: "c": supported values: "a", "b"',
    ],
  ],
  [
    "a default against a pattern of the type",
    kindWith('  /** @default "c" */\n  a?: Name;').replace(
      "/** @groupName",
      "/** @pattern ^a+$ */ export type Name = string; /** @groupName",
    ),
    [
      '7:7: the marker "@default" has a value that the schema of the field rejects: Invalid value: "c": should match \'^a+$\'',
    ],
  ],
  [
    "a default that a rule rejects",
    kindWith('  /**\n   * @default {"a": 1}\n   * @cel rule="self.a > 1"\n   */\n  a?: { a: Int32 };'),
    [
      '8:6: the marker "@default" has a value that the schema of the field rejects: Invalid value: failed rule: self.a > 1',
    ],
  ],
  [
    "a list of type map without keys",
    kindWith("  /** @listType=map */\n  a?: { name: string }[];"),
    [
      '7:7: the marker "@listType" of a list of type "map" needs its keys: add "@listMapKey=NAME" for each field that identifies an item',
    ],
  ],
  [
    "an optional key of a list",
    kindWith("  /**\n   * @listType=map\n   * @listMapKey=name\n   */\n  a?: { name?: string }[];"),
    [
      '11:9: the field "spec.a[*].name" has a schema that the API server rejects: default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
    ],
  ],
  [
    "a set of objects",
    kindWith("  /** @listType=set */\n  a?: { name: string }[];"),
    [
      '8:3: the field "spec.a[*]" has a schema that the API server rejects: x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set',
    ],
  ],
];

const problems = problemsOfEach(rejected.map(([, source]) => source));

for (const [index, [title, , expected]] of rejected.entries()) {
  test(`generate() reports ${title} at its line`, () => {
    assert.deepEqual(problems[index], expected);
  });
}
