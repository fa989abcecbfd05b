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
  { words: ["output:crd:dir=out", "crd"], generators: [{ name: "crd", output: "out" }] },
])("parseGenerateWords($words)", ({ words, generators, paths = ["./..."] }) => {
  expect(parseGenerateWords(words)).toEqual({ generators, paths });
});

test.each([
  { word: "crds", message: '"crds" is no generator and no rule: expected crd, rbac, object, webhook' },
  { word: "crd:depth=3", message: '"crd:depth=3" has an option "depth" that crd does not: expected maxDescLen' },
  { word: "object:year=1", message: '"year" that object does not: expected none' },
  { word: "crd:maxDescLen=many", message: 'gives maxDescLen the value "many": expected a number' },
  { word: "crd:generateEmbeddedObjectMeta=yes", message: 'the value "yes": expected a boolean' },
  { word: "rbac:roleName=", message: 'gives roleName the value "": expected a text' },
  { word: "output:clients:dir=x", message: '"output:clients:dir=x" is no generator and no rule' },
  { word: "crd:toString=1", message: 'has an option "toString" that crd does not' },
])("parseGenerateWords() refuses $word and says what was expected", ({ word, message }) => {
  expect(() => parseGenerateWords([word])).toThrow(message);
});
