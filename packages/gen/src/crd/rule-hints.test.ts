// The hints after the messages of CEL, for mistakes in rules.
import assert from "node:assert/strict";
import { test } from "vitest";

import { problemsOfEach } from "../testdata/generate-in-memory.ts";

/** A kind with `marker` on its spec, in line 4. */
function specWith(fields: string, marker: string): string {
  return `/** @groupName=example.com */
import type { Int32, KubernetesObject } from "@kubewright/apimachinery";
/** @kubebuilder:object:root=true */ export interface Thing extends KubernetesObject { spec: Spec; n?: Int32 }
/** ${marker} */
export interface Spec {
${fields}
}
`;
}

const fooAndBar = "  foo: string;\n  bar: Int32;\n  many?: string[];";
const mistakes: readonly (readonly [title: string, source: string, problems: readonly string[]])[] = [
  [
    "an unknown function, with the function that was meant",
    specWith(fooAndBar, "@cel rule=\"self.foo.startWith('a')\""),
    [
      "4:34: the marker \"@cel\" has a rule that does not compile: undeclared reference to 'startWith' (in container ''): write \"startsWith\"",
    ],
  ],
  [
    "an argument without a comma before it",
    specWith(fooAndBar, '@cel rule="self.bar > 1" message="too small"'),
    [
      '4:30: the marker "@cel" has a rule that does not compile: Syntax error: mismatched input \'message\' expecting <EOF>: write a comma before "message="',
    ],
  ],
  [
    "an unknown macro",
    specWith(fooAndBar, "@cel rule=\"self.many.exist(a, a == 'b')\""),
    [
      "4:31: the marker \"@cel\" has a rule that does not compile: undeclared reference to 'exist' (in container ''): write \"exists\"",
    ],
  ],
  [
    "a field without self",
    specWith(fooAndBar, '@cel rule="bar > 1"'),
    [
      "4:16: the marker \"@cel\" has a rule that does not compile: undeclared reference to 'bar' (in container ''): write \"self.bar\"",
    ],
  ],
  [
    "a string without quotes",
    specWith(fooAndBar, '@cel rule="self.foo == abc"'),
    [
      "4:28: the marker \"@cel\" has a rule that does not compile: undeclared reference to 'abc' (in container ''): the variables are self and oldSelf, and a string has quotes",
    ],
  ],
  [
    "an unknown field of an item",
    specWith("  list: { name: string }[];", "@cel rule=\"self.list.all(x, x.nam == 'a')\""),
    ['4:35: the marker "@cel" has a rule that does not compile: undefined field \'nam\': write "name"'],
  ],
  [
    "an overload with items",
    specWith("  list: { name: string }[];", "@cel rule=\"'a' in self.list\""),
    [
      "4:20: the marker \"@cel\" has a rule that does not compile: found no matching overload for '@in' applied to '(string, list(selfType.list.@idx))': a type that ends with \".@idx\" is the type of the items of a list",
    ],
  ],
  [
    "a rule in single quotes",
    specWith(fooAndBar, "@cel rule='self.bar > 0'"),
    [
      '4:15: the marker "@cel" has a rule that the API server rejects: cel expression must evaluate to a bool: write a rule in double quotes or backticks, and a string inside it in single quotes',
    ],
  ],
  [
    "double quotes within double quotes",
    specWith(fooAndBar, '@cel rule="self.foo == "x""'),
    [
      "4:29: the marker \"@cel\" has a rule that does not compile: Syntax error: mismatched input 'x' expecting <EOF>: write a rule in double quotes or backticks, and a string inside it in single quotes",
    ],
  ],
  [
    "an assignment",
    specWith(fooAndBar, '@cel rule="self.bar = 3"'),
    [
      '4:25: the marker "@cel" has a rule that does not compile: Syntax error: token recognition error at: \'= \': write "==" to compare',
    ],
  ],
  [
    "a function without parentheses",
    specWith(fooAndBar, '@cel rule="self.foo.size > 3"'),
    [
      '4:24: the marker "@cel" has a rule that does not compile: type \'string\' does not support field selection: write "size()"',
    ],
  ],
  [
    "an optional old value that is compared, once",
    specWith(fooAndBar, '@cel rule="oldSelf.bar == self.bar",optionalOldSelf=true'),
    [
      "4:28: the marker \"@cel\" has a rule that does not compile: found no matching overload for '_==_' applied to '(optional_type(int), int)': read an optional value with orValue(…), and test it with hasValue()",
    ],
  ],
  [
    "a comparison with null",
    specWith(fooAndBar, '@cel rule="self.bar != null"'),
    [
      "4:25: the marker \"@cel\" has a rule that does not compile: found no matching overload for '_!=_' applied to '(int, null)': has(self.a) tests whether the field a is set",
    ],
  ],
];

const problems = problemsOfEach(mistakes.map(([, source]) => source));

for (const [index, [title, , expected]] of mistakes.entries()) {
  test(`generate() has a hint for ${title}`, () => {
    assert.deepEqual(problems[index], expected);
  });
}
