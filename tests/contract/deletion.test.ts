// Deletion of objects: without finalizers, with finalizers, with preconditions; and of their namespace.
import { ConfigMap, Namespace, Pod } from "@kubewright/api/core/v1";
import type { ObjectMeta, Stored } from "@kubewright/apimachinery";
import { hasCause, isAlreadyExists, isConflict, isForbidden, isInvalid, isNotFound } from "@kubewright/apimachinery";
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

const hold = "example.com/hold";

async function configMap(name: string, metadata: ObjectMeta = {}): Promise<Stored<ConfigMap>> {
  return await server.client.create(ConfigMap, {
    metadata: { namespace, name, ...metadata },
  });
}

test("an object without finalizers is deleted immediately, and a second delete gets 404", async () => {
  const stored = await configMap("plain");

  await server.client.raw.delete(ConfigMap, { namespace, name: "plain" });
  const error = await refusal(server.client.raw.delete(ConfigMap, { namespace, name: "plain" }));

  expect(await server.client.get(ConfigMap, stored.metadata)).toBeUndefined();
  expect(isNotFound(error)).toBe(true);
});

test("an object with a finalizer stays until the finalizer is removed", async () => {
  const stored = await configMap("held", { finalizers: [hold] });

  await server.client.delete(stored);
  const going = await server.client.get(ConfigMap, stored.metadata);
  await server.client.patch(stored, { type: "merge", body: { metadata: { finalizers: null } } });

  expect(going?.metadata.deletionTimestamp).toBeDefined();
  expect(going?.metadata.deletionGracePeriodSeconds).toBe(0);
  expect(await server.client.get(ConfigMap, stored.metadata)).toBeUndefined();
});

test("a second delete of a terminating object changes nothing", async () => {
  const stored = await configMap("held-twice", { finalizers: [hold] });
  await server.client.delete(stored);
  const going = await server.client.get(ConfigMap, stored.metadata);

  await server.client.delete(stored);

  expect(await server.client.get(ConfigMap, stored.metadata)).toEqual(going);
});

test("a terminating object rejects new finalizers", async () => {
  const stored = await configMap("no-more", { finalizers: [hold] });
  await server.client.delete(stored);

  const error = await refusal(
    server.client.patch(stored, { type: "merge", body: { metadata: { finalizers: [hold, "example.com/more"] } } }),
  );

  expect(isInvalid(error)).toBe(true);
  expect(error.status.details?.causes?.[0]).toMatchObject({
    reason: "FieldValueForbidden",
    field: "metadata.finalizers",
  });
});

test("the name of a terminating object is taken until the object is gone", async () => {
  const stored = await configMap("name-held", { finalizers: [hold] });
  await server.client.delete(stored);

  const error = await refusal(configMap("name-held"));

  expect(isAlreadyExists(error)).toBe(true);
  expect(error.status.message).toBe('object is being deleted: configmaps "name-held" already exists');
});

test("an object that was deleted and created again has another uid", async () => {
  const first = await configMap("again");
  await server.client.delete(first);

  const second = await configMap("again");

  expect(second.metadata.uid).not.toBe(first.metadata.uid);
  expect(Number(second.metadata.resourceVersion)).toBeGreaterThan(Number(first.metadata.resourceVersion));
});

test("a delete with the uid of an earlier object does not delete a later one of its name", async () => {
  const first = await configMap("renewed");
  await server.client.delete(first);
  const second = await configMap("renewed");

  const error = await refusal(
    server.client.raw.delete(ConfigMap, { namespace, name: "renewed" }, { uid: first.metadata.uid }),
  );

  expect(isConflict(error)).toBe(true);
  expect(await server.client.get(ConfigMap, second.metadata)).toEqual(second);
});

test("a delete can have a version as precondition", async () => {
  const first = await configMap("bound");
  const second = await server.client.patch(first, { type: "merge", body: { data: { a: "1" } } });

  const error = await refusal(server.client.delete(first, { preconditions: first.metadata }));
  await server.client.delete(second, { preconditions: second.metadata });

  expect(isConflict(error)).toBe(true);
  expect(await server.client.get(ConfigMap, first.metadata)).toBeUndefined();
});

test("a foreground delete keeps the object for the garbage collector", async () => {
  const stored = await configMap("foreground");

  await server.client.delete(stored, { propagationPolicy: "Foreground" });

  const going = await server.client.get(ConfigMap, stored.metadata);
  expect(going?.metadata.finalizers).toEqual(["foregroundDeletion"]);
  expect(going?.metadata.deletionTimestamp).toBeDefined();
});

test("a Pod without a node is deleted immediately; one on a node gets its grace period", async () => {
  const pod = (name: string, spec: Partial<NonNullable<Pod["spec"]>>): Pod => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace, name },
    spec: { containers: [{ name: "c", image: "example.com/c:1" }], ...spec },
  });
  const first = await server.client.create(Pod, pod("unbound", {}));
  const second = await server.client.create(Pod, pod("bound", { nodeName: "n1" }));

  await server.client.delete(first);
  await server.client.delete(second);
  const going = await server.client.get(Pod, second.metadata);
  await server.client.delete(second, { gracePeriodSeconds: 0 });

  expect(await server.client.get(Pod, first.metadata)).toBeUndefined();
  expect(going?.metadata.deletionGracePeriodSeconds).toBe(30);
  expect(await server.client.get(Pod, second.metadata)).toBeUndefined();
});

test("a terminating namespace rejects new objects, and allows changes of existing ones", async () => {
  const own = await server.createNamespace();
  const inside = await configMap("inside", { namespace: own });
  await server.client.delete(Namespace, { name: own });

  const error = await refusal(configMap("late", { namespace: own }));
  const patched = await server.client.patch(inside, { type: "merge", body: { data: { a: "1" } } });

  expect(isForbidden(error)).toBe(true);
  expect(hasCause(error, "NamespaceTerminating")).toBe(true);
  expect(patched.data).toEqual({ a: "1" });
  expect((await server.client.get(Namespace, { name: own }))?.status?.phase).toBe("Terminating");
});

test("system namespaces cannot be deleted", async () => {
  const error = await refusal(server.client.raw.delete(Namespace, { name: "default" }));

  expect(isForbidden(error)).toBe(true);
  expect(error.status.message).toBe('namespaces "default" is forbidden: this namespace may not be deleted');
});
