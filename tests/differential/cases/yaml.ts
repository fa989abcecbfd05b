/** Bodies in YAML: how each notation of a value is read, in a resource without a schema; and how values are written in responses. */
import { cases, get } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { served, widgets } from "./custom-resource.ts";

const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const yaml = { "content-type": "application/yaml" };

/** Creates a widget whose spec is this text, in a dry run. */
function withSpec(spec: string): DifferentialRequest {
  const head = `apiVersion: {{namespace}}.example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec:\n`;
  const body =
    head +
    spec
      .split("\n")
      .map((line) => `  ${line}`)
      .join("\n");
  return { method: "POST", path: `${widgets}?dryRun=All`, body, headers: yaml };
}

/** A list of scalars in this notation. */
const scalars = (...texts: readonly string[]): DifferentialRequest =>
  withSpec(texts.map((text, index) => `v${index}: ${text}`).join("\n"));

export const yamlCases: readonly DifferentialCase[] = cases("yaml", {
  values: [
    ...served({}, { spec: open }),
    scalars("yes", "no", "on", "off", "y", "n", "Yes", "NO", "On", "OFF", "Y", "N"),
    scalars("true", "True", "TRUE", "false", "False", "FALSE", "tRUE"),
    scalars("null", "Null", "NULL", "~", "", "nULL"),
    scalars(
      "1",
      "-1",
      "+1",
      "01",
      "010",
      "0o10",
      "0b11",
      "0x1F",
      "0X1f",
      "1_000",
      "1e3",
      "1E3",
      "-0",
      "08",
      "0b2",
      "+0x1f",
    ),
    scalars("1.5", ".5", "5.", "1_0.5", "1e-3", "-1.5e+10", "1.0", "0.0", "1e400"),
    scalars(".inf"),
    scalars("-.Inf"),
    scalars(".nan"),
    scalars("12:30", "1:2:3", "2001-01-01", "2001-12-14t21:59:43.10-05:00", "'1'", '"yes"', "!!str 1", "!!int '3'"),
    scalars("!!binary aGVsbG8=", "!!float 1", "!custom x", "!!bool yes", "!!str yes"),
    scalars("|\n    a\n    b", ">\n    a\n    b\n", "'it''s'", '"a\\tb\\u00e9\\x41"', "a # comment", "a#b", "'#'"),
    scalars("9007199254740991", "-9007199254740991"),
  ],
  keys: [
    ...served({}, { spec: open }),
    withSpec("? a\n: b"),
    withSpec("0x10: a\n010: b\n1e3: c"),
    withSpec("a: 1\na: 2"),
    withSpec("a: 1\nb:\n  c: 1\n  c:\n    2\nb:\n- d: 1\n  d: {e: 1, e: 2}\na: 3\na:\n? a\n: [x]"),
    withSpec("1: a\n1.5: b\ntrue: c\nyes: d"),
    withSpec("'': a\n' ': b"),
    withSpec("2001-01-01: a"),
  ],
  errors: [
    ...served({}, { spec: open }),
    withSpec("a: *nothing"),
    withSpec("a: &x {b: *x}"),
    withSpec("a: [1, 2\nb: 3"),
    withSpec("a: {b: 1"),
    withSpec("a: b: c"),
    withSpec("\ta: 1"),
    withSpec("a: '1"),
    withSpec("a: @b"),
    withSpec("a: `b"),
    withSpec("a: %b"),
    withSpec("? [a]\n: b"),
    withSpec("? {a: b}\n: b"),
    withSpec("1: a\n1.5: b\ntrue: c\nyes: d\nnull: e\n~: f"),
  ],
  merged: [
    ...served({}, { spec: open }),
    withSpec("base: &b {x: 1, w: 2}\nmerged: {<<: *b, z: 3}\nlist: {<<: [*b, {z: 1}]}"),
    withSpec("base: &b {x: 1, w: 2}\nmerged: {<<: *b, w: 3}\nlist: {<<: [*b, {x: 2, z: 1}]}"),
    withSpec("base: &b {x: 1}\nafter: {<<: *b, x: 2}\nbefore: {x: 2, <<: *b}"),
    withSpec("'<<': {a: 1}\nb: {<<: 1}"),
  ],
  structure: [
    ...served({}, { spec: open }),
    withSpec("a: &x [1, 2]\nb: *x\nc: *x"),
    withSpec("- a\n- b"),
    withSpec("a:\n- 1\n- - 2\n  - 3"),
    withSpec("a: >-\n    one\n    two\n\n    three\nb: |+\n    x\n\nc: 1"),
  ],
  "as-answers": [
    ...served({}, { spec: open }),
    {
      method: "POST",
      path: `${widgets}?dryRun=All&fieldManager=m`,
      headers: { accept: "application/yaml" },
      asText: true,
      body: {
        apiVersion: "{{namespace}}.example.com/v1",
        kind: "Widget",
        metadata: { name: "w" },
        spec: {
          words: [
            "yes",
            "no",
            "on",
            "y",
            "true",
            "null",
            "~",
            "",
            " ",
            "a b",
            "a: b",
            "a #b",
            "#",
            "-",
            "- a",
            "?",
            ":",
            "a:",
          ],
          numbers: [
            "1",
            "1.5",
            "0x1f",
            "010",
            "1_000",
            "1e3",
            ".inf",
            ".5",
            "12:30",
            "1:2",
            "2001-01-01",
            "-",
            "+1",
            "0o7",
            "0b1",
          ],
          signs: ["!a", "&a", "*a", "@a", "`a", "%a", "{a", "[a", "}", "]", ",", "a,b", '"a', "|", ">", "=", "<<"],
          text: ["a\nb", "a\nb\n", " a", "a ", "a\tb", "é", "\u0001", "a\\b", "a'b", 'a"b', "a\r\nb"],
          real: [1.5, 1e21, 1e-7, 100000000000000000000, 0, -1, true, false, null, {}, []],
          yes: 1,
          "1": 2,
          "": 3,
          "a b": 4,
          nested: [[1, [2]], { a: [] }, { b: {}, c: [{ d: 1 }] }],
        },
      },
    },
    get(`${widgets}/none`, { accept: "application/yaml" }),
  ],
});
