import { expect, test } from "vitest";
import { encodeEntry } from "../storage/stored-entry.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { RecentObjects } from "./recent-objects.ts";
import type { VersionedResource } from "./registry.ts";

const resource = { plural: "widgets" } as VersionedResource; // Only its identity counts.

function objectOf(name: string): { kind: string; apiVersion: string; metadata: { name: string } } {
  return { kind: "Widget", apiVersion: "example.com/v1", metadata: { name } };
}

function add(recent: RecentObjects, name: string, replaced?: StoredEntry): StoredEntry {
  const entry = encodeEntry(objectOf(name), 1, { fields: undefined, schemaId: undefined });
  recent.add(entry, resource, objectOf(name), replaced);
  return entry;
}

test("an object is kept until its entry is replaced, for the resource that wrote it", () => {
  const recent = new RecentObjects();
  const first = add(recent, "w");

  expect(recent.get(first, resource)).toEqual(objectOf("w"));
  expect(recent.get(first, { ...resource })).toBeUndefined();

  const second = add(recent, "w", first);
  expect(recent.get(first, resource)).toBeUndefined();
  expect(recent.get(second, resource)).toEqual(objectOf("w"));
});

test("the number and the size of kept objects are bounded", () => {
  const recent = new RecentObjects();
  const first = add(recent, "first");
  for (let index = 0; index < 64; index++) add(recent, `w${index}`);
  expect(recent.get(first, resource)).toBeUndefined();

  const large = add(recent, "x".repeat(16 * 1024));
  expect(recent.get(large, resource)).toBeUndefined();
});
