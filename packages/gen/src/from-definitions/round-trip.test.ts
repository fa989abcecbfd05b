// CRD to types and back: the types and their markers give the original schema.
import { readdirSync, readFileSync } from "node:fs";
import { createSeededRandom } from "@kubewright/async";
import type { JsonSchema } from "@kubewright/schema";
import { expect, test } from "vitest";
import { parse } from "yaml";

import type { Definition } from "../definitions/definition.ts";
import { readDefinition } from "../definitions/definition.ts";
import { generateInMemory } from "../testdata/generate-in-memory.ts";
import { definitionTypes } from "./definition-types.ts";
import { expressibleSchema } from "./testdata/expressible-schema.ts";

const examples = new URL("../../../../examples/", import.meta.url);
const corpus = new URL("testdata/crds/", import.meta.url);

test("The CRDs of the examples survive a round trip through types", () => {
  const definitions = ["myjob", "balancer", "crddemo", "i-operator"].flatMap((example) =>
    definitionsIn(new URL(`${example}/config/crd/bases/`, examples)),
  );

  expect(definitions.length).toBeGreaterThanOrEqual(4);
  expectSame(definitions);
});

test("The CRDs of the corpus survive a round trip through types", () => {
  expectSame(definitionsIn(corpus));
});

test("Random CRDs survive a round trip through types", () => {
  const definitions = Array.from({ length: 40 }, (_, seed) => {
    const random = createSeededRandom(`round-trip-${seed}`);
    return definitionOf(`Kind${seed}`, { type: "object", properties: { spec: expressibleSchema(random, 4) } });
  });

  expectSame(definitions);
});

test("A CRD of two thousand fields survives a round trip through types", () => {
  const level = (depth: number): JsonSchema =>
    depth === 0
      ? { type: "string", description: "A leaf.", maxLength: 10 }
      : { type: "object", properties: Object.fromEntries([..."abcdefgh"].map((name) => [name, level(depth - 1)])) };
  const schema: JsonSchema = { type: "object", properties: { spec: level(3), status: level(3) } };

  expectSame([definitionOf("Large", schema)]);
});

/** Imports, generates, and compares each version of each CRD. */
function expectSame(definitions: readonly Definition[]): void {
  const files = definitionTypes(definitions).map(({ path, content }): [string, string] => [
    `imported/${path}`,
    content.replace(" * @kubebuilder:skip\n", ""),
  ]);
  const artifacts = generateInMemory("", { others: Object.fromEntries(files), generators: [{ name: "crd" }] });
  const generated = artifacts.map(({ content }) => readDefinition(parse(content)));

  expect(generated.map(comparable).toSorted(byName)).toEqual(definitions.map(comparable).toSorted(byName));
}

/** A CRD without the parts that the generator adds, and in a fixed order. */
function comparable(definition: Definition): Definition {
  const versions = definition.versions
    .map((version) => ({ ...version, schema: inOrder(withoutTypeMeta(version.schema)) }))
    .toSorted(byName);
  return { ...definition, versions, storedVersions: [], conversion: "None" };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/** The API server defines these fields, and other generators describe them differently. */
function withoutTypeMeta(schema: JsonSchema): JsonSchema {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

function inOrder({ required, properties, items, additionalProperties, ...rest }: JsonSchema): JsonSchema {
  const named = Object.entries(properties ?? {}).map(([name, schema]): [string, JsonSchema] => [name, inOrder(schema)]);
  return {
    ...rest,
    ...(required !== undefined && { required: required.toSorted() }),
    ...(properties !== undefined && { properties: Object.fromEntries(named) }),
    ...(items !== undefined && { items: inOrder(items as JsonSchema) }), // A structural schema has a single schema for all items.
    ...(typeof additionalProperties === "object" && { additionalProperties: inOrder(additionalProperties) }),
  };
}

function definitionsIn(folder: URL): readonly Definition[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml")
    .map((name) => readDefinition(parse(readFileSync(new URL(name, folder), "utf8"))));
}

function definitionOf(kind: string, schema: JsonSchema): Definition {
  const plural = `${kind.toLowerCase()}s`;
  return readDefinition({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      names: { plural, kind },
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  });
}
