import assert from "node:assert/strict";
import { test } from "vitest";
import type { Value } from "../index.ts";
import {
  CelError,
  compileExpression,
  formatValue,
  jsonPatchLibrary,
  JsonPatchValue,
  kubernetesEnvironment,
  ListValue,
  mutationStructs,
  ObjectValue,
} from "../index.ts";

const environment = kubernetesEnvironment({ structs: mutationStructs, libraries: [jsonPatchLibrary] });

function evaluate(text: string): Value {
  const compilation = compileExpression(text, environment);
  assert.ok(compilation.kind === "compiled", compilation.kind === "failed" ? compilation.message : "");
  return compilation.program.evaluate({}).value;
}

test("Expressions create JSON patches", () => {
  const patches = evaluate(
    "[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('example.com/a~b'), value: 1}]",
  );

  assert.ok(patches instanceof ListValue);
  const [patch] = patches.items();
  assert.ok(patch instanceof JsonPatchValue);
  assert.equal(patch.field("op"), "add");
  assert.equal(patch.field("path"), "/metadata/labels/example.com~1a~0b");
  assert.equal(patch.field("value"), 1);
  assert.equal(patch.has("from"), false);
});

test("Expressions create apply configurations", () => {
  const object = evaluate("Object{spec: Object.spec{replicas: 3, ?paused: optional.none()}}");

  assert.ok(object instanceof ObjectValue);
  const spec = object.field("spec");
  assert.ok(spec instanceof ObjectValue);
  assert.deepEqual(Array.from(spec.fields), [["replicas", 3]]);
  assert.equal(evaluate("Object{a: 1} == Object{a: 1} && Object{a: 1} != Object{a: 2}"), true);
  assert.equal(evaluate("has(Object{a: 1}.a) && !has(Object{a: 1}.b)"), true);
});

test("A patch with a field of a wrong type is an error", () => {
  const compilation = compileExpression("JSONPatch{op: 1}", environment);

  assert.ok(compilation.kind === "failed");
  assert.match(compilation.message, /expected type of field 'op' is 'string' but provided type is 'int'/);
  const dynamic = evaluate("JSONPatch{op: dyn(1)}");
  assert.ok(dynamic instanceof CelError, formatValue(dynamic));
});
