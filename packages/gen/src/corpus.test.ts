// Types in Go and the same types in TypeScript: what controller-gen made of the first (`npm run corpus`, which needs Go, renews
// it) is what we make of the second, byte by byte. Both leave out the annotation that names the program, and the prose of core types.

import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, readdirSync } from "node:fs";
import { test } from "vitest";

import { createDiskFileHost } from "./files/disk-file-host.ts";
import { joinPath } from "./files/join-path.ts";
import { generate } from "./generate.ts";
import type { Generator } from "./generators.ts";

const corpus = joinPath(import.meta.dirname, "../testdata/corpus");

test.each(readdirSync(corpus))(
  "generate() makes of the TypeScript of %s what controller-gen makes of its Go",
  (name) => {
    const root = `${corpus}/${name}`;

    const artifacts = generate({
      host: createDiskFileHost(),
      root,
      paths: ["./api/..."],
      generators: generatorsOf(root),
    });

    const expected = globSync("**/*.yaml", { cwd: `${root}/expected` }).toSorted();
    assert.ok(expected.length > 0);
    assert.deepEqual(
      artifacts.map(({ path }) => path),
      expected,
    );
    for (const { path, content } of artifacts) {
      assert.equal(withoutRootProse(content), readFileSync(`${root}/expected/${path}`, "utf8"), path);
    }
  },
);

/** The YAML without the descriptions of `apiVersion` and `kind`: both programs have their own. */
function withoutRootProse(yaml: string): string {
  return yaml.replaceAll(/^( {10}(?:apiVersion|kind):\n) {12}description: .*\n(?: {14}.*\n)*/gm, "$1");
}

function generatorsOf(root: string): readonly Generator[] {
  const file = `${root}/generators.json`;
  const text = existsSync(file) ? readFileSync(file, "utf8") : '[{ "name": "crd" }]';
  const generators = JSON.parse(text) as readonly Generator[];
  return generators.map((generator) =>
    generator.name === "crd" ? { omitToolVersion: true, ...generator } : generator,
  );
}
