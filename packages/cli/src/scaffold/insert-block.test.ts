import { expect, test } from "vitest";
import { insertBlock } from "./insert-block.ts";

const setup = `export function setup(manager: Manager): void {
  addWidgetController(manager);
  // +kubebuilder:scaffold:builder
}
`;

test("insertBlock() inserts lines above the comment, with its indentation", () => {
  const lines = ["addGadgetController(manager, {", "  name: 1,", "});"];

  expect(insertBlock(setup, { path: "", marker: "builder", lines }))
    .toBe(`export function setup(manager: Manager): void {
  addWidgetController(manager);
  addGadgetController(manager, {
    name: 1,
  });
  // +kubebuilder:scaffold:builder
}
`);
});

test.each([
  { comment: "# +kubebuilder:scaffold:x", language: "YAML" },
  { comment: "#+kubebuilder:scaffold:x", language: "YAML without a blank" },
  { comment: "<!-- +kubebuilder:scaffold:x -->", language: "Markdown" },
  { comment: "\t// +kubebuilder:scaffold:x", language: "code" },
])("insertBlock() finds the comment in $language", ({ comment }) => {
  const [indentation] = /^\t?/.exec(comment) ?? [""];

  expect(insertBlock(`a\n${comment}`, { path: "", marker: "x", lines: ["b"] })).toBe(`a\n${indentation}b\n${comment}`);
});

test.each([
  { text: setup, lines: ["addWidgetController(manager);"], why: "the line exists" },
  {
    text: 'import {\n  createWidgetReconciler,\n} from "./w.ts";\n',
    lines: ['import { createWidgetReconciler } from "./w.ts";'],
    why: "a formatter has broken its line",
  },
  { text: "resources:\n#- widget.yaml\n", lines: ["#- widget.yaml"], why: "it is a comment" },
  { text: "resources:\n# - widget.yaml\n", lines: ["- widget.yaml"], why: "it is commented out" },
])("insertBlock() changes nothing if $why", ({ text, lines }) => {
  expect(insertBlock(text, { path: "", marker: "builder", lines })).toBe(text);
});

test.each([
  { there: "- my-widget.yaml", line: "- widget.yaml" },
  { there: "- widget.yaml.old", line: "- widget.yaml" },
  { there: "addWidgets(manager);", line: "addWidget(manager);" },
])("insertBlock() distinguishes $there from $line", ({ there, line }) => {
  const text = `${there}\n# +kubebuilder:scaffold:x\n`;

  expect(insertBlock(text, { path: "", marker: "x", lines: [line] })).toBe(
    `${there}\n${line}\n# +kubebuilder:scaffold:x\n`,
  );
});

test.each([
  "",
  "+kubebuilder:scaffold:x\n",
  "# +kubebuilder:scaffold:xy\n",
  "# +kubebuilder:scaffold:x:y\n",
  "a: 1 # +kubebuilder:scaffold:x\n",
])("insertBlock() returns undefined for %j", (text) => {
  expect(insertBlock(text, { path: "", marker: "x", lines: ["b"] })).toBeUndefined();
});

test("insertBlock() keeps the line endings of the file", () => {
  expect(insertBlock("a\r\n# +kubebuilder:scaffold:x\r\n", { path: "", marker: "x", lines: ["b"] })).toBe(
    "a\r\nb\r\n# +kubebuilder:scaffold:x\r\n",
  );
});
