import assert from "node:assert/strict";
import { test } from "vitest";

import { createDiskFileHost } from "./files/disk-file-host.ts";
import { generateInMemory } from "./testdata/generate-in-memory.ts";
import { generate } from "./generate.ts";
import type { Artifact, Generator } from "./index.ts";
import { joinPath } from "./files/join-path.ts";

const testdata = joinPath(import.meta.dirname, "../testdata");
const all: readonly Generator[] = [{ name: "crd" }, { name: "rbac", roleName: "manager-role" }, { name: "object" }];

function generateCase(name: string, generators = all): readonly Artifact[] {
  return generate({ host: createDiskFileHost(), root: `${testdata}/${name}`, paths: ["./api/..."], generators });
}

function expectGolden(name: string, artifacts: readonly Artifact[]): void {
  const host = createDiskFileHost();
  assert.ok(artifacts.length > 0);
  for (const { path, content } of artifacts) {
    assert.equal(content, host.readFile(`${testdata}/${name}/expected/${path}`), path);
  }
}

test("generate() resolves generics, utility types, intersections, literals and types of the built-in groups", () => {
  expectGolden("types", generateCase("types"));
});

test("generate() converts a union of objects to one object with all fields, and rules for the valid combinations", () => {
  expectGolden("unions", generateCase("unions", [{ name: "crd" }]));
});

test("generate() merges the versions of a kind into one CRD, each with its schema and flags", () => {
  expectGolden("versions", generateCase("versions"));
});

test("generate() returns the same artifacts on each run and for any order of the generators", () => {
  const first = generateCase("versions");
  const second = generateCase("versions", all.toReversed());

  assert.deepEqual(first, second);
});

test("generate() describes apiVersion and kind, with the comments of the kind if it has any", () => {
  const source = `/** @groupName=example.com */
import type { KubernetesObject } from "@kubewright/apimachinery";
/** @kubebuilder:object:root=true */
export interface Thing extends KubernetesObject {
  /** Always Thing. */
  readonly kind: "Thing";
}
`;

  const [crd] = generateInMemory(source, { generators: [{ name: "crd" }] });

  assert.match(
    crd?.content ?? "",
    /apiVersion:\n +description: The API group and version of this object, as in apps\/v1\.\n/,
  );
  assert.match(
    crd?.content ?? "",
    / kind:\n +description: Always Thing\.\n +type: string\n +metadata:\n +type: object\n/,
  );
});

test("generate() omits descriptions when maxDescLen is 0", () => {
  const [crd] = generateCase("versions", [{ name: "crd", maxDescLen: 0 }]);

  assert.ok(crd !== undefined);
  assert.doesNotMatch(crd.content, /description:/);
});

test("generate() truncates descriptions at the end of a sentence when maxDescLen is set", () => {
  const [crd] = generateCase("types", [{ name: "crd", maxDescLen: 17 }]);

  assert.match(crd?.content ?? "", /description: The smallest\.\n/);
  assert.match(crd?.content ?? "", /description: EverythingSpec\.\.\.\n/);
});

test("generate() writes files to the folders of the options", () => {
  const artifacts = generateCase("corpus/widget", [
    { name: "crd", output: "out/crds" },
    { name: "rbac", roleName: "r", output: "./out", fileName: "rights.yaml" },
  ]);

  assert.deepEqual(
    artifacts.map(({ path }) => path),
    ["out/crds/shop.example.com_widgets.yaml", "out/rights.yaml"],
  );
});

test.each([
  {
    what: "a path",
    options: { paths: ["./missing/..."], generators: all },
    message: `Cannot find sources: paths has "./missing/...", which does not exist in "${testdata}": expected an existing file or folder, such as ./api/...`,
  },
  {
    what: "a folder of manifests",
    options: { generators: [{ name: "schemapatch", manifests: "missing" }] },
    message: `Cannot patch schemas: schemapatch:manifests is "missing", which is not a folder in "${testdata}": must be the folder of the CRDs`,
  },
  {
    what: "a header",
    options: { generators: [{ name: "object", headerFile: "missing.txt" }] },
    message: `Cannot read the header of generated files: "missing.txt" does not exist in "${testdata}"`,
  },
  {
    what: "an output folder outside the project, as a folder",
    options: { generators: [{ name: "crd", output: "../outside" }] },
    message: `Cannot generate into "../outside": must be a folder in the project "${testdata}"`,
  },
] as const)("generate() rejects $what that does not exist, with the option and the path", ({ options, message }) => {
  assert.throws(() => generate({ host: createDiskFileHost(), root: testdata, ...options }), {
    name: "InputError",
    message,
  });
});
