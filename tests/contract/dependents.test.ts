// A graph of dependents that two replicas reconcile concurrently, while a third client changes the links of the children.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { isControlledBy } from "@kubewright/apimachinery";
import { createDependentGraph, createReconcileContext } from "@kubewright/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const names = ["a", "b", "c", "d"];

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const graph = createDependentGraph<ConfigMap>()
  .add<Secret>({
    name: "key",
    type: Secret,
    desired: ({ metadata }) => ({ metadata: { name: `${metadata.name}-key` }, data: { key: "cmVk" } }),
  })
  .add<ConfigMap>({
    name: "shards",
    type: ConfigMap,
    dependsOn: ["key"],
    desired: ({ metadata, data = {} }) =>
      Object.keys(data).map((each) => ({ metadata: { name: `${metadata.name}-${each}` }, data: { shard: each } })),
  });

test("two replicas that concurrently apply, prune and delete the dependents of one owner end with one set of children, then with none", async () => {
  const name = server.uniqueName("owner-");
  const key = { namespace, name };
  const client = server.client.withOptions({ fieldManager: "operator" });
  const context = createReconcileContext({ key, client });
  const all = Object.fromEntries(names.map((each) => [each, "yes"]));
  const owner = await client.create(ConfigMap, { metadata: key, data: all });
  const childrenOf = async (): Promise<readonly string[]> => {
    const found = await Array.fromAsync(client.list(ConfigMap, { namespace }));
    return found.filter((each) => isControlledBy(each, owner)).map((each) => each.metadata.name);
  };

  const created = await Promise.all([graph.reconcile(owner, context), graph.reconcile(owner, context)]);
  const first = await childrenOf();
  const strip = { metadata: { ownerReferences: null } };
  await Promise.all([
    client.patch(ConfigMap, { namespace, name: `${name}-a` }, { type: "merge", body: strip }),
    graph.reconcile(owner, context),
    graph.reconcile(owner, context),
  ]);
  const repaired = await graph.reconcile(owner, context);
  const second = await childrenOf();
  const fewer = { ...owner, data: { b: "yes" } };
  await Promise.all([graph.reconcile(fewer, context), graph.reconcile(fewer, context)]);
  const third = await childrenOf();
  await Promise.all([graph.cleanup(owner, context), graph.cleanup(owner, context)]);
  const cleaned = await graph.cleanup(owner, context);

  for (const result of [...created, repaired, cleaned]) result.throwIfFailed();
  expect(first).toEqual(names.map((each) => `${name}-${each}`));
  expect(second).toEqual(first);
  expect(third).toEqual([`${name}-b`]);
  expect(await childrenOf()).toEqual([]);
  expect(cleaned.done).toBe(true);
});
