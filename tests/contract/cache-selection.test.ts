// A cache with namespaces, label selectors and field selectors, on both servers.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { spawn } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { allNamespaces, byObject, createCluster } from "@kubewright/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;
let other: Client;
let own: string;
let rest: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  const { transport, clock, random } = server;
  other = createClient({ transport, clock, random });
  own = await server.createNamespace();
  rest = await server.createNamespace();
  for (const namespace of [own, rest]) {
    await other.create(ConfigMap, configMap(namespace, "web"));
    await other.create(ConfigMap, configMap(namespace, "db"));
  }
});

afterAll(() => server[Symbol.asyncDispose]());

function configMap(namespace: string, name: string): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name, labels: { "cache-selection": name } } };
}

test("one namespace has its own selector, all others share another, and each object is watched once", async () => {
  const { transport, clock, random } = server;
  const cluster = createCluster({
    transport,
    clock,
    random,
    cache: {
      defaultNamespaces: {
        [own]: { labelSelector: "cache-selection", fieldSelector: "metadata.name=db" },
        [allNamespaces]: { labelSelector: "cache-selection=web" },
      },
    },
  });
  const { client, cache } = cluster;
  const running = spawn((signal) => cache.start({ signal }), {
    name: "cache",
    onError(error) {
      throw error;
    },
  });
  const informer = cache.informer(ConfigMap);
  const seen: string[] = [];
  using _handler = informer.addHandler(({ object, kind }) => {
    if (kind === "added") seen.push(`${object.key.namespace === own ? "own" : "rest"}/${object.key.name}`);
  });
  await informer.waitForSync();

  await other.deleteAllOf(ConfigMap, { namespace: own, fieldSelector: "metadata.name=web" });
  await client.create(ConfigMap, configMap(rest, "later"));
  const late = await other.create(ConfigMap, {
    ...configMap(rest, "late"),
    metadata: { namespace: rest, name: "late", labels: { "cache-selection": "web" } },
  });
  const isCurrent = await informer.waitForVersion({ namespace: rest, name: "late" }, late.metadata);
  const listed = await Array.fromAsync(client.list(ConfigMap));
  const excluded = await client.get(ConfigMap, { namespace: rest, name: "db" });
  await running[Symbol.asyncDispose]();
  await cluster[Symbol.asyncDispose]();

  expect(isCurrent).toBe(true);
  expect(seen.toSorted()).toEqual(["own/db", "rest/late", "rest/web"]);
  expect(listed.map(({ metadata }) => metadata.name).toSorted()).toEqual(["db", "late", "web"]);
  expect(excluded).toBeUndefined();
});

test("the selectors of a kind have precedence over the default selectors, in lists, events and reads", async () => {
  const { transport, clock, random } = server;
  const cluster = createCluster({
    transport,
    clock,
    random,
    cache: {
      defaultNamespaces: [own],
      defaultLabelSelector: "cache-selection=db",
      defaultFieldSelector: "metadata.name=db",
      byObject: [
        byObject(Secret, {
          namespaces: {
            [own]: { fieldSelector: "metadata.name!=skipped" },
            [rest]: { labelSelector: "", fieldSelector: "" },
          },
          labelSelector: "cache-selection",
        }),
      ],
    },
  });
  for (const namespace of [own, rest]) {
    for (const name of ["web", "skipped"]) {
      const labels = namespace === own ? { "cache-selection": name } : {};
      await other.create(Secret, { metadata: { namespace, name, labels } });
    }
  }
  const running = spawn((signal) => cluster.cache.start({ signal }), { name: "cache", onError: () => {} });
  const { client } = cluster;

  const maps = await Array.fromAsync(client.list(ConfigMap));
  const secrets = await Array.fromAsync(client.list(Secret, { namespace: own }));
  const skipped = await client.get(Secret, { namespace: own, name: "skipped" });
  const elsewhere = await Array.fromAsync(client.list(Secret, { namespace: rest }));
  await running[Symbol.asyncDispose]();
  await cluster[Symbol.asyncDispose]();

  expect(maps.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)).toEqual([`${own}/db`]);
  expect(secrets.map(({ metadata }) => metadata.name)).toEqual(["web"]);
  expect(skipped).toBeUndefined();
  expect(elsewhere.map(({ metadata }) => metadata.name).toSorted()).toEqual(["skipped", "web"]);
});
