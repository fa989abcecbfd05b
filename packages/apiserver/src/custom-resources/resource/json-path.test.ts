import assert from "node:assert/strict";
import { test } from "vitest";
import { compileJsonPath } from "./json-path.ts";

const object = {
  spec: {
    color: "red",
    "a.b": 1,
    list: [
      { name: "x", n: 1 },
      { name: "y", n: 2 },
    ],
    map: { k: "v" },
  },
  status: {
    conditions: [
      { type: "Synced", status: "False" },
      { type: "Ready", status: "True" },
    ],
  },
};

test.for([
  [".spec.color", ["red"]],
  [".spec['color']", ["red"]],
  [String.raw`.spec.a\.b`, [1]],
  [".spec['a.b']", [1]],
  [".spec.list[0].name", ["x"]],
  [".spec.list[-1].name", ["y"]],
  [".spec.list[5].name", []],
  [".spec.list[*].name", ["x", "y"]],
  [".spec.map.*", ["v"]],
  ['.status.conditions[?(@.type=="Ready")].status', ["True"]],
  [".status.conditions[?(@.type=='Ready')].status", ["True"]],
  [".spec.list[?(@.n>1)].name", ["y"]],
  [".spec.absent.deeper", []],
  [".spec.color.deeper", []],
  [".spec.constructor", []],
  [".__proto__", []],
] as const)("compileJsonPath() follows %s", ([path, found]) => {
  assert.deepEqual(compileJsonPath(path)?.(object), found);
});

test.for(["spec", ".spec[", ".spec[?(", ".spec[a]", ".a..b["])("compileJsonPath() returns undefined for %s", (path) => {
  assert.equal(compileJsonPath(path), undefined);
});
