import { expect, test } from "vitest";
import type { ReadonlyObject } from "../../registry/api-object.ts";
import { createDefinitionIndex } from "./definition-index.ts";

function definition(name: string, group: string, served: readonly string[]): ReadonlyObject {
  const versions = ["v1", "v2"].map((version) => ({ name: version, served: served.includes(version) }));
  const acceptedNames = { plural: name, kind: name.toUpperCase() };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name },
    spec: { group, versions },
    status: { acceptedNames },
  };
}

test("definitions of a group know the names of each other, and of nobody else", () => {
  const index = createDefinitionIndex();
  for (const name of ["b", "a"]) index.note(definition(name, "x.io", ["v1"]));
  index.note(definition("c", "y.io", ["v1"]));

  expect(index.inGroup("x.io")).toEqual(["a", "b"]);
  expect(index.namesOfOthers("x.io", "a")).toEqual([{ plural: "b", kind: "B" }]);
  expect(index.namesOfOthers("z.io", "a")).toEqual([]);
});

test("a version is served as long as any definition of the group says so", () => {
  const index = createDefinitionIndex();
  index.note(definition("a", "x.io", ["v1", "v2"]));
  index.note(definition("b", "x.io", ["v1"]));

  index.note(definition("a", "x.io", []));
  expect([index.isServed("x.io", "v1"), index.isServed("x.io", "v2")]).toEqual([true, false]);

  index.forget(definition("b", "x.io", ["v1"]));
  expect(index.isServed("x.io", "v1")).toBe(false);
  expect(index.inGroup("x.io")).toEqual(["a"]);
});
