import assert from "node:assert/strict";
import type { JsonSchema } from "@kubewright/schema";
import { test } from "vitest";
import { convertStruct } from "./convert.ts";
import { createStructDecoders } from "./struct-decoder.ts";

/** A linked schema: it has the properties and the name of the definition. */
function reference(definition: string): JsonSchema {
  return {
    type: "object",
    get properties() {
      return schemas[definition]?.properties ?? {};
    },
    "x-kubewright-go": { definition, isPointer: () => true },
  };
}

const schemas: { readonly [name: string]: JsonSchema } = {
  "io.a.v1.Thing": {
    type: "object",
    properties: {
      count: { type: "integer", format: "int32" },
      data: { type: "object", additionalProperties: { type: "string", format: "byte" } },
      flag: { type: "boolean" },
      mode: { type: "string" },
      parts: { type: "array", items: reference("io.a.v1.Thing") },
      port: reference("io.k8s.apimachinery.pkg.util.intstr.IntOrString"),
      time: reference("io.k8s.apimachinery.pkg.apis.meta.v1.Time"),
    },
  },
};
const decoder = createStructDecoders(
  (name) => schemas[name],
  () => ({ keepsZero: new Set(), printsNull: new Set() }),
  () => new Map([["mode", { path: "mode", type: "v1.Mode" }]]),
)("io.a.v1.Thing");

test.for([
  [{ count: 2 ** 31 }, { count: -(2 ** 31) }],
  [{ count: 2 ** 32 + 1 }, { count: 1 }],
  [{ data: { a: [1, 257] } }, { data: { a: "AQE=" } }],
  [{ data: { a: null } }, { data: { a: null } }],
] as const)("convertStruct() converts %j to %j", ([value, converted]) => {
  const object = structuredClone(value) as { [name: string]: unknown };

  convertStruct(object, decoder);

  assert.deepEqual(object, converted);
});

test.for([
  [{ count: "1", mode: 5 }, "cannot convert int64 to v1.Mode"],
  [{ mode: true }, "unrecognized type: string"],
  [{ mode: 1.5 }, "unrecognized type: string"],
  [{ count: 1.5 }, "cannot convert float64 to int32"],
  [{ count: "1" }, "unrecognized type: int32"],
  [{ flag: 1 }, "unrecognized type: bool"],
  [{ data: [] }, "cannot restore map from slice"],
  [{ data: { a: "!" } }, "error decoding from json: illegal base64 data at input byte 0"],
  [{ data: { a: ["x"] } }, "unrecognized type: uint8"],
  [{ parts: {} }, "cannot restore slice from map"],
  [{ parts: [1] }, "cannot restore struct from: int64"],
  [{ port: true }, "json: cannot unmarshal bool into Go value of type int32"],
  [{ time: 5 }, "json: cannot unmarshal number into Go value of type string"],
] as const)("convertStruct() rejects %j: %s", ([value, message]) => {
  assert.throws(() => convertStruct(structuredClone(value) as { [name: string]: unknown }, decoder), {
    name: "DecodeError",
    message,
  });
});
