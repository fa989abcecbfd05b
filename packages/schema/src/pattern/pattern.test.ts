import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { compilePattern, PatternError } from "./pattern.ts";
import { simplePattern } from "./simple-pattern.ts";

// Patterns on which a backtracking engine takes exponential or polynomial time, each with a text that makes it do so.
const evil: readonly (readonly [string, string])[] = [
  ["(a+)+$", `${"a".repeat(30_000)}!`],
  ["(a|aa)+$", `${"a".repeat(30_000)}!`],
  ["(a|a?)+$", `${"a".repeat(30_000)}!`],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(30_000)],
  ["(.*a){11}$", `${"a".repeat(30_000)}!`],
  ["^(\\d+)*$", `${"1".repeat(30_000)}x`],
  ["(x+x+)+y", "x".repeat(30_000)],
  [
    "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
    "a".repeat(30_000),
  ],
  ["\\s*#?\\s*$", `${" ".repeat(30_000)}x`],
  ['(?:[^"]|"")*$\\b', '"'.repeat(30_000)],
];

test("Hostile patterns take time that grows with the length of the text only", () => {
  for (const [pattern, text] of evil) {
    const compiled = compilePattern(pattern);

    assert.equal(typeof compiled.test(text), "boolean", pattern);
  }
}, 20_000);

test("A pattern matches anywhere unless it is anchored, in RE2's syntax", () => {
  assert.equal(compilePattern("b").test("abc"), true);
  assert.equal(compilePattern("^b").test("abc"), false);
  assert.equal(compilePattern("(?i)^ABC$").test("abc"), true);
  assert.equal(compilePattern("^\\p{Greek}+$").test("αβγ"), true);
  assert.equal(compilePattern("^[[:alpha:]]+$").test("abc"), true);
});

test("syntax that RE2 does not have is rejected", () => {
  for (const pattern of ["(", "a{1001}", "(?=a)", "\\1", "[a", "*a"]) {
    assert.throws(() => compilePattern(pattern), PatternError, pattern);
  }
});

test("Two groups of a pattern may have one name, as in Go", () => {
  const pattern = compilePattern("(?P<n>a)[(?<n>]\\(?<n>(?<n>b)");

  assert.equal(pattern.test("a<(<n>b"), true);
  assert.equal(pattern.test("ab"), false);
});

test("A pattern that ends in the middle of an escape is refused in Go's words", () => {
  assert.throws(
    () => compilePattern("\\"),
    new PatternError("error parsing regexp: trailing backslash at end of expression: ``"),
  );
});

test("The matches of a pattern are found as Go finds them", () => {
  assert.deepEqual(compilePattern("a*").findAll("baaac"), ["", "aaa", ""]);
  assert.deepEqual(compilePattern("l+").findAll("hello all", 1), ["ll"]);
  assert.deepEqual(compilePattern("x").findAll("hello"), []);
});

test.for<[string, string]>([
  ["a", "bab"],
  ["[ab]", "cabd"],
  ["[b-d]+", "abcdaea😀ab"],
  ["\\d+", "1 22 ٣ 4"],
  ["\\w+", "a é _1"],
  ["-", "a-b"],
  ["[a-c_x-z]", "a1 d1 y2 _3 -4"],
  ["a+", "baaab"],
  ["z", "a"],
])("%s has the same matches as a pattern that needs the engine", ([pattern, text]) => {
  const [simple, other] = [compilePattern(pattern), compilePattern(`(?:${pattern})`)];

  expect(simple.findAll(text)).toEqual(other.findAll(text));
  expect(simple.findAll(text, 1)).toEqual(other.findAll(text, 1));
  expect(simple.findAll(text, 0)).toEqual([]);
});

test.for(["ab", "[ab]c+", "aa", "a+b", "a*", "[^a]", ".", "é"])("%s needs the engine", (pattern) => {
  expect(simplePattern(pattern)).toBeUndefined();
});
