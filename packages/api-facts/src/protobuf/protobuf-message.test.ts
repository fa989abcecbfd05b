import assert from "node:assert/strict";
import { test } from "vitest";
import { definition, definitionNames } from "../definitions.ts";
import { protobufMessage } from "./protobuf-message.ts";

const core = "io.k8s.api.core.v1";

test("protobufMessage() returns the numbers, types and names of a type's fields", () => {
  const { goName, isList, fields } = protobufMessage(`${core}.ConfigMap`) ?? {};

  assert.deepEqual([goName, isList], ["ConfigMap", false]);
  assert.deepEqual(
    Array.from(fields?.values() ?? [], ({ name, number, label, type }) => [name, number, label, type]),
    [
      ["metadata", 1, "single", "message"],
      ["data", 2, "map", "string"],
      ["binaryData", 3, "map", "bytes"],
      ["immutable", 4, "single", "bool"],
    ],
  );
  assert.equal(fields?.get(1)?.goName, "ObjectMeta");
  assert.equal(fields?.get(1)?.message, "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
  assert.equal(fields?.get(4)?.isPointer, true);
});

test("protobufMessage() marks what JSON has in place of a message: embedded types, and lists in maps", () => {
  assert.equal(protobufMessage(`${core}.Probe`)?.fields.get(1)?.name, "");
  assert.equal(protobufMessage("io.k8s.api.authorization.v1.ExtraValue")?.isList, true);
});

test("protobufMessage() has no message for types with a special encoding", () => {
  assert.equal(protobufMessage("io.k8s.apimachinery.pkg.apis.meta.v1.Time"), undefined);
  assert.equal(protobufMessage("nothing"), undefined);
});

/** The names that a type has in JSON, those of embedded types included. */
function jsonNames(definitionName: string): readonly string[] {
  return Array.from(protobufMessage(definitionName)?.fields.values() ?? []).flatMap((field) =>
    field.name === "" ? jsonNames(field.message) : [field.name],
  );
}

test("every published type that is a message has the same fields as in JSON", () => {
  const differing = definitionNames().filter((name) => {
    const properties = definition(name)?.properties;
    if (properties === undefined || protobufMessage(name) === undefined) return false;
    const published = Object.keys(properties).filter((field) => field !== "kind" && field !== "apiVersion");
    return (
      !jsonNames(name).every((field) => Object.hasOwn(properties, field)) ||
      !published.every((field) => jsonNames(name).includes(field))
    );
  });

  // Types with a field named kind or apiVersion are compared without it.
  assert.deepEqual(
    differing.filter((name) => !jsonNames(name).some((field) => field === "kind" || field === "apiVersion")),
    [],
  );
});
