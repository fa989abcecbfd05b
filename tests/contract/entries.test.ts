// The entry API with concurrent writers.
import { ConfigMap } from "@kubewright/api/core/v1";
import { isAlreadyExists, isConflict, isNotFound } from "@kubewright/apimachinery";
import type { ObjectKey } from "@kubewright/apimachinery";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { refusal } from "./refusal.ts";

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

function newKey(): ObjectKey {
  return { namespace, name: server.uniqueName("object-") };
}

/** Adds one to the count, or starts with "1". */
async function count(key: ObjectKey) {
  const entry = await server.client.entry(ConfigMap, key);
  return entry
    .andModify((found) => ({ ...found, data: { count: `${Number(found.data?.["count"]) + 1}` } }))
    .orInsert(() => ({ data: { count: "1" } }));
}

test("an entry inserts an object that does not exist, and modifies one that does", async () => {
  const key = newKey();

  const created = await (await count(key)).commit();
  const updated = await (await count(key)).commit();

  expect([created.operation, created.object.data]).toEqual(["created", { count: "1" }]);
  expect([updated.operation, updated.object.data]).toEqual(["updated", { count: "2" }]);
});

test("an entry that changes nothing sends nothing", async () => {
  const key = newKey();
  const { object } = await (await count(key)).commit();
  const entry = await server.client.entry(ConfigMap, key);

  const result = await entry.orInsert(() => ({ data: { count: "9" } })).commit();

  expect(entry.kind).toBe("occupied");
  expect([result.operation, result.object.metadata.resourceVersion]).toEqual([
    "unchanged",
    object.metadata.resourceVersion,
  ]);
});

test("the first of two entries that insert one object creates it, and the second is rejected", async () => {
  const key = newKey();
  const [first, second] = [await count(key), await count(key)];

  await first.commit();
  const rejected = await refusal(second.commit());

  expect(isAlreadyExists(rejected)).toBe(true);
  expect((await server.client.get(ConfigMap, key))?.data).toEqual({ count: "1" });
});

test("the second of two entries that modify one object is a conflict, and an entry that is read again succeeds", async () => {
  const key = newKey();
  await (await count(key)).commit();
  const [first, second] = [await count(key), await count(key)];

  await first.commit();
  const rejected = await refusal(second.commit());
  const { object } = await (await count(key)).commit();

  expect(isConflict(rejected)).toBe(true);
  expect(object.data).toEqual({ count: "3" });
});

test("an entry whose object was deleted is rejected", async () => {
  const key = newKey();
  await (await count(key)).commit();
  const entry = await count(key);

  await server.client.delete(ConfigMap, key);
  const rejected = await refusal(entry.commit());

  expect(isNotFound(rejected) || isConflict(rejected)).toBe(true);
  expect(await server.client.get(ConfigMap, key)).toBeUndefined();
});

test("an entry deletes only the version that it has read", async () => {
  const key = newKey();
  await (await count(key)).commit();
  const entry = await count(key);
  await (await count(key)).commit();

  const rejected = await refusal(entry.delete());
  const kept = await server.client.get(ConfigMap, key);
  await (await count(key)).delete();

  expect(isConflict(rejected)).toBe(true);
  expect(kept?.data).toEqual({ count: "2" });
  expect(await server.client.get(ConfigMap, key)).toBeUndefined();
});

test("an entry of an object that was only inserted deletes nothing", async () => {
  const key = newKey();
  const entry = (await server.client.entry(ConfigMap, key)).orInsert(() => ({ data: { count: "7" } }));
  await (await count(key)).commit();

  await entry.delete();

  expect((await server.client.get(ConfigMap, key))?.data).toEqual({ count: "1" });
});

test("an entry rejects a change that names another object", async () => {
  const key = newKey();
  const entry = await server.client.entry(ConfigMap, key);

  expect(() => entry.orInsert(() => ({ metadata: { name: "other" } }))).toThrow(
    `Cannot update ConfigMap "${namespace}/${key.name}": the change returns "${namespace}/other", must be the same object`,
  );
});
