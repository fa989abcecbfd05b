import assert from "node:assert/strict";
import { test } from "vitest";

import { defaultSchemaOf } from "./default-schema.ts";

test("defaultSchemaOf() keeps defaults, the fields that contain them, and nullable", () => {
  const kept = defaultSchemaOf({
    type: "object",
    description: "all of it",
    required: ["list"],
    properties: {
      list: { type: "array", minItems: 1, items: { properties: { count: { type: "integer", default: 1 }, name: {} } } },
      map: { type: "object", additionalProperties: { nullable: true, default: false } },
      open: { additionalProperties: true },
      empty: { default: "" },
    },
  });

  assert.deepEqual(kept, {
    properties: {
      list: { items: { properties: { count: { default: 1 } } } },
      map: { additionalProperties: { nullable: true, default: false } },
      empty: { default: "" },
    },
  });
});

test("defaultSchemaOf() returns undefined for a schema without defaults", () => {
  assert.equal(defaultSchemaOf({ type: "object", properties: { name: { type: "string", enum: ["a"] } } }), undefined);
});
