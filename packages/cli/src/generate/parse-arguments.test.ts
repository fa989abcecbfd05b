import { expect, test } from "vitest";
import { parseGenerateArguments } from "./parse-arguments.ts";

const all = [{ name: "crd" }, { name: "rbac", roleName: "manager-role" }, { name: "object" }, { name: "webhook" }];

test.each<{ words: string[]; generators: object[]; paths?: string[] }>([
  { words: [], generators: all },
  { words: ["paths=./api/...;./internal/..."], generators: all, paths: ["./api/...", "./internal/..."] },
  { words: ["crd"], generators: [{ name: "crd" }] },
  {
    words: ["crd:maxDescLen=0,generateEmbeddedObjectMeta=true"],
    generators: [{ name: "crd", maxDescLen: 0, generateEmbeddedObjectMeta: true }],
  },
  { words: ["crd:generateEmbeddedObjectMeta"], generators: [{ name: "crd", generateEmbeddedObjectMeta: true }] },
  {
    words: ["rbac:roleName=other", "output:rbac:dir=deploy"],
    generators: [{ name: "rbac", roleName: "other", output: "deploy" }],
  },
  { words: ["webhook", "output:webhook:dir=out"], generators: [{ name: "webhook", output: "out" }] },
  {
    words: ["client", "lister", "informer", "output:client:dir=pkg/clientset", "defaulter", "openapi"],
    generators: [
      { name: "client", output: "pkg/clientset" },
      { name: "lister" },
      { name: "informer" },
      { name: "defaulter" },
      { name: "openapi" },
    ],
  },
  { words: ['paths="{./api/..., ./b}"', "crd"], generators: [{ name: "crd" }], paths: ["./api/...", "./b"] },
  {
    words: ["object:headerFile=h.txt,year=2026", "output:dir=out", "rbac"],
    generators: [
      { name: "object", headerFile: "h.txt", year: "2026" },
      { name: "rbac", roleName: "manager-role", output: "out" },
    ],
  },
  {
    words: ["schemapatch:manifests=crds,maxDescLen=0"],
    generators: [{ name: "schemapatch", manifests: "crds", maxDescLen: 0 }],
  },
  { words: ["output:crd:dir=out", "crd"], generators: [{ name: "crd", output: "out" }] },
])("parseGenerateArguments($words)", ({ words, generators, paths = ["./..."] }) => {
  expect(parseGenerateArguments(words)).toMatchObject({ generators, paths });
});

test.each([
  { word: "crds", message: '"crds" is neither a generator nor a rule: expected crd, rbac, object, webhook' },
  {
    word: "crd:depth=3",
    message: '"crd:depth=3" has the option "depth", which crd does not have: expected maxDescLen',
  },
  { word: "openapi:year=1", message: '"year", which openapi does not have: expected none' },
  { word: "crd:crdVersions=v1beta1", message: '"crdVersions", which is not supported: v1 is the only version' },
  {
    word: "crd:deprecatedV1beta1CompatibilityPreserveUnknownFields=true",
    message: "no server accepts CRDs of v1beta1",
  },
  { word: "applyconfiguration:externalApplyConfigurations=a@b", message: "are always known" },
  { word: "schemapatch", message: "schemapatch needs the folder of the CRDs: write schemapatch:manifests=" },
  { word: "output:client:dir=x", message: "is for a generator that does not run: add client" },
  { word: "crd:maxDescLen=many", message: 'sets maxDescLen to "many": expected a number' },
  { word: "crd:generateEmbeddedObjectMeta=yes", message: 'to "yes": expected a boolean' },
  { word: "rbac:roleName=", message: 'sets roleName to "": expected a string' },
  { word: "output:clients:dir=x", message: '"output:clients:dir=x" is not an output rule' },
  { word: "crd:toString=1", message: 'has the option "toString", which crd does not have' },
])("parseGenerateArguments() rejects $word and names the expected form", ({ word, message }) => {
  expect(() => parseGenerateArguments([word])).toThrow(message);
});

test("parseGenerateArguments() rejects a generator that is named twice", () => {
  expect(() => parseGenerateArguments(["crd", "crd:maxDescLen=0"])).toThrow('"crd:maxDescLen=0" names crd twice');
});

test("parseGenerateArguments() accepts options of controller-gen without effect, with a note", () => {
  const { notes, generators } = parseGenerateArguments([
    "crd:allowDangerousTypes=true,ignoreUnexportedFields,crdVersions=v1",
  ]);

  expect(generators).toEqual([{ name: "crd" }]);
  expect(notes).toEqual([
    "crd:allowDangerousTypes has no effect: the type Double is explicit",
    "crd:ignoreUnexportedFields has no effect: every field of an interface is exported",
    "crd:crdVersions has no effect: v1 is the only version",
  ]);
});

test("parseGenerateArguments() returns the generators that print and those that write nothing", () => {
  const { elsewhere } = parseGenerateArguments(["crd", "rbac", "object", "output:stdout", "output:object:none"]);

  expect([...elsewhere]).toEqual([
    ["crd", "stdout"],
    ["rbac", "stdout"],
    ["object", "none"],
  ]);
});
