import { expect, test } from "vitest";
import type { JsonPatchOperation, JsonValue } from "@kubewright/apimachinery";
import { patchFailure } from "./patch-failure.ts";

const value: JsonValue = { map: { "a/b": 1 }, list: [1, 2], text: "x" };

test.for<readonly [operation: JsonPatchOperation, why: string]>([
  [{ op: "add", path: "/no/x", value: 1 }, 'add operation does not apply: doc is missing path: "/no/x": missing value'],
  [
    { op: "add", path: "/text/x", value: 1 },
    'add operation does not apply: doc is missing path: "/text/x": missing value',
  ],
  [
    { op: "add", path: "/list/x", value: 1 },
    "error in add for path: '/list/x': value was not a proper array index: 'x': strconv.Atoi: parsing \"x\": invalid syntax",
  ],
  [
    { op: "add", path: "/list/3", value: 1 },
    "error in add for path: '/list/3': Unable to access invalid index: 3: invalid index referenced",
  ],
  [{ op: "remove", path: "/no/x" }, 'remove operation does not apply: doc is missing path: "/no/x": missing value'],
  [
    { op: "remove", path: "/map/a~1c" },
    "error in remove for path: '/map/a~1c': Unable to remove nonexistent key: a/c: missing value",
  ],
  [
    { op: "remove", path: "/list/2" },
    "error in remove for path: '/list/2': Unable to access invalid index: 2: invalid index referenced",
  ],
  [
    { op: "replace", path: "/no/x", value: 1 },
    "replace operation does not apply: doc is missing path: /no/x: missing value",
  ],
  [
    { op: "replace", path: "/list/9", value: 1 },
    "replace operation does not apply: doc is missing key: /list/9: missing value",
  ],
  [{ op: "replace", path: "", value: "x" }, "replace operation value must be object or array: %!w(<nil>)"],
  [
    { op: "move", from: "/map", path: "/map/x" },
    "move operation does not apply: doc is missing destination path: /map/x: missing value",
  ],
  [
    { op: "copy", path: "/map" } as unknown as JsonPatchOperation, // A policy can omit `from`.
    "copy operation failed to decode from: operation, missing from field: missing value",
  ],
  [
    { op: "move", path: "/map" } as unknown as JsonPatchOperation, // A policy can omit `from`.
    "move operation failed to decode from: operation, missing from field: missing value",
  ],
  [{ op: "test", path: "/no/x", value: 1 }, "test operation does not apply: is missing path: /no/x: missing value"],
  [{ op: "test", path: "/map/a~1b", value: 2 }, "testing value /map/a~1b failed: test failed"],
  [{ op: "test", path: "", value: 2 }, "testing value  failed: test failed"],
  [
    { op: "move", from: "/no/x", path: "/y" },
    "move operation does not apply: doc is missing from path: /no/x: missing value",
  ],
  [
    { op: "move", from: "/map/x", path: "/y" },
    "error in move for path: 'x': Unable to remove nonexistent key: x: missing value",
  ],
  [
    { op: "move", from: "/text", path: "/no/y" },
    "move operation does not apply: doc is missing destination path: /no/y: missing value",
  ],
  [
    { op: "copy", from: "/no/x", path: "/y" },
    "copy operation does not apply: doc is missing from path: /no/x: missing value",
  ],
  [
    { op: "copy", from: "/list/5", path: "/y" },
    "error in copy for from: '/list/5': Unable to access invalid index: 5: invalid index referenced",
  ],
  [
    { op: "copy", from: "/text", path: "/no/y" },
    "copy operation does not apply: doc is missing destination path: /no/y: missing value",
  ],
])("%j cannot be applied", ([operation, why]) => {
  const first: JsonPatchOperation = { op: "add", path: "/other", value: 1 };

  expect(patchFailure(value, [first, operation], new Error("unused"))).toBe(why);
});

test("a failure of the whole patch has the message of the error", () => {
  expect(patchFailure(value, [], new Error("too large"))).toBe("too large");
});

test("the failing operation of a long patch of a large object is found without a copy per operation", () => {
  const value = { list: Array.from({ length: 10_000 }, (_, index) => ({ index })) };
  const additions = Array.from(
    { length: 10_000 },
    (_, index) => ({ op: "add", path: `/k${index}`, value: 1 }) as const,
  );
  const patch = [...additions, { op: "remove", path: "/absent" } as const, ...additions];

  expect(patchFailure(value, patch, new Error("failed"))).toBe(
    "error in remove for path: '/absent': Unable to remove nonexistent key: absent: missing value",
  );
});
