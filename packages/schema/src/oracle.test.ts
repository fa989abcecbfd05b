// Compares the results of this package with those of kube-apiserver's code for the same schemas and values.
// The files were written by a program around the modules of k8s.io/apiextensions-apiserver v0.36.3.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { decodeJson, encodeJson, field, fieldPath, formatFieldError } from "@kubewright/apimachinery";
import type { FieldError, JsonValue } from "@kubewright/apimachinery";
import {
  applyDefaults,
  checkStructural,
  dropNulls,
  prune,
  sortKeys,
  validate,
  validateEmbeddedResources,
  validateListTypes,
} from "./index.ts";
import type { JsonSchema } from "./index.ts";

interface ValueCase {
  readonly schema: JsonSchema;
  readonly results: readonly {
    readonly value: JsonValue;
    readonly errors: readonly string[];
    readonly listErrors: readonly string[];
    readonly embeddedErrors: readonly string[];
    readonly pruned: readonly string[];
    readonly prunedValue: JsonValue;
    readonly defaulted: JsonValue;
  }[];
  readonly updates?: readonly {
    readonly old: JsonValue;
    readonly value: JsonValue;
    readonly errors: readonly string[];
  }[];
}

interface StructuralCase {
  readonly schema: JsonSchema;
  readonly errors: readonly string[];
  readonly errorsWithStatus: readonly string[];
}

// The files have the shape that the program gave them.
const valueCases = read("values-oracle.json") as unknown as readonly ValueCase[];
const structuralCases = read("structural-oracle.json") as unknown as readonly StructuralCase[];

function read(name: string): JsonValue {
  return decodeJson(readFileSync(new URL(`testdata/${name}`, import.meta.url))).value;
}

function texts(errors: readonly FieldError[]): string[] {
  return errors.map((error) => formatFieldError(error)).toSorted();
}

function text(value: JsonValue): string {
  return encodeJson(sortKeys(value));
}

test("Validation finds what upstream finds, in the same words", () => {
  for (const { schema, results } of valueCases) {
    for (const { value, errors } of results) assert.deepEqual(texts(validate(value, schema)), errors, text(value));
  }
});

test("An update is forgiven what upstream forgives", () => {
  for (const { schema, updates = [] } of valueCases) {
    for (const { old, value, errors } of updates) {
      assert.deepEqual(texts(validate(value, schema, { old })), errors, `${text(old)} → ${text(value)}`);
    }
  }
});

test("Duplicates in lists are the ones upstream finds", () => {
  for (const { schema, results } of valueCases) {
    for (const { value, listErrors } of results) {
      assert.deepEqual(texts(validateListTypes(value, schema)), listErrors, text(value));
    }
  }
});

test("Embedded objects are judged as upstream judges them", () => {
  for (const { schema, results } of valueCases) {
    for (const { value, embeddedErrors } of results) {
      assert.deepEqual(texts(validateEmbeddedResources(value, schema)), embeddedErrors, text(value));
    }
  }
});

test("Pruning drops and reports what upstream does", () => {
  for (const { schema, results } of valueCases) {
    for (const { value, pruned, prunedValue } of results) {
      const actual = prune(value, schema);

      assert.deepEqual(actual.pruned, pruned, text(value));
      assert.equal(text(actual.value), text(prunedValue));
    }
  }
});

test("Defaulting fills in what upstream fills in", () => {
  for (const { schema, results } of valueCases) {
    for (const { value, defaulted } of results) {
      assert.equal(text(applyDefaults(dropNulls(value, schema), schema)), text(defaulted), text(value));
    }
  }
});

test("Schemas of definitions are refused for upstream's reasons", () => {
  const path = fieldPath("spec", "validation", "openAPIV3Schema");
  for (const { schema, errors, errorsWithStatus } of structuralCases) {
    assert.deepEqual(texts(checkStructural(schema, path)), errors, text(schema as JsonValue));
    assert.deepEqual(
      texts(checkStructural(schema, path, { hasStatus: true })),
      errorsWithStatus,
      text(schema as JsonValue),
    );
  }
});

test("Errors are below the path that is given", () => {
  const schema: JsonSchema = { type: "object", properties: { a: { type: "string" } } };

  assert.deepEqual(validate({ a: 1 }, schema, { path: fieldPath("spec", "default") }), [
    field.typeInvalid("spec.default.a", "integer", 'a in body must be of type string: "integer"'),
  ]);
});
