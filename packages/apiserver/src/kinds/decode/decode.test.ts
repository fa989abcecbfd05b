import assert from "node:assert/strict";
import { finish } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import { test } from "vitest";
import { completeStruct } from "./complete.ts";
import { decodeStruct } from "./decode.ts";
import { createStructDecoders } from "./struct-decoder.ts";

/** A linked schema: it has the properties and the name of the definition. */
function reference(definition: string, beside: JsonSchema = {}): JsonSchema {
  return {
    ...beside,
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
      text: { type: "string" },
      count: { type: "integer", format: "int32" },
      big: { type: "integer", format: "int64" },
      kept: { type: "integer", format: "int32" },
      flag: { type: "boolean" },
      labels: { type: "object", additionalProperties: { type: "string" } },
      parts: { type: "array", items: reference("io.a.v1.Part") },
      part: reference("io.a.v1.Part", { default: {} }),
      anything: { type: "object" },
      port: reference("io.k8s.apimachinery.pkg.util.intstr.IntOrString"),
      bytes: { type: "string", format: "byte" },
      nothing: { type: "array", items: { type: "string" } },
    },
  },
  "io.a.v1.Part": { type: "object", properties: { name: { type: "string", default: "it" }, next: { type: "string" } } },
};
const printing = { keepsZero: new Set(["kept"]), printsNull: new Set(["nothing"]) };
const decoder = createStructDecoders(
  (name) => schemas[name],
  () => printing,
  () => new Map(),
)("io.a.v1.Thing");

test.for([
  [{ text: "", count: 0, flag: false, labels: {}, parts: [] }, {}, "values that Go would not print are removed"],
  [{ text: null, count: null, labels: null }, {}, "null counts as absent"],
  [{ kept: 0 }, { kept: 0 }, "a zero of a pointer field is kept"],
  [{ labels: { a: null } }, { labels: { a: "" } }, "null in a map is the zero value"],
  [{ parts: [null] }, { parts: [{}] }, "null in a list is the zero value"],
  [{ bytes: [1, 2] }, { bytes: "AQI=" }, "bytes may be a list of numbers"],
  [{ count: -(2 ** 31) }, { count: -(2 ** 31) }, "the smallest number of 32 bits is one"],
  [{ port: "http" }, { port: "http" }, "a port may be a name"],
  [{ port: 80 }, { port: 80 }, "a port may be a number"],
  [{ anything: { x: [1, null] } }, { anything: { x: [1, null] } }, "raw JSON is not decoded"],
] as const)("decodeStruct() decodes %j to %j: %s", ([value, decoded]) => {
  const object = structuredClone(value) as { [name: string]: unknown };

  assert.deepEqual(finish(decodeStruct(object, decoder)), []);
  assert.deepEqual(object, decoded);
});

test("decodeStruct() drops and reports unknown fields", () => {
  const object = { x: 1, parts: [{ name: "a" }, { y: { z: 1 } }], part: { w: 1 } };

  assert.deepEqual(finish(decodeStruct(object, decoder)), ["x", "parts[1].y", "part.w"]);
  assert.deepEqual(object, { parts: [{ name: "a" }, {}], part: {} });
});

test.for([
  [{ text: 1 }, "number into Go struct field Thing.text of type string"],
  [{ count: "1" }, "string into Go struct field Thing.count of type int32"],
  [{ count: 1.5 }, "number 1.5 into Go struct field Thing.count of type int32"],
  [{ count: 2 ** 31 }, "number 2147483648 into Go struct field Thing.count of type int32"],
  [{ big: 2n ** 63n }, "number 9223372036854775808 into Go struct field Thing.big of type int64"],
  [{ flag: "true" }, "string into Go struct field Thing.flag of type bool"],
  [{ labels: [] }, "array into Go struct field Thing.labels of type map[string]string"],
  [{ labels: { a: 1 } }, "number into Go struct field Thing.labels of type string"],
  [{ parts: {} }, "object into Go struct field Thing.parts of type []v1.Part"],
  [{ parts: ["a"] }, "string into Go struct field Thing.parts of type v1.Part"],
  [{ parts: [{ name: true }] }, "bool into Go struct field Part.parts.name of type string"],
] as const)("decodeStruct() rejects %o: %s", ([value, problem]) => {
  assert.throws(() => finish(decodeStruct({ ...value }, decoder)), {
    name: "DecodeError",
    message: `json: cannot unmarshal ${problem}`,
  });
});

test.for([
  [{ text: 1, count: "1" }, "number into Go struct field Thing.text of type string"],
  [{ text: 1, port: true }, "bool into Go struct field Thing.port of type int32"],
  [{ text: 1, bytes: [256] }, "number into Go struct field Thing.text of type string"],
  [{ bytes: [256], text: 1 }, "number 256 into Go struct field Thing.bytes of type uint8"],
] as const)(
  "decodeStruct() reports the first error of %j, or that of a type that decodes itself: %s",
  ([value, problem]) => {
    assert.throws(() => finish(decodeStruct({ ...value }, decoder)), {
      name: "DecodeError",
      message: `json: cannot unmarshal ${problem}`,
    });
  },
);

test("decodeStruct() keeps keys such as __proto__ as own properties", () => {
  const text = '{"labels":{"__proto__":"a","constructor":"b"},"__proto__":{"polluted":"yes"}}';
  const object = JSON.parse(text) as { [name: string]: unknown };

  assert.deepEqual(finish(decodeStruct(object, decoder)), ["__proto__"]);
  assert.equal(JSON.stringify(object), '{"labels":{"__proto__":"a","constructor":"b"}}');
  assert.equal(Object.hasOwn(Object.prototype, "polluted"), false);
});

test("completeStruct() sets published defaults at every depth, and fields that are always printed", () => {
  const object: { [name: string]: unknown } = { parts: [{}, { name: "b" }] };
  completeStruct(object, decoder);

  assert.deepEqual(object, { parts: [{ name: "it" }, { name: "b" }], part: { name: "it" }, nothing: null });
});

test("completeStruct() sets a copy of each default, which objects do not share", () => {
  const first: { part?: { name?: string } } = {};
  const second: { part?: { name?: string } } = {};
  completeStruct(first, decoder);
  completeStruct(second, decoder);

  assert.notEqual(first.part, second.part);
});
