import assert from "node:assert/strict";
import type { CustomResourceDefinitionNames } from "@kubewright/api/apiextensions.k8s.io/v1";
import { test } from "vitest";
import { acceptNames } from "./accept-names.ts";
import type { DefinitionView } from "../definition-view.ts";

const foos = { plural: "foos", singular: "foo", kind: "Foo", listKind: "FooList", shortNames: ["fo"] };

function wanting(names: CustomResourceDefinitionNames, accepted?: CustomResourceDefinitionNames): DefinitionView {
  return { spec: { names }, ...(accepted === undefined ? {} : { status: { acceptedNames: accepted } }) };
}

const other = foos;

test("acceptNames() accepts names that no other definition has", () => {
  const { names, namesAccepted } = acceptNames(wanting(foos), []);

  assert.deepEqual(names, foos);
  assert.equal(namesAccepted.status, "True");
  assert.equal(namesAccepted.reason, "NoConflicts");
});

test.for([
  ["plural", { plural: "foos" }, "PluralConflict", '"foos" is already in use'],
  [
    "a plural that is the short name of another definition",
    { plural: "fo" },
    "PluralConflict",
    '"fo" is already in use',
  ],
  ["singular", { singular: "foo" }, "SingularConflict", '"foo" is already in use'],
  ["a short name", { shortNames: ["b", "fo"] }, "ShortNamesConflict", '"fo" is already in use'],
  [
    "two short names",
    { shortNames: ["foo", "fo"] },
    "ShortNamesConflict",
    '["foo" is already in use, "fo" is already in use]',
  ],
  ["kind", { kind: "Foo" }, "KindConflict", '"Foo" is already in use'],
  [
    "a kind that is the list kind of another definition",
    { kind: "FooList" },
    "KindConflict",
    '"FooList" is already in use',
  ],
  ["list kind", { listKind: "FooList" }, "ListKindConflict", '"FooList" is already in use'],
] as const)("acceptNames() rejects a name of another definition: %s", ([, taken, reason, message]) => {
  const free = { plural: "bars", singular: "bar", kind: "Bar", listKind: "BarList" };
  const { shortNames, ...others } = { shortNames: [] as readonly string[], ...taken };
  const { namesAccepted } = acceptNames(wanting({ ...free, ...others, shortNames: [...shortNames] }), [other]);

  assert.deepEqual(namesAccepted, { type: "NamesAccepted", status: "False", reason, message });
});

test("acceptNames() keeps the accepted names of a definition that requests more", () => {
  const held = { plural: "bars", singular: "bar", kind: "Bar", listKind: "BarList" };
  const { names, namesAccepted } = acceptNames(wanting({ ...held, singular: "foo" }, held), [other]);

  assert.equal(names.singular, "bar");
  assert.equal(namesAccepted.status, "False");
});
