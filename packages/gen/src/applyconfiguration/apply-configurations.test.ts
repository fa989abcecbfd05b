import assert from "node:assert/strict";
import { test } from "vitest";

import { verifyArtifacts } from "../artifacts/artifact.ts";
import { createDiskFileHost } from "../files/disk-file-host.ts";
import { joinPath } from "../files/join-path.ts";
import { generateInMemory } from "../testdata/generate-in-memory.ts";
import { generate } from "../generate.ts";

test("written and stored types, apply configurations and validations match the golden files", () => {
  const host = createDiskFileHost();
  const root = joinPath(import.meta.dirname, "../../testdata/written-and-stored");

  const artifacts = generate({
    host,
    root,
    generators: [{ name: "object" }, { name: "applyconfiguration" }, { name: "validation" }],
  });

  assert.deepEqual(
    artifacts.map(({ path }) => path),
    ["api/v1/applyconfiguration/fleet.ts", "api/v1/zz_generated.fleet.ts", "api/v1/zz_generated.validation.fleet.ts"],
  );
  assert.deepEqual(verifyArtifacts(host, root, artifacts), []);
});

const kind = (markers = ""): string => `
  import type { KubernetesObject } from "@kubewright/apimachinery";
  /**
   * @kubebuilder:object:root=true
   * ${markers}
   */
  export interface Thing extends KubernetesObject {}
`;

test("a folder marker sets the output folder of apply configurations, and a marker on a kind enables or disables them", () => {
  const [other] = generate1(kind(), '@kubebuilder:ac:output:package="../../pkg/apply"');
  const none = generate1(kind("@kubebuilder:ac:generate=false"));
  const one = generate1(kind("@kubebuilder:ac:generate=true"), "@kubebuilder:ac:generate=false");

  assert.equal(other?.path, "pkg/apply/types.ts");
  assert.match(other?.content ?? "", /from "\.\.\/\.\.\/api\/v1\/zz_generated\.types\.ts"/);
  assert.deepEqual(none, []);
  assert.equal(one.length, 1);
});

test("an output folder outside the project, or the folder of the types, is rejected", () => {
  assert.throws(
    () => generate1(kind(), "@kubebuilder:ac:output:package=../../../../elsewhere"),
    /the output folder of apply configurations is ".*elsewhere": expected a folder below/,
  );
  assert.throws(
    () => generate1(kind(), "@kubebuilder:ac:output:package=."),
    /expected a folder other than the folder of the types/,
  );
});

function generate1(source: string, ofFolder = ""): ReturnType<typeof generateInMemory> {
  const comment = `/**\n * @groupName=example.com\n * ${ofFolder}\n */\n`;
  return generateInMemory(comment + source, { generators: [{ name: "applyconfiguration" }] });
}
