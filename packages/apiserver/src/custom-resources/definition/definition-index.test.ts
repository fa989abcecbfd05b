import { expect, test } from "vitest";
import { DefinitionIndex } from "./definition-index.ts";
import type { DefinitionView } from "../definition-view.ts";

function definition(name: string, group: string, served: readonly string[], namesAccepted = "True"): DefinitionView {
  const versions = ["v1", "v2"].map((version) => ({ name: version, served: served.includes(version), storage: true }));
  const names = { plural: name, kind: name.toUpperCase() };
  return {
    metadata: { name },
    spec: { group, versions, names, scope: "Namespaced" },
    status: { acceptedNames: names, conditions: [{ type: "NamesAccepted", status: namesAccepted }] },
  };
}

test("definitions of a group share names, and those of other groups do not", () => {
  const index = new DefinitionIndex();
  for (const name of ["b", "a"]) index.record(definition(name, "x.io", ["v1"]));
  index.record(definition("c", "y.io", ["v1"]));

  expect(index.namesOfOthers("a")).toEqual([{ plural: "b", kind: "B" }]);
  expect(index.namesOfOthers("c")).toEqual([]);
});

test("the definitions that wait for names are those of the group whose names are not accepted, in order", () => {
  const index = new DefinitionIndex();
  for (const name of ["c", "b"]) index.record(definition(name, "x.io", [], "False"));
  index.record(definition("a", "x.io", []));
  index.record(definition("d", "y.io", [], "False"));

  expect(index.waitingForNames("x.io")).toEqual(["b", "c"]);
});

test("a version is served as long as any definition of the group serves it", () => {
  const index = new DefinitionIndex();
  index.record(definition("a", "x.io", ["v1", "v2"]));
  index.record(definition("b", "x.io", ["v1"]));

  index.record(definition("a", "x.io", []));
  expect([index.isServed("x.io", "v1"), index.isServed("x.io", "v2")]).toEqual([true, false]);

  index.forget("b");
  expect(index.isServed("x.io", "v1")).toBe(false);
});
