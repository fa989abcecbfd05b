import { expect, test } from "vitest";
import { outputOf, readOutput } from "./output-rules.ts";

test.each([
  ["output:dir=out", { rule: { kind: "dir", folder: "out" } }],
  ['output:dir="a b"', { rule: { kind: "dir", folder: "a b" } }],
  ["output:none", { rule: { kind: "none" } }],
  ["output:stdout", { rule: { kind: "stdout" } }],
  ["output:artifacts:config=out", { rule: { kind: "dir", folder: "out" } }],
  ["output:crd:dir=out", { generator: "crd", rule: { kind: "dir", folder: "out" } }],
  ["output:rbac:artifacts:config=out", { generator: "rbac", rule: { kind: "dir", folder: "out" } }],
  ["output:object:none", { generator: "object", rule: { kind: "none" } }],
])("readOutput(%s)", (word, expected) => {
  expect(readOutput(word)).toEqual(expected);
});

test.each([
  ["output:object:dir=out", '"output:object:dir=out" moves code away from the types that it imports'],
  [
    "output:artifacts:config=a,code=b",
    "moves code away from the types that it imports: expected only output:artifacts:config=FOLDER",
  ],
  ["output:dir=", '"output:dir=" is not an output rule: expected output:dir=FOLDER'],
  ["output:crds:dir=x", '"output:crds:dir=x" is not an output rule'],
  ["output:crd:folder=x", '"output:crd:folder=x" is not an output rule'],
  ["output:artifacts:code", "is not an output rule"],
])("readOutput() rejects %s and names the expected form", (word, message) => {
  expect(() => readOutput(word)).toThrow(message);
});

test("outputOf() prefers the rule of a generator to the rule for all, and keeps code beside its types", () => {
  const words = ["output:dir=out", "output:crd:stdout"].map(readOutput);

  expect(outputOf("crd", words)).toEqual({ kind: "stdout" });
  expect(outputOf("rbac", words)).toEqual({ kind: "dir", folder: "out" });
  expect(outputOf("object", words)).toBeUndefined();
  expect(outputOf("object", [readOutput("output:none")])).toEqual({ kind: "none" });
});
