// A manager whose namespaces are those that match patterns, on both servers: they are created while two writers write.
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { spawn } from "@kubewright/async";
import { createNamespaceSet } from "@kubewright/informer";
import { controllerManagedBy, createManager, namespacesMatching } from "@kubewright/runtime";
import { expect, test } from "vitest";
import { useServer } from "./server-suite.ts";

const suite = useServer();

test("a manager of namespaces by pattern reconciles the objects of matching namespaces, also of later ones", async () => {
  const { server, namespace } = suite;
  const { client, transport, clock, random } = server;
  const named = (name: string): string => `${namespace}-${name}`;
  const create = async (name: string): Promise<void> => {
    await client.create(Namespace, { metadata: { name: named(name) } });
    const write = (writer: string) =>
      client.create(ConfigMap, { metadata: { namespace: named(name), name: writer }, data: { by: writer } });
    await Promise.all(["one", "two"].map(write));
  };
  await create("team-a");
  await create("team-b");
  const set = createNamespaceSet();
  const manager = createManager({ transport, clock, random, cache: { defaultNamespaces: set } });
  manager.add(namespacesMatching([named("team-*"), `!${named("*-b")}`], { set, cluster: manager }));
  const seen = new Set<string>();
  controllerManagedBy(manager)
    .for(ConfigMap)
    .complete(async ({ key, client: reader }) => {
      const found = await reader.get(ConfigMap, key);
      if (found?.data?.["by"] !== undefined) seen.add(`${key.namespace}/${key.name}`);
    });
  const running = spawn((signal) => manager.start({ signal }), {
    name: "manager",
    onError: (error) => {
      throw error;
    },
  });

  await expect.poll(() => seen.size).toBe(2);
  await Promise.all([create("team-c"), create("other")]);
  await expect.poll(() => seen.size).toBe(4);
  const listed = await Array.fromAsync(manager.client.list(ConfigMap));
  await running.stop();

  expect([...seen].toSorted()).toEqual(
    ["team-a/one", "team-a/two", "team-c/one", "team-c/two"].map((key) => named(key)),
  );
  expect(new Set(listed.map(({ metadata }) => metadata.namespace))).toEqual(
    new Set([named("team-a"), named("team-c")]),
  );
});
