// Server-side apply through the client: field ownership on an embedded and on a real server.
import { ConfigMap } from "@kubewright/api/core/v1";
import { isApplyConflict } from "@kubewright/apimachinery";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { refusal } from "./refusal.ts";

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

function map(namespace: string, data: Readonly<Record<string, string>>): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace }, data };
}

test("an apply of a field that another manager owns is an apply conflict, and force takes the field", async () => {
  const namespace = await server.createNamespace();
  await server.client.apply(ConfigMap, map(namespace, { a: "1", b: "1" }), { fieldManager: "one" });

  const error = await refusal(server.client.apply(ConfigMap, map(namespace, { a: "2" }), { fieldManager: "two" }));
  const forced = await server.client.apply(ConfigMap, map(namespace, { a: "2" }), { fieldManager: "two", force: true });

  expect(isApplyConflict(error)).toBe(true);
  expect(error.status.details?.causes).toEqual([
    { reason: "FieldManagerConflict", message: 'conflict with "one"', field: ".data.a" },
  ]);
  expect(forced.data).toEqual({ a: "2", b: "1" });
  expect(forced.metadata.managedFields?.map(({ manager, fieldsV1 }) => [manager, fieldsV1])).toEqual([
    ["one", { "f:data": { "f:b": {} } }],
    ["two", { "f:data": { "f:a": {} } }],
  ]);
});

test("a field that its only applier omits is removed, one with other owners stays", async () => {
  const namespace = await server.createNamespace();
  await server.client.apply(ConfigMap, map(namespace, { a: "1", b: "1" }), { fieldManager: "one" });
  await server.client.apply(ConfigMap, map(namespace, { b: "1" }), { fieldManager: "two" });

  const left = await server.client.apply(ConfigMap, map(namespace, {}), { fieldManager: "one" });

  expect(left.data).toEqual({ b: "1" });
});

test("an update owns the fields that it changes, and no others", async () => {
  const namespace = await server.createNamespace();
  await server.client.apply(ConfigMap, map(namespace, { a: "1", b: "1" }), { fieldManager: "one" });
  const found = await server.client.get(ConfigMap, { namespace, name: "a" });

  const updated = await server.client.update(
    ConfigMap,
    { ...map(namespace, { a: "1", b: "2" }), metadata: { ...found?.metadata } },
    { fieldManager: "two" },
  );

  expect(updated.metadata.managedFields).toMatchObject([
    { manager: "one", operation: "Apply", fieldsV1: { "f:data": { "f:a": {} } } },
    { manager: "two", operation: "Update", fieldsV1: { "f:data": { "f:b": {} } } },
  ]);
});
