import { finish } from "@kubewright/apimachinery";
import assert from "node:assert/strict";
import { test } from "vitest";
import type { JsonObject } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import type { FieldSet } from "./field-set.ts";
import { emptyFieldSet, fieldSet } from "./field-set.ts";
import type { Manager } from "./manager.ts";
import type { AfterApply } from "./managers.ts";
import { managedAfterApply, managedAfterUpdate } from "./managers.ts";
import { formatPath } from "./path-element.ts";
import type { VersionConverter } from "./version-converter.ts";

const text: JsonSchema = { type: "string" };
const schemaWith = (properties: NonNullable<JsonSchema["properties"]>): JsonSchema => ({
  type: "object",
  properties: { apiVersion: text, kind: text, ...properties },
});
const v1 = schemaWith({
  a: text,
  b: text,
  tags: { type: "array", items: text, "x-kubernetes-list-type": "set" },
  items: {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    items: { type: "object", properties: { name: text, value: text, other: text } },
  },
  status: text,
});
const v2 = schemaWith({ renamed: text, b: text });

const converter: VersionConverter = {
  schemaOf: (apiVersion) => (apiVersion === "g/v1" ? v1 : apiVersion === "g/v2" ? v2 : undefined),
  convert: ({ a, renamed, ...rest }, apiVersion) => ({
    ...rest,
    apiVersion,
    ...(apiVersion === "g/v2" ? a !== undefined && { renamed: a } : renamed !== undefined && { a: renamed }),
  }),
};

const base: JsonObject = { apiVersion: "g/v1", kind: "Thing" };
const texts = (set: FieldSet | undefined): readonly string[] => [...(set ?? emptyFieldSet).paths()].map(formatPath);
const field = (...names: readonly string[]): FieldSet => fieldSet(...names.map((name) => [{ field: name }]));
const managerOf = (manager: string, operation: Manager["operation"], set: FieldSet, apiVersion = "g/v1"): Manager => ({
  manager,
  operation,
  apiVersion,
  subresource: "",
  set,
});
const apply = (
  live: JsonObject,
  applied: JsonObject,
  managers: readonly Manager[],
  options: { readonly force?: boolean; readonly apiVersion?: string } = {},
): AfterApply =>
  finish(
    managedAfterApply(converter, {
      live: { ...base, ...live },
      applied: { ...base, ...applied },
      apiVersion: "g/v1",
      managers,
      manager: { manager: "me", subresource: "" },
      ...options,
    }),
  );

function succeeded(outcome: AfterApply): Exclude<AfterApply, { readonly conflicts: unknown }> {
  assert.ok(!("conflicts" in outcome), "conflicts");
  return outcome;
}

const ownedBy = (managers: readonly Manager[], name: string): readonly string[] =>
  texts(managers.find(({ manager }) => manager === name)?.set).filter((path) => !/apiVersion|kind/.test(path));

test("An update takes what it changes and what it removes from everybody", () => {
  const managers = [managerOf("x", "Apply", field("a", "b")), managerOf("y", "Update", field("b"))];

  const { managers: left, taken } = finish(
    managedAfterUpdate(converter, {
      live: { ...base, a: "1", b: "2" },
      next: { ...base, a: "9" },
      apiVersion: "g/v1",
      managers,
    }),
  );

  assert.deepEqual(texts(taken), [".a"]);
  assert.deepEqual(left, []);
});

test("An update leaves managers alone whose fields it does not touch", () => {
  const managers = [managerOf("x", "Apply", field("a"))];

  const after = finish(
    managedAfterUpdate(converter, {
      live: { ...base, a: "1" },
      next: { ...base, a: "1", b: "2" },
      apiVersion: "g/v1",
      managers,
    }),
  );

  assert.equal(after.managers[0], managers[0]);
  assert.deepEqual(texts(after.taken), [".b"]);
});

test("An update is written only within the fields of its subresource", () => {
  const { taken } = finish(
    managedAfterUpdate(
      { ...converter, writable: (set) => set.recursiveDifference(field("status")) },
      { live: base, next: { ...base, a: "1", status: "s" }, apiVersion: "g/v1", managers: [] },
    ),
  );

  assert.deepEqual(texts(taken), [".a"]);
});

test("An update through one version takes fields of managers in another, and drops managers of none", () => {
  const managers = [
    managerOf("x", "Apply", field("renamed", "b"), "g/v2"),
    managerOf("gone", "Update", field("a"), "g/v0"),
  ];

  const after = finish(
    managedAfterUpdate(converter, {
      live: { ...base, a: "1", b: "2" },
      next: { ...base, a: "9", b: "2" },
      apiVersion: "g/v1",
      managers,
    }),
  );

  assert.deepEqual(
    after.managers.map(({ manager }) => manager),
    ["x"],
  );
  assert.deepEqual(texts(after.managers[0]?.set), [".b"]);
});

test("An apply that would change what another owns is a conflict", () => {
  const outcome = apply({ a: "1", b: "2" }, { a: "9", b: "9" }, [managerOf("x", "Update", field("a", "b"))]);

  assert.ok("conflicts" in outcome);
  assert.deepEqual(
    outcome.conflicts.map(({ manager, paths }) => [manager.manager, paths.map(formatPath)]),
    [["x", [".a", ".b"]]],
  );
});

test("A forced apply takes what it changes", () => {
  const { object, managers } = succeeded(
    apply({ a: "1", b: "2" }, { a: "9" }, [managerOf("x", "Update", field("a", "b"))], { force: true }),
  );

  assert.deepEqual(object, { ...base, a: "9", b: "2" });
  assert.deepEqual(ownedBy(managers, "x"), [".b"]);
  assert.deepEqual(ownedBy(managers, "me"), [".a"]);
});

test("An apply of equal values shares ownership and changes nothing", () => {
  const { object, managers } = succeeded(apply({ a: "1" }, { a: "1" }, [managerOf("x", "Apply", field("a"))]));

  assert.equal(object, undefined);
  assert.deepEqual(ownedBy(managers, "x"), [".a"]);
  assert.deepEqual(ownedBy(managers, "me"), [".a"]);
});

test("A field that an applier no longer sends is removed, unless another manager owns it", () => {
  const mine = managerOf("me", "Apply", field("a", "b"));

  const { object, managers } = succeeded(
    apply({ a: "1", b: "2", status: "s" }, { status: "s" }, [mine, managerOf("x", "Update", field("b"))]),
  );

  assert.deepEqual(object, { ...base, b: "2", status: "s" });
  assert.deepEqual(ownedBy(managers, "me"), [".status"]);
});

test("An item is removed as a whole, unless another manager owns the item, whose fields of it stay", () => {
  const [one, two] = [
    { name: "x", value: "1" },
    { name: "y", value: "2" },
  ];
  const first = succeeded(apply({}, { items: [one, two], tags: ["p"] }, []));
  const item = [{ field: "items" }, { key: [["name", "x"]] }] as const;
  const others = managerOf(
    "o",
    "Update",
    fieldSet(item, [...item, { field: "name" }], [...item, { field: "other" }], [{ field: "tags" }, { value: "q" }]),
  );

  const { object } = succeeded(
    apply({ items: [{ ...one, other: "3" }, two], tags: ["p", "q"] }, {}, [...first.managers, others]),
  );

  assert.deepEqual(object, { ...base, items: [{ name: "x", other: "3" }], tags: ["q"] });
});

test("Repeating an apply does not change the applier's entry", () => {
  const first = succeeded(apply({}, { a: "1" }, []));

  const again = succeeded(apply({ a: "1" }, { a: "1" }, first.managers));

  assert.equal(again.object, undefined);
  assert.equal(again.managers[0], first.managers[0]);
});

test("An apply through another version prunes what the applier named in the version before", () => {
  const mine = managerOf("me", "Apply", field("renamed", "b"), "g/v2");

  const { object, managers } = succeeded(apply({ a: "1", b: "2" }, { b: "2" }, [mine]));

  assert.deepEqual(object, { ...base, b: "2" });
  assert.deepEqual(
    managers.map(({ apiVersion }) => apiVersion),
    ["g/v1"],
  );
});

test("Ownership of parts becomes ownership of the whole when a list became one value", () => {
  const atomic: VersionConverter = {
    ...converter,
    schemaOf: () => schemaWith({ tags: { type: "array", items: text }, b: text }),
  };
  const managers = [managerOf("x", "Apply", fieldSet([{ field: "tags" }, { value: "p" }]))];

  const after = finish(
    managedAfterUpdate(atomic, {
      live: { ...base, tags: ["p"] },
      next: { ...base, tags: ["p"] },
      apiVersion: "g/v1",
      managers,
    }),
  );

  assert.deepEqual(texts(after.managers[0]?.set), [".tags"]);
});
