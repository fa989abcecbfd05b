import assert from "node:assert/strict";
import { test } from "vitest";

import { createDiskFileHost } from "../files/disk-file-host.ts";
import { joinPath } from "../files/join-path.ts";
import { generateInMemory, problemsOf } from "../generate-in-memory.ts";
import { generate } from "../generate.ts";
import type { Generator } from "../generators.ts";

const root = joinPath(import.meta.dirname, "../../testdata/clients");
const generators: readonly Generator[] = [
  { name: "object" },
  { name: "client" },
  { name: "lister" },
  { name: "informer" },
  { name: "defaulter" },
  { name: "openapi" },
];

test("clients, listers, informers, defaulters and definitions of several groups and versions are as the golden files have them", () => {
  const host = createDiskFileHost();

  const artifacts = generate({ host, root, paths: ["./api/..."], generators });

  assert.deepEqual(
    artifacts.map(({ path }) => path),
    [
      "api/bank/v1/zz_generated.order.ts",
      "api/shop/v1/zz_generated.defaults.order.ts",
      "api/shop/v1/zz_generated.order.ts",
      "api/shop/v2/zz_generated.defaults.order.ts",
      "api/shop/v2/zz_generated.order.ts",
      "generated/clientset/clientset.ts",
      "generated/clientset/fake-clientset.ts",
      "generated/informers/factory.ts",
      "generated/listers/listers.ts",
      "generated/openapi/openapi.json",
    ],
  );
  for (const { path, content } of artifacts) {
    assert.equal(content, host.readFile(`${root}/expected/${path}`), path);
  }
});

const oneKind = `
  import type { KubernetesObject } from "@kubewright/apimachinery";
  /**
   * @kubebuilder:object:root=true
   * @groupName=1st-group.example.com
   */
  export interface Thing extends KubernetesObject {}
`;

test("generated code goes where the options say, and imports from there", () => {
  const [clientset, fake, listers] = generateInMemory(oneKind, {
    generators: [
      { name: "client", output: "pkg/clients/" },
      { name: "lister", output: "./pkg/listers/deep" },
    ],
  });

  assert.equal(clientset?.path, "pkg/clients/clientset.ts");
  assert.match(clientset?.content ?? "", /from "\.\.\/\.\.\/api\/v1\/zz_generated\.types\.ts"/);
  assert.equal(fake?.path, "pkg/clients/fake-clientset.ts");
  assert.equal(listers?.path, "pkg/listers/deep/listers.ts");
  assert.match(listers?.content ?? "", /from "\.\.\/\.\.\/\.\.\/api\/v1\/zz_generated\.types\.ts"/);
});

test("a group that begins with a digit, and has characters that no name of code has, becomes a name", () => {
  const [clientset] = generateInMemory(oneKind, { generators: [{ name: "client" }] });

  assert.match(clientset?.content ?? "", / {2}group1stGroupV1\(\): Group1stGroupV1Client;/);
});

test("a plural that is no label does not become code", () => {
  const source = oneKind.replace("@groupName", '@kubebuilder:resource:path="x(){},y"\n   * @groupName');

  assert.throws(
    () => generateInMemory(source, { generators: [{ name: "client" }] }),
    /"Thing" has the plural "x\(\)\{\},y": a DNS-1035 label must consist of/,
  );
});

test("no kinds, no files", () => {
  assert.deepEqual(problemsOf("export interface Nothing {}"), []);
  assert.deepEqual(generateInMemory("export interface Nothing {}", { generators }), []);
});
