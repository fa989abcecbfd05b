import { ConfigMap, Pod } from "@kubewright/api/core/v1";
import { conflict, isAlreadyExists, isConflict, isNotFound, notFound } from "@kubewright/apimachinery";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { createResourceClient } from "../typed/resource-client.ts";
import { createFakeClient } from "./fake-client.ts";
import type { FakeClient } from "./fake-client.ts";

const key = { namespace: "default", name: "a" };
const existing: KubernetesObject & ConfigMap = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: key,
  data: { value: "1" },
};

function start(...objects: readonly KubernetesObject[]): FakeClient {
  return createFakeClient({ types: [ConfigMap, Pod], objects });
}

test("a fake client creates, reads, changes and deletes, and records what it sends", async () => {
  const fake = start();
  const maps = createResourceClient(fake.client, ConfigMap, "default");

  await maps.create({ metadata: { name: "a" }, data: { value: "1" } });
  const patched = await maps.patch("a", { type: "merge", body: { data: { value: "2" } } });
  await maps.update({ ...patched, data: { value: "3" } });
  const read = await maps.get("a");
  await maps.delete("a");

  expect(read).toMatchObject({ apiVersion: "v1", kind: "ConfigMap", data: { value: "3" } });
  expect(fake.actions()).toMatchObject([
    { verb: "create", resource: "configmaps", namespace: "default", name: "a", object: { data: { value: "1" } } },
    { verb: "patch", resource: "configmaps", name: "a", patch: { data: { value: "2" } } },
    { verb: "update", resource: "configmaps", name: "a", object: { data: { value: "3" } } },
    { verb: "get", group: "", version: "v1", resource: "configmaps", namespace: "default", name: "a" },
    { verb: "delete", resource: "configmaps", name: "a" },
  ]);
  expect(fake.server.objects(ConfigMap)).toEqual([]);
});

test("initial objects exist without an action, and clearActions() removes the actions so far", async () => {
  const fake = start(existing);

  expect(fake.actions()).toEqual([]);
  expect((await fake.client.get(ConfigMap, key))?.data).toEqual({ value: "1" });
  fake.clearActions();
  await fake.client.apply(ConfigMap, { metadata: key, data: { value: "2" } });
  await fake.client.updateStatus(Pod, { metadata: key, status: { phase: "Running" } }).catch(() => {});

  expect(fake.actions()).toMatchObject([
    { verb: "patch", resource: "configmaps", name: "a", object: { kind: "ConfigMap", data: { value: "2" } } },
    { verb: "update", resource: "pods", subresource: "status", name: "a" },
  ]);
});

test("a fake client rejects conflicts, existing names and missing objects, and keeps an object with finalizers", async () => {
  const fake = start({ ...existing, metadata: { ...key, finalizers: ["example.dev/cleanup"] } });
  const stale = await fake.client.get(ConfigMap, key);
  await fake.client.patch(ConfigMap, key, { type: "merge", body: { data: { value: "2" } } });
  const errorOf = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);

  expect(isAlreadyExists(await errorOf(fake.client.create(ConfigMap, existing)))).toBe(true);
  expect(isConflict(await errorOf(fake.client.update(ConfigMap, { ...existing, ...stale })))).toBe(true);
  expect(isNotFound(await errorOf(fake.client.update(ConfigMap, { metadata: { ...key, name: "b" } })))).toBe(true);
  await fake.client.delete(ConfigMap, key);
  expect((await fake.client.get(ConfigMap, key))?.metadata.deletionTimestamp).toBe("2026-01-01T00:00:00Z");
});

test("a reactor returns a response, throws an error, or passes the action to the server; the last reactor is called first", async () => {
  const fake = start(existing);
  fake.prependReactor("*", "*", ({ name }) => {
    if (name === "a") throw notFound({ group: "", resource: "configmaps" }, "a");
  });
  const replaced = fake.prependReactor("get", "configmaps", () => ({ ...existing, data: { value: "prepared" } }));

  expect((await fake.client.get(ConfigMap, key))?.data).toEqual({ value: "prepared" });
  replaced[Symbol.dispose]();
  expect(await fake.client.get(ConfigMap, key)).toBeUndefined();
  expect(await fake.client.create(ConfigMap, { metadata: { ...key, name: "b" } })).toMatchObject({
    metadata: { name: "b" },
  });
  expect(fake.actions().map(({ verb }) => verb)).toEqual(["get", "get", "create"]);
});

test("a reactor matches by verb, plural and subresource", async () => {
  const fake = start({ apiVersion: "v1", kind: "Pod", metadata: key }, existing);
  fake.prependReactor("update", "pods/status", () => {
    throw conflict({ group: "", resource: "pods" }, "a", "prepared");
  });
  const running = { metadata: key, status: { phase: "Running" } } as const;

  await expect(fake.client.updateStatus(Pod, running)).rejects.toThrow("prepared");
  await expect(fake.client.update(Pod, { metadata: { ...key, labels: { app: "x" } } })).resolves.toBeDefined();
  await expect(fake.client.update(ConfigMap, existing)).resolves.toBeDefined();
});

test("an error of a reactor that is not an ApiError is a request without a response", async () => {
  const fake = start();
  fake.prependReactor("create", "configmaps", () => {
    throw new Error("the connection is closed");
  });

  await expect(fake.client.create(ConfigMap, existing)).rejects.toThrow("the connection is closed");
  expect(fake.server.objects(ConfigMap)).toEqual([]);
});

test.each([
  [
    { apiVersion: "apps/v1", kind: "Deployment", metadata: key },
    'kind is "Deployment" in apiVersion "apps/v1", must be one of ConfigMap in v1, Pod in v1',
  ],
  [{ ...existing, metadata: { namespace: "default" } }, "metadata.name is absent, must be the name of the ConfigMap"],
  [{ ...existing, metadata: { name: "a" } }, 'metadata.namespace is absent, must be the namespace of ConfigMap "a"'],
])("an initial object that the server cannot store is rejected with its path: %#", (object, message) => {
  expect(() => start(existing, object)).toThrow(new TypeError(`Cannot store objects[1]: ${message}`));
});
