import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { createSeededRandom } from "@kubewright/async";
import { decodeJson, fieldPath, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import {
  applyDefaults,
  checkStructural,
  createSampler,
  dropNulls,
  isSampleError,
  prune,
  validateEmbeddedResources,
  validate,
  validateListTypes,
} from "../index.ts";
import type { JsonSchema, SamplerOptions } from "../index.ts";

type Options = Partial<SamplerOptions> & { readonly seed?: number };

/** Returns sampled values of a schema after checks that a server would store each of them unchanged. */
function samplesOf(schema: JsonSchema, { seed = 1, ...options }: Options = {}, count = 200): readonly JsonValue[] {
  const sampler = createSampler(schema, { random: createSeededRandom(seed), ...options });
  return Array.from({ length: count }, () => {
    const value = sampler.sample();
    const stored = applyDefaults(dropNulls(value, schema), schema);
    const sampleText = `seed ${seed}: ${JSON.stringify(value)} of ${JSON.stringify(schema)}`;
    assert.deepEqual(validate(stored, schema), [], sampleText);
    assert.deepEqual(validateListTypes(stored, schema), [], sampleText);
    assert.deepEqual(validateEmbeddedResources(stored, schema), [], sampleText);
    assert.deepEqual(prune(value, schema, { isResourceRoot: options.object !== undefined }).pruned, [], sampleText);
    return value;
  });
}

/** The values of one field of a schema `{ type: object, required: [field] }`. */
function fieldsOf(field: JsonSchema, options?: Options): readonly JsonValue[] {
  const schema = { type: "object", properties: { field }, required: ["field"] };
  return samplesOf(schema, options).map((value) => (isJsonObject(value) ? (value["field"] ?? null) : null));
}

// The file has the shape that the program gave it.
const oracle = decodeJson(readFileSync(new URL("../testdata/values-oracle.json", import.meta.url)))
  .value as unknown as readonly { readonly schema: JsonSchema }[];

test("All sampled values of the recorded schemas are valid, and pruning does not change them", () => {
  let sampled = 0;
  for (const { schema } of oracle) {
    if (checkStructural(schema, fieldPath("schema")).length > 0) continue;
    try {
      samplesOf(schema, {}, 20);
      samplesOf(schema, { form: "written", seed: 2 }, 20);
      sampled++;
    } catch (error) {
      // Some of them allow no value at all.
      if (!isSampleError(error)) throw error;
    }
  }
  assert.ok(sampled > oracle.length * 0.5, `${sampled} of ${oracle.length}`);
});

test("The same chance gives the same values, another one others", () => {
  const schema: JsonSchema = { type: "object", additionalProperties: { type: "integer" } };

  assert.deepEqual(samplesOf(schema, { seed: 7 }), samplesOf(schema, { seed: 7 }));
  assert.notDeepEqual(samplesOf(schema, { seed: 7 }), samplesOf(schema, { seed: 8 }));
});

test("Numbers reach both ends of their range, keep within it, and are multiples of what they must be", () => {
  const small = fieldsOf({ type: "integer", minimum: 3, maximum: 9 });
  const exclusive = fieldsOf({
    type: "integer",
    minimum: 3,
    exclusiveMinimum: true,
    maximum: 6,
    exclusiveMaximum: true,
  });
  const large = fieldsOf({ type: "integer", format: "int32" });
  const wide = fieldsOf({ type: "integer", format: "int64", minimum: 1 });
  const steps = fieldsOf({ type: "integer", multipleOf: 15, minimum: -50, maximum: 50 });
  const fractions = fieldsOf({ type: "number", minimum: 0.25, maximum: 0.5 });

  assert.deepEqual(new Set(small), new Set([3, 4, 5, 6, 7, 8, 9]));
  assert.deepEqual(new Set(exclusive), new Set([4, 5]));
  assert.ok([-(2 ** 31), 2 ** 31 - 1, 0].every((end) => large.includes(end)));
  assert.ok(wide.includes(Number.MAX_SAFE_INTEGER) && wide.includes(1));
  assert.deepEqual(new Set(steps), new Set([-45, -30, -15, 0, 15, 30, 45]));
  assert.ok(new Set(fractions).size > 50);
});

test("Enumerated values all come, and a null among them never does", () => {
  const values = fieldsOf({ type: "string", nullable: true, enum: ["a", "b", null] });

  assert.deepEqual(new Set(values), new Set(["a", "b"]));
});

test("A field that may be null is now and then, one that may be absent is absent now and then", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { a: { type: "string", nullable: true }, b: { type: "boolean" } },
    required: ["a"],
  };
  const values = samplesOf(schema) as readonly JsonObject[]; // The schema's type.

  assert.ok(values.some((value) => value["a"] === null) && values.some((value) => value["a"] !== null));
  assert.ok(values.some((value) => Object.hasOwn(value, "b")) && values.some((value) => !Object.hasOwn(value, "b")));
});

test("Defaults are filled in as a server does, and left out now and then in the written form", () => {
  const schema: JsonSchema = {
    type: "object",
    required: ["replicas"],
    properties: { replicas: { type: "integer", default: 1 }, mode: { type: "string", default: "x" } },
  };
  const stored = samplesOf(schema) as readonly JsonObject[]; // The schema's type.
  const written = samplesOf(schema, { form: "written" }) as readonly JsonObject[];

  assert.ok(stored.every((value) => Object.hasOwn(value, "replicas") && Object.hasOwn(value, "mode")));
  assert.ok(written.some((value) => !Object.hasOwn(value, "replicas")));
  assert.ok(written.some((value) => Object.hasOwn(value, "replicas")));
});

test("A set has no value and a list map no key twice, also when the key comes from a default", () => {
  const map: JsonSchema = {
    type: "array",
    minItems: 1,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["port", "protocol"],
    items: {
      type: "object",
      required: ["port"],
      properties: {
        port: { type: "integer", minimum: 1, maximum: 3 },
        protocol: { type: "string", enum: ["TCP", "UDP"], default: "TCP" },
      },
    },
  };
  const set: JsonSchema = {
    type: "array",
    "x-kubernetes-list-type": "set",
    minItems: 3,
    items: { type: "string", enum: ["a", "b", "c", "d"] },
  };

  assert.ok(fieldsOf(map, { form: "written" }).length > 0);
  assert.deepEqual(new Set(fieldsOf(set).map((list) => (list as readonly JsonValue[]).length)), new Set([3, 4]));
});

test("An integer or a text is both, now and then", () => {
  const values = fieldsOf({ "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] });

  assert.deepEqual(new Set(values.map((value) => typeof value)), new Set(["number", "string"]));
});

test("What a schema does not name comes where it is kept, and what has no type is anything", () => {
  const open: JsonSchema = {
    type: "object",
    "x-kubernetes-preserve-unknown-fields": true,
    properties: { a: { type: "string" } },
  };
  const values = fieldsOf(open) as readonly JsonObject[]; // The schema's type.
  const anything = fieldsOf({ "x-kubernetes-preserve-unknown-fields": true });

  assert.ok(values.some((value) => Object.keys(value).some((key) => key !== "a")));
  assert.ok(new Set(anything.map((value) => typeof value)).size >= 4);
});

test("Alternatives are all taken, and never two of which only one may be", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries([..."abcdefgh"].map((name) => [name, { type: "string" }])),
    oneOf: [..."abcdefgh"].map((name) => ({ required: [name] })),
  };
  const values = samplesOf(schema) as readonly JsonObject[]; // The schema's type.

  assert.deepEqual(new Set(values.map((value) => Object.keys(value).join())), new Set("abcdefgh"));
});

test("allOf, anyOf and not are satisfied together with sibling keywords", () => {
  const schema: JsonSchema = {
    type: "object",
    minProperties: 1,
    properties: { a: { type: "integer", minimum: 0 }, b: { type: "string", pattern: "^x" }, c: { type: "string" } },
    allOf: [{ properties: { a: { maximum: 3 }, b: { pattern: "y$" } } }, { not: { required: ["a", "c"] } }],
    anyOf: [{ required: ["a"] }, { required: ["b"] }],
  };
  const keys = (samplesOf(schema) as readonly JsonObject[]).map((value) => Object.keys(value).toSorted().join()); // As above.

  assert.deepEqual(new Set(keys), new Set(["a", "a,b", "b", "b,c"]));
});

test("Embedded objects say what they are", () => {
  const embedded: JsonSchema = {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    properties: { kind: { type: "string", enum: ["Pod"] }, metadata: { type: "object" }, spec: { type: "object" } },
  };
  const values = fieldsOf(embedded) as readonly JsonObject[]; // The schema's type.

  assert.deepEqual(new Set(values.map((value) => value["kind"])), new Set(["Pod"]));
  assert.ok(values.every((value) => isJsonObject(value["metadata"])));
});

test("Whole objects of a kind have a name, and a namespace if they are namespaced", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      apiVersion: { type: "string" },
      kind: { type: "string" },
      metadata: { type: "object", properties: { name: { type: "string", pattern: "^x-[a-z]+$" } } },
      spec: { type: "object", properties: { replicas: { type: "integer" } } },
    },
  };
  const object = { apiVersion: "batch.example.com/v1", kind: "MyJob", namespaced: true };

  for (const value of samplesOf(schema, { object }, 50) as readonly JsonObject[]) {
    const { apiVersion, kind, metadata } = value as { apiVersion: string; kind: string; metadata: JsonObject };
    assert.deepEqual({ apiVersion, kind }, { apiVersion: "batch.example.com/v1", kind: "MyJob" });
    assert.equal(typeof metadata["namespace"], "string");
  }
});

test("Values of a large schema have about the requested size", () => {
  const level = (depth: number): JsonSchema =>
    depth === 0
      ? { type: "string" }
      : { type: "object", properties: Object.fromEntries([..."abcdefghij"].map((name) => [name, level(depth - 1)])) };

  const sizes = samplesOf(level(4), { size: 100 }, 30).map((value) => JSON.stringify(value).match(/:/gu)?.length ?? 0);

  assert.ok(Math.max(...sizes) < 300, String(sizes));
  assert.ok(Math.max(...sizes) > 20, String(sizes));
});

test("accept() checks what the schema cannot express", () => {
  const values = samplesOf(
    { type: "object", required: ["a"], properties: { a: { type: "integer", minimum: 0, maximum: 9 } } },
    { accept: (value) => isJsonObject(value) && Number(value["a"]) % 2 === 0 },
  ) as readonly JsonObject[]; // The schema's type.

  assert.deepEqual(new Set(values.map((value) => value["a"])), new Set([0, 2, 4, 6, 8]));
});

test("a schema that allows no value is reported", () => {
  const schema: JsonSchema = {
    type: "object",
    required: ["a"],
    properties: {
      a: {
        type: "object",
        anyOf: [{ required: ["b"] }, { required: ["c"] }],
        properties: {
          b: { type: "object", oneOf: [{ required: ["d"] }, { required: ["d"] }] },
          c: { type: "string", minLength: 3, maxLength: 2 },
        },
      },
    },
  };

  assert.throws(() => samplesOf(schema), /Cannot sample a value of the schema: none of 50 fits; the last: a: /u);
});
