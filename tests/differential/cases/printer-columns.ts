/** Printer columns: the language of their paths, the values of each type, and paths that do not parse. */
import { cases, get, patch, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { served, widget, widgets } from "./custom-resource.ts";
import { definition, definitions, versionOf } from "./crd-good.ts";

const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const free = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const withColumns = (columns: readonly object[]): readonly DifferentialRequest[] =>
  served({ free }, { status: free }, { additionalPrinterColumns: columns });
const columnsOf = (type: string, ...paths: readonly string[]): readonly object[] =>
  paths.map((jsonPath, index) => ({ name: `C${index}`, type, jsonPath }));

const values = {
  nothing: null,
  text: "a",
  object: { b: 1, a: [true, null], 10: "<", 9: {} },
  list: [
    { name: "x", n: 1, ready: true },
    { name: "y", n: 2 },
  ],
  whole: 3,
  ratio: 2.5,
  large: 10_000_000,
  huge: 1e21,
  truth: true,
  "a.b": "dotted",
  time: "2999-01-02T03:04:05Z",
  otherTime: "2999-01-02",
  blank: "",
};
const shown = [post(widgets, widget({ free: values })), get(`${widgets}/w`, table)];
const paths = (names: readonly string[]): readonly string[] => names.map((name) => `.spec.free.${name}`);
const every = paths([
  "nothing",
  "text",
  "object",
  "list",
  "whole",
  "ratio",
  "large",
  "huge",
  "truth",
  "time",
  "otherTime",
  "blank",
  "absent",
]);

export const printerColumnCases: readonly DifferentialCase[] = cases("printer-column", {
  language: [
    ...withColumns(
      columnsOf(
        "string",
        ...paths(["list[-1:].name", "list[0:2].name", "list[0,1].name", "list[::2].name", "list[5].name"]),
        ...paths(["list[?(@.ready)].name", "list[?(@.n>1)].name", "list[?(@.n=='2')].name", "list[*].n"]),
        ".spec..name",
        "..ready",
        ".spec.free['text','whole']",
        ".spec.free['a.b']",
        String.raw`.spec.free['a\.b']`,
        String.raw`.spec.free.a\.b`,
        ".spec.free.text 'constant'",
        ".spec.free.text 5",
        ".spec.free.text.*",
        ".spec.free.text}{.spec.free.whole",
        ".spec.free.text}{.spec.free.list[9]",
        ".",
      ),
    ),
    ...shown,
  ],
  ...Object.fromEntries(
    ["string", "integer", "number", "boolean", "date"].map((type) => [
      `${type}s`,
      [...withColumns(columnsOf(type, ...every, ".spec 5", ".spec 'x'", ".spec true")), ...shown],
    ]),
  ),
  "path-that-does-not-parse": [
    ...withColumns(columnsOf("string", ".spec.free.text", ".spec.free.list[a]", ".spec.free.whole")),
    ...shown,
    get(widgets, table),
  ],
  description: [
    ...withColumns([{ name: "A", type: "string", jsonPath: ".spec.free.text", description: "" }]),
    ...shown,
  ],
  "selectable-fields": [
    post(
      definitions,
      definition({
        versions: [
          versionOf(
            "v1",
            {
              type: "object",
              properties: {
                spec: {
                  type: "object",
                  properties: { a: { type: "string", nullable: true }, n: { type: "integer" }, b: { type: "boolean" } },
                },
              },
            },
            { selectableFields: [{ jsonPath: ".spec.a" }, { jsonPath: ".spec.n" }, { jsonPath: ".spec.b" }] },
          ),
        ],
      }),
    ),
    ...served({}).slice(1),
    post(widgets, widget({ a: null, n: 1_000_000, b: false })),
    ...["spec.a=", "spec.n=1000000", "spec.n=1e+06", "spec.b=false", "spec.b!=true"].map((selector) =>
      get(`${widgets}?fieldSelector=${encodeURIComponent(selector)}`),
    ),
    patch("merge", `${widgets}/w`, { spec: { a: "<no value>", n: null } }),
    ...["spec.a=<no value>", "spec.n="].map((selector) =>
      get(`${widgets}?fieldSelector=${encodeURIComponent(selector)}`),
    ),
  ],
});
