import { applyJsonPatch } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { jsonPatchBetween } from "./json-patch-between.ts";

test.each<{ before: JsonValue; after: JsonValue; operations: number }>([
  { before: { a: 1 }, after: { a: 1 }, operations: 0 },
  { before: {}, after: { spec: { enabled: false } }, operations: 1 },
  { before: { spec: { a: 1, b: 2 } }, after: { spec: { a: 1, c: 3 } }, operations: 2 },
  { before: { list: [1, 2] }, after: { list: [2] }, operations: 1 },
  { before: { "a/b": 1, "c~d": 1 }, after: { "a/b": 2, "c~d": null }, operations: 2 },
  { before: { a: { b: 1 } }, after: { a: [1] }, operations: 1 },
  { before: { ["__proto__x"]: 1 }, after: { toString: 1 }, operations: 2 },
])("jsonPatchBetween($before, $after) converts the first to the second", ({ before, after, operations }) => {
  const patch = jsonPatchBetween(before, after);

  expect(applyJsonPatch(before, patch)).toEqual(after);
  expect(patch.length).toBe(operations);
});

test("jsonPatchBetween() treats an undefined field as absent", () => {
  const after = { a: undefined, b: 1 } as unknown as JsonValue;

  expect(jsonPatchBetween({ a: 1 }, after)).toEqual([
    { op: "remove", path: "/a" },
    { op: "add", path: "/b", value: 1 },
  ]);
  expect(jsonPatchBetween({ b: 1 }, after)).toEqual([]);
});
