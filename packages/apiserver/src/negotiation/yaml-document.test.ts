import { finish, workOf } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import * as yaml from "yaml";
import { composeFirst } from "./yaml-document.ts";

/** What the server reads from a document: errors, and the places and values of nodes. */
function described(text: string, itemsMax: number): unknown {
  const document = finish(workOf(composeFirst(yaml, text, new yaml.LineCounter(), itemsMax)));
  if (document === undefined) return undefined;
  const nodes: unknown[] = [];
  yaml.visit(document, {
    Node: (key, node) =>
      void nodes.push([
        key,
        node.range?.[0],
        "anchor" in node && node.anchor,
        node.tag,
        yaml.isScalar(node) ? node.value : yaml.isAlias(node) ? node.source : node.items.length,
      ]),
  });
  return { nodes, errors: document.errors.map(({ message, pos: [at] }) => [message, at]) };
}

/** Whole documents: their texts are too short to be split. */
const whole = 1_000_000;

test.each<[string, string]>([
  ["block maps", "a: 1\nb: 2\nc:\n  d: 3\n  e: 4\n  f: 5\ng: 6\nh: 7\n"],
  [
    "a block map between others",
    "a:\n  b: 1\n  c: 2\n  d: 3\nkind: ConfigMap\nmetadata:\n  name: m\n  labels: {a: b}\n",
  ],
  ["block lists", "- 1\n- 2\n-\n- - 3\n  - 4\n  - 5\n- a: 1\n  b: 2\n  c: 3\n- 6\n"],
  ["flow collections", "a: [1, 2, {b: 1, c: 2, d: 3}, 4, [5, 6, 7]]\nb: {c, d: , e: 1, ? f : 2, 'g': 3, }\n"],
  ["a flow collection of lines", "a: {\n  b: 1, # one\n  c: 2,\n  # two\n  d: 3\n}\n"],
  ["comments", "# first\na: 1 # one\n\n# before b\nb: 2\nc:\n  # inner\n  - 1\n  # last\n"],
  ["anchors and aliases", "a: &a\n  b: 1\n  c: &c 2\n  d: 3\ne: *a\nf: [*c, *c, *c]\n"],
  ["tags", "a: !!str 1\nb: !!int 2\nc: !!set {d, e, f}\ng: !!omap [h: 1, h: 2, i: 3]\nj: !k {l: 1, m: 2, n: 3}\n"],
  ["a tagged document", "!!omap\n- a: 1\n- a: 2\n- b: 3\n"],
  ["directives", "%TAG !k! tag:k,2000:\n---\na: !k!x 1\nb: !k!y 2\nc: !k!z 3\n"],
  ["other tags with a short name", "%TAG ! tag:yaml.org,2002:\n---\na: !int 1\nb: !int 2\nc: !int 3\n"],
  ["two documents", "---\na: 1\nb: 2\nc: 3\n---\na: [1, 2\n"],
  ["explicit and repeated keys", "? a\n? b\n: 1\n? c\nb: 2\nb: 3\nc: {b: 1, b: 2}\n"],
  [
    "long lines",
    `${"k".repeat(900)}: 1\n${"l".repeat(900)}: {a: ${"x".repeat(900)}, b: ${"y".repeat(900)}, c: 1}\nm: 1\n`,
  ],
  ["blocks of text", "a: |\n  b: 1\n  c: 2\nd: >\n  e\n\n  f\ng: |-\n\nh: 'i\n  j'\n"],
  ["missing commas", "a: {b: [c] [d], e: 1, f: 2}\ng: [h, 'i' 'j']\n"],
  ["superfluous commas", "a: [1, 2, , 3, 4]\nb: {c: 1,, d: 2}\n"],
  ["a comma before a comment", "a: [1,#b\n2,#c\n3,#d\n4]\n"],
  ["an open flow collection", "a: {b: 1, c: 2, d: 3, e: [4, 5, 6\n"],
  ["wrong indents", "a: 1\nb: 2\n c: 3\nd: 4\n"],
  ["values without keys", "a:\n: \n: 2\nc: 3\n? - d\n  - e\n: 4\nf: [? , ? , 5, 6]\n"],
  ["keys without values", "a: 1\nb\nc: 2\nd\n"],
  ["several errors", "a: [1, 2, }\nb: ]\nc: {d: @}\ne: !<x 1\nf: *\n"],
  ["keys that are collections", "{a: 1}: 2\n[b, c, d]: 3\n? - e\n  - f\n  - g\n: 4\n"],
  ["tabs", "a:\n\t- 1\n\t- 2\nb: 3\n"],
])("splits %s without an effect on the result", (_, text) => {
  for (const itemsMax of [1, 2, 3]) expect(described(text, itemsMax)).toEqual(described(text, whole));
});

test("composes a long collection in steps, once", () => {
  const steps = composeFirst(yaml, `a:\n${"  b: c\n".repeat(1000)}d: 1\n`, new yaml.LineCounter(), 10);
  let count = 0;
  let result = steps.next();
  for (; result.done !== true; result = steps.next()) count++;
  expect(count).toBeGreaterThanOrEqual(100);
  expect(result.value?.contents).toHaveProperty("srcToken"); // Documents that are composed as a whole keep no tokens.
});
