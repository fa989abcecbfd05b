import assert from "node:assert/strict";
import { test } from "vitest";

import { createDiskFileHost } from "../files/disk-file-host.ts";
import { joinPath } from "../files/join-path.ts";
import { generateInMemory, problemsOf } from "../testdata/generate-in-memory.ts";
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

test("generated code is written to the folder of the options, with imports for it", () => {
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

test("a plural that is not a label does not become code", () => {
  const source = oneKind.replace("@groupName", '@kubebuilder:resource:path="x(){},y"\n   * @groupName');

  assert.throws(
    () => generateInMemory(source, { generators: [{ name: "client" }] }),
    /"Thing" has the plural "x\(\)\{\},y": a DNS-1035 label must consist of/,
  );
});

test("groups and plurals that become one name are refused, with both of them", () => {
  const other = oneKind
    .replaceAll("Thing", "Thing2")
    .replace("1st-group", "1st--group")
    .replace("root=true", "root=true\n   * @kubebuilder:resource:path=things");

  assert.throws(
    () => generateInMemory(oneKind, { generators: [{ name: "client" }], others: { "other/v1/types.ts": other } }),
    /"Thing2?" and 1st-+group\.example\.com\/v1 Thing2? are both "group1stGroupV1\(\)\.things\(\)" in generated code/,
  );
});

test("a kind whose name means something else in the generated code is called by its group, too", () => {
  const source = oneKind.replace("interface Thing", "interface Client");

  const [clientset] = generateInMemory(source, { generators: [{ name: "client" }] });

  assert.match(clientset?.content ?? "", /import \{ Client as ClientGroup1stGroupV1 \} from/);
  assert.match(clientset?.content ?? "", /clients\(namespace\?: string\): Omit<ResourceClient<ClientGroup1stGroupV1>/);
});

test("a group of any text is a name of code in a clientset, and data in definitions", () => {
  const source = oneKind.replace("1st-group.example.com", '"a\\"; evil(); //.`${x}`"');

  const [clientset, , openapi] = generateInMemory(source, { generators: [{ name: "client" }, { name: "openapi" }] });

  assert.match(clientset?.content ?? "", / {2}aEvilV1\(\): AEvilV1Client;/);
  assert.doesNotMatch(clientset?.content ?? "", /evil\(\)|\$\{/);
  const { components } = JSON.parse(openapi?.content ?? "") as { readonly components: { readonly schemas: object } };
  assert.deepEqual(Object.keys(components.schemas)[0], '`${x}`.a"; evil(); //.v1.Thing');
});

test("a generated defaulter sets the defaults of the markers in absent fields", async () => {
  const file: string = `${root}/expected/api/shop/v1/zz_generated.defaults.order.ts`;
  const { defaultOrder } = (await import(file)) as { readonly defaultOrder: (order: object) => object };

  assert.deepEqual(defaultOrder({ spec: { lines: [{ article: "a" }, { article: "b", count: 2 }] } }), {
    spec: {
      speed: "normal",
      lines: [
        { article: "a", count: 1 },
        { article: "b", count: 2 },
      ],
      wrapping: { colour: "brown", ribbons: {} },
    },
  });
  const complete = { spec: { speed: "express", lines: [], wrapping: {} } };
  assert.equal(defaultOrder(complete), complete);
});

test("no kinds, no files", () => {
  assert.deepEqual(problemsOf("export interface Nothing {}"), []);
  assert.deepEqual(generateInMemory("export interface Nothing {}", { generators }), []);
});
