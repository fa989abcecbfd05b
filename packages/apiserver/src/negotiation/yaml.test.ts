import assert from "node:assert/strict";
import { finish, printYaml } from "@kubewright/apimachinery";
import { test } from "vitest";
import { parseYaml, YamlError } from "./yaml.ts";

test("a YAML document is parsed to a JSON value, and duplicate keys are reported with their lines", () => {
  const { value, strictErrors } = finish(parseYaml("kind: ConfigMap\ndata:\n  a: '1'\n  b: \"2\"\n  a: '3'\n"));

  assert.deepEqual(value, { kind: "ConfigMap", data: { a: "3", b: "2" } });
  assert.deepEqual(strictErrors, ['line 5: key "a" already set in map']);
});

test("a duplicate key is reported with the line of its value, after the duplicate keys inside of the value", () => {
  const text = "a: 1\nb:\n  c: 1\n  c:\n    2\nb:\n- d: 1\n  d: {e: 1, e: 2}\na: 3\na:\n";

  const { strictErrors } = finish(parseYaml(text));

  const expected = [
    [5, "c"],
    [8, "e"],
    [8, "d"],
    [7, "b"],
    [9, "a"],
    [10, "a"],
  ].map(([line, key]) => `line ${line}: key "${key}" already set in map`);
  assert.deepEqual(strictErrors, expected);
});

test("the key __proto__ is an ordinary key", () => {
  const { value } = finish(parseYaml("__proto__: {polluted: 'yes'}\n"));

  assert.deepEqual(Object.keys(value as object), ["__proto__"]);
  assert.equal("polluted" in {}, false);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
});

test("a map includes the fields of other maps, and the first map with a field determines its value", () => {
  assert.deepEqual(finish(parseYaml("x: &x {a: 1, b: 2}\nz: {<<: [*x, {b: 3, c: 4}], a: 5}")).value, {
    x: { a: 1, b: 2 },
    z: { a: 5, b: 2, c: 4 },
  });
  assert.deepEqual(finish(parseYaml("'<<': 1")).value, { "<<": 1 });
  assert.throws(() => finish(parseYaml("<<: 1")), /map merge requires map or sequence of maps as the value/);
});

test("merge keys that expand exponentially are rejected, as aliases are", () => {
  const doubled = Array.from(
    { length: 60 },
    (_, level) => `m${level + 1}: &m${level + 1} {<<: [*m${level}, *m${level}]}`,
  );

  assert.throws(() => finish(parseYaml(["m0: &m0 {a: 1}", ...doubled].join("\n"))), /Excessive alias count/);
});

test("a value that contains itself is rejected", () => {
  assert.throws(() => finish(parseYaml("a: &a {b: *a}")), YamlError);
});

test("aliases that expand exponentially and deep nesting are rejected before the value is built", () => {
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"];
  for (const [name, previous] of ["ba", "cb", "dc", "ed", "fe", "gf", "hg", "ih"]) {
    bomb.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${previous}`).join(",")}]`);
  }

  assert.throws(() => finish(parseYaml(bomb.join("\n"))), YamlError);
  assert.throws(() => finish(parseYaml("[".repeat(100_000))), YamlError);
  assert.throws(() => finish(parseYaml("- ".repeat(100_000))), YamlError);
  assert.throws(() => finish(parseYaml("a: [1")), YamlError);
});

test.for([
  ["block maps", Array.from({ length: 3000 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join("")],
  ["complex keys", `${"? ".repeat(20_000)}a\n`],
  ["lists", `${"- ".repeat(20_000)}a\n`],
] as const)("%s that are nested too deeply are rejected as kube-apiserver rejects them", ([, text]) => {
  assert.throws(() => finish(parseYaml(text)), { message: "yaml: exceeded max depth of 1000" });
});

test.for([
  ["block maps", Array.from({ length: 999 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join("")],
  ["flow maps", `${"{a: ".repeat(1000)}${"}".repeat(1000)}`],
] as const)("%s may be nested as deeply as objects in JSON", ([, text]) => {
  const { value } = finish(parseYaml(text));

  assert.equal(JSON.stringify(value).match(/a/g)?.length, text.match(/a/g)?.length);
});

test("the error of a repeated merge key has the key as in the text", () => {
  const { strictErrors } = finish(parseYaml("x: &x {a: '1'}\ndata:\n  <<: *x\n  <<: *x\n"));

  assert.deepEqual(strictErrors, ['line 4: key "<<" already set in map']);
});

test("YAML that is JSON is parsed as JSON, and has the lines of its duplicate keys", () => {
  assert.deepEqual(finish(parseYaml('{"a":\t[1.0, "yes", null]}\n')), {
    value: { a: [1, "yes", null] },
    strictErrors: [],
  });
  assert.deepEqual(finish(parseYaml('{"a": 1,\n"a": 2}')), {
    value: { a: 2 },
    strictErrors: ['line 2: key "a" already set in map'],
  });
});

test("a document with too many tokens is rejected, and one with long strings is accepted", () => {
  const text = "line, after, line\n  ".repeat(60_000);

  assert.throws(
    () => finish(parseYaml("a: b\n".repeat(600_000))),
    /a document of more than 1000000 tokens is too large/,
  );
  assert.ok((finish(parseYaml(`data: |\n  ${text}`)).value as { data: string }).data.length > 1_000_000);
});

test("an error has its line, also in a document with many errors", () => {
  assert.throws(() => finish(parseYaml("a: b: c")), /at line 1, column \d+:$/);
  assert.throws(() => finish(parseYaml("! ".repeat(20_000))), /A node can have at most one tag at line 1, column 3:$/);
});

test("a value is equal after printing and parsing", () => {
  const command = ["sh", "-c", "echo 'x: y'\n", "yes", "010", "12:30", "1_0", "~", "---", "a\tb", "\u2028", "=", "<<"];
  const value = { kind: "Pod", spec: { command, on: "on", n: 5, f: 1e-7, g: 1e21, empty: {} } };

  assert.deepEqual(finish(parseYaml(printYaml(value))).value, value);
});
