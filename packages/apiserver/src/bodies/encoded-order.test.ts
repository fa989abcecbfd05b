import assert from "node:assert/strict";
import { test } from "vitest";
import { inEncodedOrder } from "./encoded-order.ts";

test.for([
  ["merge", {}, { b: 1, a: [{ d: 1, c: 2 }] }, '{"a":[{"d":1,"c":2}],"b":1}'],
  [
    "merge",
    { a: [], c: { d: null } },
    { c: { y: { b: 1, a: 1 }, x: 1 }, a: [{ d: 1, c: 2 }] },
    '{"a":[{"c":2,"d":1}],"c":{"x":1,"y":{"b":1,"a":1}}}',
  ],
  ["strategic", {}, { b: 1, a: [{ d: 1, c: 2 }] }, '{"a":[{"c":2,"d":1}],"b":1}'],
  [
    "json",
    [{ op: "add", path: "/a", value: { d: 1, c: 2 } }],
    { b: 1, a: { d: 1, c: 2 } },
    '{"a":{"d":1,"c":2},"b":1}',
  ],
  [
    "json",
    [{ op: "add", path: "/b/a~1b/x", value: 1 }],
    { b: { d: 1, "a/b": { y: 1, x: 1 } } },
    '{"b":{"a/b":{"x":1,"y":1},"d":1}}',
  ],
  ["json", [{ op: "move", from: "/b/c", path: "/a" }], { b: { d: 1, c: 1 }, a: 1 }, '{"a":1,"b":{"c":1,"d":1}}'],
] as const)("inEncodedOrder() of a %s patch %j orders the keys of %j as %s", ([type, patch, value, text]) => {
  const body = structuredClone(patch) as never;

  assert.equal(JSON.stringify(inEncodedOrder(structuredClone(value) as never, { type, body })), text);
});

test("inEncodedOrder() sorts all keys of a custom resource", () => {
  const value = { b: { d: 1, c: 2 }, a: 1 };

  assert.equal(
    JSON.stringify(inEncodedOrder(value, { type: "merge", body: {}, custom: true })),
    '{"a":1,"b":{"c":2,"d":1}}',
  );
});
