// Owners in other namespaces: the garbage collector would delete the objects, so that the client does not send them.
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { ownerReferenceTo } from "@kubewright/apimachinery";
import type { OwnerReference } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;
let client: Client;
let [namespace, otherNamespace]: string[] = [];

beforeAll(async () => {
  server = await startServerUnderTest();
  client = server.client.withOptions({ fieldManager: "owners" });
  [namespace, otherNamespace] = [await server.createNamespace(), await server.createNamespace()];
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

type Write = (child: { namespace: string; name: string }, ownerReferences: OwnerReference[]) => Promise<unknown>;

const writes: readonly (readonly [name: string, write: Write])[] = [
  ["create", (key, ownerReferences) => client.create(ConfigMap, { metadata: { ...key, ownerReferences } })],
  [
    "create with a default namespace",
    (key, ownerReferences) =>
      client
        .withOptions({ namespace: key.namespace })
        .create(ConfigMap, { metadata: { name: key.name, ownerReferences } }),
  ],
  ["apply", (key, ownerReferences) => client.apply(ConfigMap, { metadata: { ...key, ownerReferences } })],
  [
    "createOrUpdate of a new object",
    (key, ownerReferences) => client.createOrUpdate(ConfigMap, key, () => ({ metadata: { ...key, ownerReferences } })),
  ],
  [
    "createOrUpdate of an existing object",
    async (key, ownerReferences) => {
      await client.create(ConfigMap, { metadata: key });
      const change = (current: ConfigMap | undefined): ConfigMap => ({
        ...current,
        metadata: { ...current?.metadata, ownerReferences },
      });
      await client.createOrUpdate(ConfigMap, key, change);
    },
  ],
  [
    "update",
    async (key, ownerReferences) => {
      const found = await client.create(ConfigMap, { metadata: key });
      await client.update(ConfigMap, { ...found, metadata: { ...found.metadata, ownerReferences } });
    },
  ],
  [
    "merge patch",
    async (key, ownerReferences) => {
      await client.create(ConfigMap, { metadata: key });
      await client.patch(ConfigMap, key, { type: "merge", body: { metadata: { ownerReferences } } });
    },
  ],
];

test.each(writes)("%s rejects an owner in another namespace, and accepts one in the same", async (name, write) => {
  const owner = await client.create(ConfigMap, { metadata: { namespace: namespace ?? "", generateName: "owner-" } });
  const child = name.replaceAll(" ", "-").toLowerCase();

  const rejected = write({ namespace: otherNamespace ?? "", name: child }, [ownerReferenceTo(owner)]);
  await expect(rejected).rejects.toThrow(
    `ConfigMap "${otherNamespace}/${child}": the owner ConfigMap "${namespace}/${owner.metadata.name}" is in another namespace, must be in the same one or cluster-scoped`,
  );
  await write({ namespace: namespace ?? "", name: child }, [ownerReferenceTo(owner)]);

  const stored = await client.get(ConfigMap, { namespace: namespace ?? "", name: child });
  const other = await client.get(ConfigMap, { namespace: otherNamespace ?? "", name: child });
  expect(stored?.metadata.ownerReferences).toEqual([ownerReferenceTo(owner)]);
  expect(other?.metadata.ownerReferences).toBeUndefined();
});

const copies: readonly (readonly [name: string, copy: (reference: OwnerReference) => OwnerReference])[] = [
  ["a spread", (reference) => ({ ...reference, controller: false })],
  ["JSON", (reference) => JSON.parse(JSON.stringify(reference)) as OwnerReference],
  ["structuredClone()", (reference) => structuredClone(reference)],
];

test.each(copies)("a copy by %s of a reference to an owner in another namespace is rejected", async (_, copy) => {
  const owner = await client.create(ConfigMap, { metadata: { namespace: namespace ?? "", generateName: "owner-" } });
  const ownerReferences = [copy(ownerReferenceTo(owner))];
  const child = (inNamespace = ""): Promise<unknown> =>
    client.create(ConfigMap, { metadata: { namespace: inNamespace, generateName: "child-", ownerReferences } });

  await expect(child(otherNamespace)).rejects.toThrow("is in another namespace");
  await expect(child(namespace)).resolves.toMatchObject({ metadata: { ownerReferences } });
});

test("an object with an owner in another namespace can lose its finalizers while it is deleted", async () => {
  const owner = await client.create(ConfigMap, { metadata: { namespace: namespace ?? "", generateName: "owner-" } });
  const { apiVersion = "", kind = "" } = owner;
  const literal = { apiVersion, kind, name: owner.metadata.name, uid: owner.metadata.uid };
  const key = { namespace: otherNamespace ?? "", name: "held" };
  await client.create(ConfigMap, {
    metadata: { ...key, finalizers: ["example.com/held"], ownerReferences: [literal] },
  });
  ownerReferenceTo(owner);
  await client.delete(ConfigMap, key);
  const held = await client.get(ConfigMap, key);
  if (!held) throw new Error("the finalizer holds the object");

  await client.update(ConfigMap, { ...held, metadata: { ...held.metadata, finalizers: [] } });

  expect(await client.get(ConfigMap, key)).toBeUndefined();
});

test("a cluster-scoped object cannot have a namespaced owner, and a namespaced object can have a cluster-scoped one", async () => {
  const owner = await client.create(ConfigMap, { metadata: { namespace: namespace ?? "", generateName: "owner-" } });
  const cluster = await client.get(Namespace, { name: namespace ?? "" });
  if (!cluster) throw new Error("the namespace exists");

  const rejected = client.create(Namespace, {
    metadata: { name: `${namespace}-child`, ownerReferences: [ownerReferenceTo(owner)] },
  });

  await expect(rejected).rejects.toThrow("has a namespace, must be cluster-scoped");
  const metadata = {
    namespace: otherNamespace ?? "",
    name: "of-namespace",
    ownerReferences: [ownerReferenceTo(cluster)],
  };
  expect((await client.create(ConfigMap, { metadata })).metadata.ownerReferences).toHaveLength(1);
});
