// Compares with controller-gen: `tools/facts/expansions.ts` recorded its schemas of every built-in type that a custom
// resource in Go may embed.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { kubernetesVersion } from "./data/kinds.ts";
import { isRecursiveDefinition, RecursiveDefinitionError } from "./errors.ts";
import { expand } from "./expand.ts";

interface Recorded {
  readonly kubernetesVersion: string;
  readonly digests: { readonly [definition: string]: string };
  readonly digestsWithEmbeddedObjectMeta: { readonly [definition: string]: string };
  readonly schemas: { readonly [definition: string]: unknown };
}

const recorded = JSON.parse(
  readFileSync(new URL("./testdata/controller-gen.json", import.meta.url), "utf8"),
) as Recorded;

test("the recorded schemas are of the Kubernetes version that the facts are of", () => {
  expect(recorded.kubernetesVersion).toBe(kubernetesVersion);
});

test("expand() gives the schema of a container and of a condition as controller-gen does", () => {
  for (const [name, schema] of Object.entries(recorded.schemas)) expect(expand(name)).toEqual(schema);
});

test("expand() gives the schema of each built-in type as controller-gen does", () => {
  const different = Object.entries(recorded.digests).filter(([name, wanted]) => digest(expand(name)) !== wanted);

  expect(Object.keys(recorded.digests).length).toBeGreaterThan(450);
  expect(different.map(([name]) => name)).toEqual([]);
});

test("expand() describes an embedded ObjectMeta as controller-gen's generateEmbeddedObjectMeta does", () => {
  const wanted = Object.entries(recorded.digestsWithEmbeddedObjectMeta);

  const different = wanted.filter(([name, one]) => digest(expand(name, { embeddedObjectMeta: true })) !== one);

  expect(different.map(([name]) => name)).toEqual([]);
  expect(expand("io.k8s.api.core.v1.PodTemplateSpec")?.properties?.["metadata"]).toEqual({ type: "object" });
});

test("expand() gives types that write their JSON themselves the form that custom resources have for them", () => {
  expect(expand("io.k8s.apimachinery.pkg.util.intstr.IntOrString")).toEqual({
    anyOf: [{ type: "integer" }, { type: "string" }],
    "x-kubernetes-int-or-string": true,
  });
  expect(expand("io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime")).toEqual({ type: "string", format: "date-time" });
  expect(expand("io.k8s.apimachinery.pkg.runtime.RawExtension")).toEqual({
    type: "object",
    "x-kubernetes-preserve-unknown-fields": true,
  });
});

test("expand() refuses a type that contains itself, and one that holds such a type, by name", () => {
  const recursive = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";
  const holder = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation";

  expect(() => expand(recursive)).toThrow(new RecursiveDefinitionError(recursive, recursive));
  expect(() => expand(holder)).toThrow(
    `Cannot expand "${holder}": "${recursive}" contains itself, which a structural schema cannot express`,
  );
});

test("isRecursiveDefinition() recognizes this error, also from another copy of this package", () => {
  const copy = { [Symbol.for("@kubewright/api-facts/RecursiveDefinitionError")]: true };

  expect(isRecursiveDefinition(new RecursiveDefinitionError("a", "b"))).toBe(true);
  expect(isRecursiveDefinition(copy)).toBe(true);
  expect(isRecursiveDefinition(new TypeError("Cannot expand"))).toBe(false);
  expect(isRecursiveDefinition(undefined)).toBe(false);
});

test("expand() gives undefined for a definition that is not there", () => {
  expect(expand("io.k8s.api.core.v1.Unknown")).toBeUndefined();
});

/** As `tools/facts/expansions.ts` makes it. */
function digest(schema: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(schema)))
    .digest("hex")
    .slice(0, 16);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}
