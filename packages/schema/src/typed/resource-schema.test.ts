import assert from "node:assert/strict";
import { test } from "vitest";
import type { JsonSchema } from "../model/json-schema.ts";
import { typedErrors } from "./check.ts";
import { fieldSetOf } from "./field-set-of.ts";
import { fieldSetToJson } from "./fields-v1.ts";
import { resourceSchema } from "./resource-schema.ts";

const objectMeta: JsonSchema = {
  type: "object",
  properties: { name: { type: "string" }, labels: { type: "object", additionalProperties: { type: "string" } } },
};
const open: JsonSchema = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};

test("Objects that keep unknown fields have metadata by its schema, at the root and where they are embedded", () => {
  const schema = resourceSchema(
    {
      ...open,
      properties: { items: { type: "array", items: open }, more: { type: "object", additionalProperties: open } },
    },
    objectMeta,
  );

  assert.deepEqual(typedErrors({ any: 1, metadata: { name: "x" }, items: [{ any: 1 }] }, schema), []);
  assert.deepEqual(typedErrors({ metadata: { bogus: 1 } }, schema), [".metadata.bogus: field not declared in schema"]);
  assert.deepEqual(typedErrors({ items: [{ metadata: { bogus: 1 } }] }, schema), [
    ".items[0].metadata.bogus: field not declared in schema",
  ]);
  assert.deepEqual(typedErrors({ more: { a: { kind: 5 } } }, schema), [
    ".more.a.kind: expected string, got &value.valueUnstructured{Value:5}",
  ]);
});

test("Metadata of an embedded object is owned field by field", () => {
  const schema = resourceSchema({ type: "object", properties: { embedded: open } }, objectMeta);

  const fields = fieldSetOf({ embedded: { kind: "X", metadata: { name: "x" }, data: { a: "1" } } }, schema);

  assert.deepEqual(fieldSetToJson(fields), {
    "f:embedded": { "f:data": { ".": {}, "f:a": {} }, "f:kind": {}, "f:metadata": { "f:name": {} } },
  });
});
