import { expect, test } from "vitest";

import { completeArguments, argumentsOfManifest } from "./project-arguments.ts";

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
])("completeArguments($given) with the arguments of a project", ({ given, words }) => {
  expect(completeArguments(given, project)).toEqual(words);
});

test("completeArguments() without a project changes nothing", () => {
  expect(completeArguments(["crd", "output:dir=x"])).toEqual(["crd", "output:dir=x"]);
});

test("argumentsOfManifest() reads the list of package.json", () => {
  expect(argumentsOfManifest({ kubewright: { generate: ["crd", "object"] } })).toEqual(["crd", "object"]);
  expect(argumentsOfManifest({ scripts: {} })).toBeUndefined();
  expect(argumentsOfManifest(undefined)).toBeUndefined();
});

test("argumentsOfManifest() rejects another type", () => {
  expect(() => argumentsOfManifest({ kubewright: { generate: "crd object" } })).toThrow(
    '"kubewright.generate" of package.json is "crd object", must be a list of arguments such as ["crd", "object"]',
  );
});
