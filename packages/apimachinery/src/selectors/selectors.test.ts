import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { formatFieldSelector, matchesFields, parseFieldSelector } from "./field-selector.ts";
import { compileLabelSelector, formatLabelSelector, matchesLabels } from "./label-selector.ts";
import { parseLabelSelector } from "./parse-label-selector.ts";

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "no error";
}

test("parseLabelSelector() reads every operator and sorts by key", () => {
  const table: readonly (readonly [string, string])[] = [
    ["", ""],
    ["a=b", "a=b"],
    [" a == b ", "a==b"],
    ["a!=b", "a!=b"],
    ["a=", "a="],
    ["a in (y,x)", "a in (x,y)"],
    ["a notin (x)", "a notin (x)"],
    ["a in ()", "a in ()"],
    ["a in (,x)", "a in (,x)"],
    ["a", "a"],
    ["!a", "!a"],
    ["a>1,b<2", "a>1,b<2"],
    ["z=1,a=2", "a=2,z=1"],
    ["in in (in)", "in in (in)"],
    ["example.com/a=b", "example.com/a=b"],
  ];
  for (const [text, canonical] of table) assert.equal(formatLabelSelector(parseLabelSelector(text)), canonical, text);
});

test("parseLabelSelector() has the messages of kube-apiserver", () => {
  const table: readonly (readonly [string, string])[] = [
    ["a=b,", "found '', expected: identifier after ','"],
    [",a", "found ',', expected: !, identifier, or 'end of string'"],
    ["a=(", "unable to parse requirement: found '(', expected: identifier"],
    ["a b", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ["a in b", "unable to parse requirement: found 'b' expected: '('"],
    ["a in (b", "unable to parse requirement: found '', expected: ',' or ')'"],
    [
      "a>x",
      "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
    ["a=b c", "found 'c', expected: ',' or 'end of string'"],
  ];
  for (const [text, message] of table)
    assert.equal(
      messageOf(() => parseLabelSelector(text)),
      message,
      text,
    );
  assert.match(
    messageOf(() => parseLabelSelector("-a=b")),
    /^unable to parse requirement: <nil>: Invalid value: "-a": name part must consist of/,
  );
  assert.match(
    messageOf(() => parseLabelSelector("a=b b")),
    /^found 'b', expected/,
  );
  assert.match(
    messageOf(() => parseLabelSelector("a=-")),
    /^unable to parse requirement: values\[0\]\[a\]: Invalid value: "-": a valid label must be/,
  );
});

test("A NUL ends a label selector where a token could begin, and is skipped after a token, as by kube-apiserver", () => {
  const table: readonly (readonly [string, string])[] = [
    ["\0", ""],
    ["\0a=b", ""],
    ["a=b \0,c", "a=b"],
    ["a\0", "a"],
    ["a\0=b", "a=b"],
    ["a=\0b", "a=b"],
    ["!\0a", "!a"],
    ["a=b\0,c", "a=b,c"],
    ["a in (\0)", "a in ()"],
  ];
  for (const [text, canonical] of table) assert.equal(formatLabelSelector(parseLabelSelector(text)), canonical, text);
});

test("Labels fulfil requirements as upstream has it: an absent label fulfils != and notin", () => {
  const labels = { app: "web", n: "5" };
  const table: readonly (readonly [string, boolean])[] = [
    ["", true],
    ["app=web", true],
    ["app=api", false],
    ["app!=api", true],
    ["tier!=a", true],
    ["tier notin (a)", true],
    ["tier=a", false],
    ["app in (web,api),!tier", true],
    ["n>4,n<6", true],
    ["n>5", false],
    ["app>1", false],
    ["toString", false],
    ["!constructor", true],
  ];
  for (const [text, expected] of table) assert.equal(matchesLabels(parseLabelSelector(text), labels), expected, text);
});

test("compileLabelSelector(): absent selects nothing, empty everything, otherwise all must hold", () => {
  const selector = compileLabelSelector({
    matchLabels: { app: "web" },
    matchExpressions: [
      { key: "tier", operator: "In", values: ["a", "b"] },
      { key: "canary", operator: "DoesNotExist" },
    ],
  });

  assert.equal(matchesLabels(compileLabelSelector(undefined), {}), false);
  assert.equal(matchesLabels(compileLabelSelector({}), undefined), true);
  assert.equal(matchesLabels(selector, { app: "web", tier: "b" }), true);
  assert.equal(matchesLabels(selector, { app: "web", tier: "b", canary: "" }), false);
  assert.equal(formatLabelSelector(selector), "app=web,!canary,tier in (a,b)");
  assert.equal(
    messageOf(() => compileLabelSelector({ matchExpressions: [{ key: "a", operator: "toString" }] })),
    '"toString" is not a valid label selector operator',
  );
});

test("parseFieldSelector() reads terms with escaped values and refuses the rest", () => {
  assert.deepEqual(parseFieldSelector(String.raw`b==x\,y\=\\,a!=1,,`), [
    { field: "a", operator: "!=", value: "1" },
    { field: "b", operator: "=", value: String.raw`x,y=\ `.trim() },
  ]);
  assert.equal(
    messageOf(() => parseFieldSelector("a")),
    "invalid selector: 'a'; can't understand 'a'",
  );
  assert.equal(
    messageOf(() => parseFieldSelector(String.raw`a=\x`)),
    String.raw`invalid field selector: invalid escape sequence: \x`,
  );
});

test("matchesFields() takes an absent field for an empty one", () => {
  const read = (name: string): string | undefined => ({ "metadata.name": "a" })[name];

  assert.equal(matchesFields(parseFieldSelector("metadata.name=a,spec.x="), read), true);
  assert.equal(matchesFields(parseFieldSelector("metadata.name!=a"), read), false);
});

test("A field selector's text parses to the same requirements", () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const requirements = [{ field: "metadata.name", operator: "=" as const, value }];

      assert.deepEqual(parseFieldSelector(formatFieldSelector(requirements)), requirements);
    }),
  );
});
