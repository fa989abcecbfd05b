import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { createApiServer } from "@kubewright/apiserver";
import { isControlledBy, ownerReferenceTo } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { silentLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import type { DependentContext, GraphResult } from "./dependent.ts";
import { createDependentGraph } from "./dependent-graph.ts";
import { ownerUidLabel } from "./resource-node.ts";

const namespace = "default";

/** The owner is a ConfigMap whose data contains the desired objects. */
const shards = createDependentGraph<ConfigMap>().add<Secret>({
  name: "shards",
  type: Secret,
  desired: ({ data = {} }) =>
    Object.entries(data).map(([name, colour]) => ({ metadata: { name }, type: "example.dev/a", data: { colour } })),
});

test("reconcile() applies the objects with namespace, owner reference and labels, and a second call writes nothing", async () => {
  const { client, context, owner, revision } = await start({ a: "cmVk" });

  const first = await shards.reconcile(owner, context);
  const before = revision();
  const second = await shards.reconcile(owner, context);

  const child = await client.get(Secret, { namespace, name: "a" });
  expect(child?.metadata.ownerReferences).toEqual([ownerReferenceTo(owner)]);
  expect(child?.metadata.labels).toEqual({
    "kubewright.dev/owner-uid": owner.metadata.uid,
    "kubewright.dev/dependent": "shards",
  });
  expect([first.done, second.done, revision() - before]).toEqual([true, true, 0]);
});

test("reconcile() writes nothing if the desired fields differ only in the order of their keys", async () => {
  const { context, owner, revision } = await start();
  const graph = (data: Record<string, string>, labels: Record<string, string>): ReturnType<typeof shards.add> =>
    createDependentGraph<ConfigMap>().add<Secret>({
      name: "one",
      type: Secret,
      desired: () => ({ metadata: { name: "one", labels }, data }),
    });
  await graph({ a: "cmVk", b: "Ymx1ZQ==" }, { x: "1", y: "2" }).reconcile(owner, context);
  const before = revision();

  await graph({ b: "Ymx1ZQ==", a: "cmVk" }, { y: "2", x: "1" }).reconcile(owner, context);

  expect(revision()).toBe(before);
});

test("reconcile() removes fields and deletes objects that are no longer desired", async () => {
  const { client, context, owner } = await start({ a: "cmVk", b: "cmVk" });
  const graph = createDependentGraph<ConfigMap>().add<ConfigMap>({
    name: "maps",
    type: ConfigMap,
    desired: ({ data = {} }) =>
      Object.entries(data).map(([name, value]) => ({ metadata: { name }, data: value === "" ? {} : { value } })),
  });
  await graph.reconcile(owner, context);

  await graph.reconcile({ ...owner, data: { a: "" } }, context);

  expect((await client.get(ConfigMap, { namespace, name: "a" }))?.data).toBeUndefined();
  expect(await client.get(ConfigMap, { namespace, name: "b" })).toBeUndefined();
});

test("a dependent waits until the dependents in dependsOn are ready, and other dependents continue after an error", async () => {
  const { context, owner, client } = await start();
  let isReady = false;
  const graph = createDependentGraph<ConfigMap>()
    .add<Secret>({
      name: "first",
      type: Secret,
      desired: () => ({ metadata: { name: "first" } }),
      readyPostcondition: () => isReady,
    })
    .add<Secret>({
      name: "second",
      type: Secret,
      dependsOn: ["first"],
      desired: () => ({ metadata: { name: "second" } }),
    })
    .add<Secret>({ name: "broken", type: Secret, desired: () => Promise.reject(new Error("no template")) })
    .add<Secret>({ name: "after-broken", type: Secret, dependsOn: ["broken"], desired: () => undefined })
    .add<Secret>({ name: "other", type: Secret, desired: () => ({ metadata: { name: "other" } }) });

  const waiting = await graph.reconcile(owner, context);
  const second = await client.get(Secret, { namespace, name: "second" });
  isReady = true;
  const ready = await graph.reconcile(owner, context);

  expect(Object.fromEntries(waiting.dependents)).toEqual({
    first: { state: "notReady" },
    second: { state: "waiting", waitsFor: ["first"] },
    broken: { state: "failed", error: new Error("no template") },
    "after-broken": { state: "waiting", waitsFor: ["broken"] },
    other: { state: "ready" },
  });
  expect(second).toBeUndefined();
  expect(ready.dependents.get("second")).toEqual({ state: "ready" });
  expect(() => ready.throwIfFailed()).toThrow("no template");
});

test("a dependent whose precondition no longer holds is deleted after the dependents that depend on it", async () => {
  const { client, context, owner } = await start();
  let isWanted = true;
  const graph = createDependentGraph<ConfigMap>()
    .add<Secret>({
      name: "base",
      type: Secret,
      desired: () => ({ metadata: { name: "base" } }),
      reconcilePrecondition: () => isWanted,
    })
    .add<Secret>({
      name: "top",
      type: Secret,
      dependsOn: ["base"],
      desired: () => ({ metadata: { name: "top", finalizers: ["example.dev/wait"] } }),
    });
  await graph.reconcile(owner, context);
  isWanted = false;

  const deleting = await graph.reconcile(owner, context);
  const base = await client.get(Secret, { namespace, name: "base" });
  await client.patch(Secret, { namespace, name: "top" }, { type: "merge", body: { metadata: { finalizers: [] } } });
  const deleted = await graph.reconcile(owner, context);

  expect(statesOf(deleting)).toEqual({ base: "waiting", top: "deleting" });
  expect(base).toBeDefined();
  expect(statesOf(deleted)).toEqual({ base: "deleted", top: "deleted" });
  expect(await client.get(Secret, { namespace, name: "base" })).toBeUndefined();
});

test("an inactive dependent is neither read nor written, and dependents that depend on it are deleted", async () => {
  const { context, owner } = await start();
  const missing = { group: "example.dev", version: "v1", kind: "Missing", plural: "missings", namespaced: true };
  const graph = createDependentGraph<ConfigMap>()
    .add({
      name: "missing",
      type: missing,
      desired: () => ({ metadata: { name: "a" } }),
      activationCondition: () => false,
    })
    .add<Secret>({
      name: "second",
      type: Secret,
      dependsOn: ["missing"],
      desired: () => ({ metadata: { name: "second" } }),
    });

  const result = await graph.reconcile(owner, context);

  expect(statesOf(result)).toEqual({ missing: "inactive", second: "deleted" });
});

test("cleanup() deletes all dependents, including external ones, in reverse order", async () => {
  const { context, owner } = await start({ a: "cmVk" });
  const calls: string[] = [];
  let size: number | undefined;
  const graph = createDependentGraph<ConfigMap>()
    .addExternal<number>({
      name: "bucket",
      fetch: async () => size,
      create: async () => (size = 1),
      update: async () => (size = 2),
      matches: (actual) => actual === 2,
      delete: async () => {
        calls.push("delete bucket");
        size = undefined;
      },
    })
    .add<Secret>({
      name: "secret",
      type: Secret,
      dependsOn: ["bucket"],
      desired: () => ({ metadata: { name: "secret" } }),
      deletePostcondition: (remaining) => {
        calls.push(`${remaining.length} secrets remain`);
        return remaining.length === 0;
      },
    });

  await graph.reconcile(owner, context);
  const created = size;
  await graph.reconcile(owner, context);
  const updated = size;
  const result = await graph.cleanup(owner, context);

  expect([created, updated, size]).toEqual([1, 2, undefined]);
  expect(calls).toEqual(["0 secrets remain", "delete bucket"]);
  expect(result.done).toBe(true);
});

const flips: readonly (readonly [field: string, metadata: object])[] = [
  ["the owner reference removed", { ownerReferences: null }],
  ["the controller field of the owner reference set to false", { ownerReferences: [{ controller: false }] }],
  ["the label of the owner removed", { labels: { [ownerUidLabel]: null } }],
  ["the label of the owner changed", { labels: { [ownerUidLabel]: "another" } }],
  ["the label of the dependent changed", { labels: { "kubewright.dev/dependent": "another" } }],
];

test.for(flips)("%s is repaired by the next reconcile, which creates no second object", async ([_field, metadata]) => {
  const { client, context, owner } = await start({ a: "cmVk" });
  await shards.reconcile(owner, context);
  const before = await client.get(Secret, { namespace, name: "a" });
  const reference = ownerReferenceTo(owner);
  const body =
    "ownerReferences" in metadata && Array.isArray(metadata.ownerReferences)
      ? { metadata: { ownerReferences: [{ ...reference, controller: false }] } }
      : { metadata };
  await client.patch(Secret, { namespace, name: "a" }, { type: "merge", body });

  const result = await shards.reconcile(owner, context);

  const all = await Array.fromAsync(client.list(Secret, { namespace }));
  expect(result.done).toBe(true);
  expect(all.map((each) => each.metadata.uid)).toEqual([before?.metadata.uid]);
  expect(all.every((each) => isControlledBy(each, owner))).toBe(true);
  expect(all[0]?.metadata.labels).toEqual(before?.metadata.labels);
});

test("an existing object that another owner controls, or that has no reference to the owner, is reported and not changed", async () => {
  const { client, context, owner, revision } = await start({ a: "cmVk", b: "cmVk" });
  const other = await client.create(ConfigMap, { metadata: { namespace, name: "other" } });
  await client.create(Secret, { metadata: { namespace, name: "a", ownerReferences: [ownerReferenceTo(other)] } });
  await client.create(Secret, { metadata: { namespace, name: "b" } });
  const before = revision();

  const ofOther = await shards.reconcile(owner, context);
  const ofUser = await shards.reconcile({ ...owner, data: { b: "cmVk" } }, context);

  expect(() => ofOther.throwIfFailed()).toThrow(
    'Cannot apply Secret "default/a" of dependent "shards": it exists and ConfigMap "other" controls it, must be controlled by ConfigMap "owner"',
  );
  expect(() => ofUser.throwIfFailed()).toThrow(
    'Secret "default/b" of dependent "shards": it exists and it has no reference to the owner',
  );
  expect(revision()).toBe(before);
});

test("names of dependents must be unique, and dependsOn may contain only dependents that are declared before", () => {
  const graph = createDependentGraph<ConfigMap>();
  const secret = { type: Secret, desired: () => undefined };
  graph.add<Secret>({ name: "a", ...secret });

  expect(() => graph.add<Secret>({ name: "a", ...secret })).toThrow(
    'Cannot add dependent "a": the name is taken, must be unique',
  );
  expect(() => graph.add<Secret>({ name: "b", dependsOn: ["c"], ...secret })).toThrow(
    'Cannot add dependent "b": dependsOn has "c", must be declared before',
  );
  expect(() => graph.add<Secret>({ name: "", ...secret })).toThrow(
    'Cannot add dependent "": the name must not be empty',
  );
});

test("an object without a name and a duplicate name are reported before any write", async () => {
  const { context, owner, revision } = await start();
  const before = revision();
  const graphOf = (names: readonly (string | undefined)[]) =>
    createDependentGraph<ConfigMap>().add<Secret>({
      name: "s",
      type: Secret,
      desired: () => names.map((name) => ({ metadata: name === undefined ? {} : { name } })),
    });

  const unnamed = await graphOf(["a", undefined]).reconcile(owner, context);
  const twice = await graphOf(["a", "a"]).reconcile(owner, context);

  expect(() => unnamed.throwIfFailed()).toThrow("metadata.name is missing");
  expect(() => twice.throwIfFailed()).toThrow("desired() returned this name twice");
  expect(revision()).toBe(before);
});

function statesOf({ dependents }: GraphResult): Readonly<Record<string, string>> {
  return Object.fromEntries([...dependents].map(([name, { state }]) => [name, state]));
}

async function start(data: Readonly<Record<string, string>> = {}): Promise<{
  readonly client: Client;
  readonly context: DependentContext;
  readonly owner: Stored<ConfigMap>;
  readonly revision: () => number;
}> {
  const [clock, random] = [createVirtualClock(), createSeededRandom("dependents")];
  const server = createApiServer({ clock, random });
  const client = createClient({ transport: server.transport(), clock, random, fieldManager: "test" });
  const owner = await client.create(ConfigMap, { metadata: { namespace, name: "owner" }, data });
  const context = { client, signal: new AbortController().signal, log: silentLogger };
  return { client, context, owner, revision: () => server.revision };
}
