// Results of the compiler are cached. These are the cases in which equal source text has different types.

import assert from "node:assert/strict";
import { test } from "vitest";

import { generateInMemory, problemsOf } from "../testdata/generate-in-memory.ts";

const kind = (name: string, imports: string, fields: string): string => `/** @groupName=example.com */
import type { KubernetesObject } from "@kubewright/apimachinery";
${imports}
/** @kubebuilder:object:root=true */
export interface ${name} extends KubernetesObject { readonly spec: { ${fields} } }
`;

function crdOf(name: string, source: string, others: Readonly<Record<string, string>>): string {
  const artifacts = generateInMemory(source, { others, generators: [{ name: "crd" }] });
  return artifacts.find(({ path }) => path.endsWith(`_${name}s.yaml`))?.content ?? "";
}

test("two files of a folder may import different types under one name", () => {
  const others = {
    "api/v1/other.ts": kind("Other", 'import type { Size } from "./large.ts";', "readonly size: Size"),
    "api/v1/small.ts": "/** A small size. */\nexport type Size = 'S';",
    "api/v1/large.ts": "/** A large size. */\nexport type Size = 'L';",
  };
  const source = kind("Thing", 'import type { Size } from "./small.ts";', "readonly size: Size");

  assert.match(crdOf("thing", source, others), /description: A small size\.\n/);
  assert.match(crdOf("other", source, others), /description: A large size\.\n/);
});

test("two names of one module are not confused when a file imports one under the name of the other", () => {
  const others = {
    "api/v1/other.ts": kind("Other", 'import type { Large as Small } from "./sizes.ts";', "readonly size: Small"),
    "api/v1/sizes.ts": "/** A small size. */\nexport type Small = 'S';\n/** A large size. */\nexport type Large = 'L';",
  };
  const source = kind("Thing", 'import type { Small } from "./sizes.ts";', "readonly size: Small");

  assert.match(crdOf("thing", source, others), /description: A small size\.\n/);
  assert.match(crdOf("other", source, others), /description: A large size\.\n/);
});

test("files of two folders may import different files with the same specifier", () => {
  const others = {
    "api/v2/types.ts": kind("Other", 'import type { Size } from "./size.ts";', "readonly size: Size"),
    "api/v1/size.ts": "/** A small size. */\nexport type Size = 'S';",
    "api/v2/size.ts": "/** A large size. */\nexport type Size = 'L';",
  };
  const source = kind("Thing", 'import type { Size } from "./size.ts";', "readonly size: Size");

  assert.match(crdOf("thing", source, others), /description: A small size\.\n/);
  assert.match(crdOf("other", source, others), /description: A large size\.\n/);
});

test.each([
  ["inherited", "interface Map { readonly [key: string]: string }\ninterface Open extends Map { readonly a: string }"],
  ["merged", "interface Open { readonly a: string }\ninterface Open { readonly [key: string]: string }"],
  ["generic", "interface Of<T> { readonly [key: string]: T }\ntype Open = Of<string> & { readonly a: string }"],
])("an index signature that is %s is found beside named fields", (_how, declarations) => {
  const problems = problemsOf(kind("Thing", declarations, "readonly open: Open"));

  assert.equal(problems.length, 1);
  assert.match(problems[0] ?? "", /the open object "Open" has no structural schema/);
});

test("types may come from a file outside the rootDir of the project", () => {
  const others = {
    "tsconfig.json": JSON.stringify({ compilerOptions: { module: "nodenext", target: "es2024", rootDir: "./src" } }),
    "api/v1/size.ts": "export type Size = 'S';",
  };

  const problems = problemsOf(kind("Thing", 'import type { Size } from "./size.ts";', "readonly size: Size"), others);

  assert.deepEqual(problems, []);
});
