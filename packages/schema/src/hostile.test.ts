// Keys from outside are data: no function of this package lets one reach what objects inherit.

import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { decodeJson, encodeJson, isDeepEqual, isJsonObject, jsonDepthMax } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import {
  applyDefaults,
  checkStructural,
  coerceMetadata,
  dropNulls,
  prune,
  sortKeys,
  strategicMerge,
  validate,
  validateEmbeddedResources,
  validateListTypes,
} from "./index.ts";
import type { JsonSchema } from "./index.ts";
import { fieldPath } from "@kubewright/apimachinery";

const keys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "a", "polluted"];

const { value: values } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue>(1, "x", true, null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom(...keys), tie("value")), { maxLength: 4 })
      .map((entries) =>
        decode(`{${entries.map(([key, item]) => `${encodeJson(key)}:${encodeJson(item)}`).join(",")}}`),
      ),
  ),
}));

function decode(text: string): JsonValue {
  return decodeJson(text).value;
}

function schema(text: string): JsonSchema {
  return decode(text) as unknown as JsonSchema; // A schema that a client sent is no more than decoded JSON.
}

const anything: JsonSchema = {
  type: "object",
  additionalProperties: { type: "object", additionalProperties: { type: "string" } },
};
/** A struct of which each field is a list of such structs. */
const anyKind: JsonSchema = {
  type: "object",
  properties: Object.fromEntries(
    keys.map((key): [string, JsonSchema] => [
      key,
      {
        type: "array",
        get items() {
          return anyKind;
        },
      },
    ]),
  ),
  "x-kubewright-go": { definition: "Any", isPointer: () => false },
};
const hostileSchema = schema(
  '{"type":"object","properties":{"__proto__":{"type":"object","properties":{"polluted":{"type":"string","default":"yes"}},"default":{}},"constructor":{"type":"string","default":"c"}}}',
);

test("No function changes inherited properties or its input", () => {
  const inherited = Object.getOwnPropertyNames(Object.prototype);
  fc.assert(
    fc.property(values, values, (value, patch) => {
      const text = encodeJson(value);

      for (const each of [anything, hostileSchema]) {
        prune(value, each);
        applyDefaults(value, each);
        dropNulls(value, each);
        validate(value, each, { old: patch });
        validateListTypes(value, each);
        validateEmbeddedResources(value, each);
        coerceMetadata(value, each);
        if (isJsonObject(value) && isJsonObject(patch)) strategicMerge(value, patch, anyKind);
      }

      assert.equal(encodeJson(value), text);
    }),
    { numRuns: 1000 },
  );
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), inherited);
  assert.equal("polluted" in {}, false);
});

test("A schema may name __proto__: its default becomes an own key", () => {
  const value = applyDefaults({}, hostileSchema);

  assert.equal(encodeJson(sortKeys(value)), '{"__proto__":{"polluted":"yes"},"constructor":"c"}');
  assert.equal("polluted" in {}, false);
  assert.deepEqual(validate(value, hostileSchema), []);
  assert.deepEqual(checkStructural(hostileSchema, fieldPath("schema")), []);
});

test("An inherited name is not a field of the schema, and does not satisfy required", () => {
  const strict: JsonSchema = { type: "object", properties: { a: { type: "string" } }, required: ["toString"] };

  assert.deepEqual(prune({ constructor: "x", a: "y" }, strict, { isResourceRoot: false }), {
    value: { a: "y" },
    pruned: ["constructor"],
  });
  assert.equal(validate({}, strict).length, 1);
  assert.equal(validate({ toString: "x" }, strict).length, 0);
});

test("Pruning twice, and defaulting twice, changes nothing more", () => {
  const each: JsonSchema = {
    type: "object",
    properties: {
      a: { type: "object", default: { a: "d" }, properties: { a: { type: "string", default: "x" } } },
      toString: { type: "array", items: anything },
    },
  };
  fc.assert(
    fc.property(values, (value) => {
      const pruned = prune(value, each).value;
      const defaulted = applyDefaults(dropNulls(pruned, each), each);

      assert.equal(prune(pruned, each).value, pruned);
      assert.ok(isDeepEqual(applyDefaults(defaulted, each), defaulted));
    }),
    { numRuns: 1000 },
  );
});

test("Values as deep as a server takes them are walked without trouble", () => {
  const nested = decode(`${'{"a":'.repeat(jsonDepthMax - 1)}1${"}".repeat(jsonDepthMax - 1)}`);
  const preserve: JsonSchema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

  assert.equal(prune(nested, preserve).value, nested);
  assert.equal(dropNulls(nested, preserve), nested);
  assert.equal(encodeJson(sortKeys(nested)).length, encodeJson(nested).length);
});

test("Metadata is brought into its one form: unknown fields go, nulls become nothing", () => {
  const value = decode(
    '{"metadata":{"name":"a","bogus":1,"labels":{"__proto__":null,"b":"c"},"creationTimestamp":null,"finalizers":["x",null]}}',
  );

  const { value: coerced, unknown } = coerceMetadata(value, { type: "object" });

  assert.equal(
    encodeJson(coerced),
    '{"metadata":{"name":"a","labels":{"__proto__":"","b":"c"},"finalizers":["x",""]}}',
  );
  assert.deepEqual(unknown, ["metadata.bogus"]);
});

test("Metadata of the wrong type is an error, or dropped when an old object is read", () => {
  const value = { metadata: { name: "a", labels: { b: 1 } } };

  assert.equal(
    coerceMetadata(value, {}).error?.detail,
    "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string",
  );
  assert.deepEqual(coerceMetadata(value, {}, { dropMalformed: true }).value, { metadata: { name: "a" } });
});

test("A keyword that no structural schema has is refused when it is reached", () => {
  assert.throws(
    () => validate({}, { $ref: "#/x" }),
    /Cannot compile schema: it has \$ref, expected a structural schema/,
  );
});
