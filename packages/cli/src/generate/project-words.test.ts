import { expect, test } from "vitest";

import { completeWords, wordsOfManifest } from "./project-words.ts";

const project = [
  "crd:maxDescLen=0",
  "rbac:roleName=jobs",
  "object",
  "client",
  "paths=./api/...",
  "output:crd:dir=deploy",
];

test.each([
  { given: [], words: project },
  { given: ["crd"], words: ["crd:maxDescLen=0", "paths=./api/...", "output:crd:dir=deploy"] },
  { given: ["crd:maxDescLen=9"], words: ["crd:maxDescLen=9", "paths=./api/...", "output:crd:dir=deploy"] },
  { given: ["object", "rbac"], words: ["object", "rbac:roleName=jobs", "paths=./api/..."] },
  { given: ["paths=./b"], words: [...project.slice(0, 4), "paths=./b", "output:crd:dir=deploy"] },
  { given: ["crd", "output:stdout"], words: ["crd:maxDescLen=0", "paths=./api/...", "output:stdout"] },
  { given: ["openapi"], words: ["openapi", "paths=./api/..."] },
])("completeWords($given) with the words of a project", ({ given, words }) => {
  expect(completeWords(given, project)).toEqual(words);
});

test("completeWords() without a project changes nothing", () => {
  expect(completeWords(["crd", "output:dir=x"])).toEqual(["crd", "output:dir=x"]);
});

test("wordsOfManifest() reads the list of package.json", () => {
  expect(wordsOfManifest({ kubewright: { generate: ["crd", "object"] } })).toEqual(["crd", "object"]);
  expect(wordsOfManifest({ scripts: {} })).toBeUndefined();
  expect(wordsOfManifest(undefined)).toBeUndefined();
});

test("wordsOfManifest() rejects another type", () => {
  expect(() => wordsOfManifest({ kubewright: { generate: "crd object" } })).toThrow(
    '"kubewright.generate" of package.json is "crd object", must be a list of words such as ["crd", "object"]',
  );
});
