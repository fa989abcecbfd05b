import type { ManagedFieldsEntry } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { entriesOf, identityOf, managersOf, storedManagers } from "./entries.ts";

const entry: ManagedFieldsEntry = {
  manager: "a",
  operation: "Update",
  apiVersion: "v1",
  time: "2026-01-01T00:00:05Z",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:data": { ".": {}, "f:a": {} } },
};

test("entries are read and written unchanged, and the field set is the same object", () => {
  const managers = storedManagers([entry]);

  const written = entriesOf(managers);

  expect(written).toEqual([entry]);
  expect(Object.keys(written?.[0] ?? {})).toEqual(Object.keys(entry));
  expect(written?.[0]?.fieldsV1).toBe(entry.fieldsV1);
});

test("appliers come first, then the oldest, then by manager, version and subresource", () => {
  const entries = entriesOf(
    managersOf([
      { ...entry, manager: "late", time: "2026-01-01T00:00:06Z" },
      { ...entry, subresource: "status" },
      entry,
      { ...entry, apiVersion: "v0" },
      { ...entry, manager: "0" },
      { ...entry, manager: "applier", operation: "Apply", time: "2026-01-01T00:00:09Z" },
      withoutTime({ ...entry, manager: "timeless" }),
    ]),
  );

  expect(entries?.map(({ manager, apiVersion, subresource }) => [manager, apiVersion, subresource])).toEqual([
    ["applier", "v1", undefined],
    ["timeless", "v1", undefined],
    ["0", "v1", undefined],
    ["a", "v0", undefined],
    ["a", "v1", undefined],
    ["a", "v1", "status"],
    ["late", "v1", undefined],
  ]);
});

function withoutTime({ time: _, ...rest }: ManagedFieldsEntry): ManagedFieldsEntry {
  return rest;
}

test("appliers of all versions are one manager, updaters of different versions are not; of two equal managers the later one is kept", () => {
  const managers = managersOf([
    { ...entry, operation: "Apply", apiVersion: "x/v1" },
    { ...entry, operation: "Apply", apiVersion: "x/v2" },
    { ...entry, apiVersion: "x/v1" },
    { ...entry, apiVersion: "x/v2" },
  ]);

  expect(managers.map(({ operation, apiVersion }) => `${operation} ${apiVersion}`)).toEqual([
    "Apply x/v2",
    "Update x/v1",
    "Update x/v2",
  ]);
  expect(identityOf({ manager: "", operation: "Update", apiVersion: "v1", subresource: "status" })).toBe(
    '{"operation":"Update","apiVersion":"v1","subresource":"status"}',
  );
});

test("entriesOf() without managers returns undefined", () => {
  expect(entriesOf([])).toBeUndefined();
  expect(managersOf(undefined)).toEqual([]);
});

test.for([
  [{ operation: "Delete" }, "operation must be `Apply` or `Update`"],
  [{ apiVersion: "" }, "apiVersion must not be empty"],
  [{ fieldsType: "" }, "missing fieldsType in managed fields entry 0"],
  [{ fieldsType: "FieldsV2" }, 'invalid fieldsType "FieldsV2" in managed fields entry 0'],
] as const)("an entry with %j cannot be read: %s", ([wrong, message]) => {
  const entries = [{ ...entry, ...wrong }] as unknown as readonly ManagedFieldsEntry[]; // As a client may send it.

  expect(() => managersOf(entries)).toThrow(message);
});

test("an entry whose set is not an object of objects cannot be read", () => {
  expect(() => managersOf([{ ...entry, fieldsV1: { "f:data": 1 } }])).toThrow(/^error decoding set: /u);
});
