import { expect, test } from "vitest";
import { parseGenerateWords } from "./parse-words.ts";

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
])("parseGenerateWords($words)", ({ words, generators, paths = ["./..."] }) => {
  expect(parseGenerateWords(words)).toMatchObject({ generators, paths });
});

test.each([
  { word: "crds", message: '"crds" is no generator and no rule: expected crd, rbac, object, webhook' },
  { word: "crd:depth=3", message: '"crd:depth=3" has an option "depth" that crd does not: expected maxDescLen' },
  { word: "openapi:year=1", message: '"year" that openapi does not: expected none' },
  { word: "crd:crdVersions=v1beta1", message: '"crdVersions", which has no use here: v1 is the only version there is' },
  { word: "crd:deprecatedV1beta1CompatibilityPreserveUnknownFields=true", message: "no server takes CRDs of v1beta1" },
  { word: "applyconfiguration:externalApplyConfigurations=a@b", message: "are known without being named" },
  { word: "schemapatch", message: "schemapatch needs the folder of the CRDs: write schemapatch:manifests=" },
  { word: "output:client:dir=x", message: "is for a generator that does not run: add the word client" },
  { word: "crd:maxDescLen=many", message: 'gives maxDescLen the value "many": expected a number' },
  { word: "crd:generateEmbeddedObjectMeta=yes", message: 'the value "yes": expected a boolean' },
  { word: "rbac:roleName=", message: 'gives roleName the value "": expected a text' },
  { word: "output:clients:dir=x", message: '"output:clients:dir=x" is no rule for output' },
  { word: "crd:toString=1", message: 'has an option "toString" that crd does not' },
])("parseGenerateWords() refuses $word and says what was expected", ({ word, message }) => {
  expect(() => parseGenerateWords([word])).toThrow(message);
});

test("parseGenerateWords() refuses a generator that is named twice", () => {
  expect(() => parseGenerateWords(["crd", "crd:maxDescLen=0"])).toThrow('"crd:maxDescLen=0" names crd once more');
});

test("parseGenerateWords() takes what controller-gen has and changes nothing here, and says why", () => {
  const { notes, generators } = parseGenerateWords([
    "crd:allowDangerousTypes=true,ignoreUnexportedFields,crdVersions=v1",
  ]);

  expect(generators).toEqual([{ name: "crd" }]);
  expect(notes).toEqual([
    "crd:allowDangerousTypes changes nothing: a Double is one by its name",
    "crd:ignoreUnexportedFields changes nothing: every field of an interface is exported",
    "crd:crdVersions changes nothing: v1 is the only version there is",
  ]);
});

test("parseGenerateWords() says which generators print and which write nothing", () => {
  const { elsewhere } = parseGenerateWords(["crd", "rbac", "object", "output:stdout", "output:object:none"]);

  expect([...elsewhere]).toEqual([
    ["crd", "stdout"],
    ["rbac", "stdout"],
    ["object", "none"],
  ]);
});
