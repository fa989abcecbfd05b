// The options of the cache, on an embedded server and virtual time.
import { createApiServer } from "@kubewright/apiserver";
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { allNamespaces, byObject } from "@kubewright/informer";
import { expect, onTestFinished, test } from "vitest";
import { createCluster } from "./cluster.ts";
import type { Cluster, ClusterCacheOptions } from "./cluster.ts";

interface Fixture {
  readonly clock: VirtualClock;
  readonly cluster: Cluster;
  /** Writes directly to the server. */
  readonly other: Client;
  /** The requests of the cluster: "GET /api/v1/configmaps?labelSelector=app%3Dweb". */
  readonly requests: string[];
}

async function startFixture(cache: ClusterCacheOptions): Promise<Fixture> {
  const [clock, random] = [createVirtualClock(), createSeededRandom("cache options")];
  const server = createApiServer({ clock, random });
  const other = createClient({ transport: server.transport(), clock, random });
  for (const name of ["a", "b", "c"]) {
    await other.create(Namespace, { metadata: { name } });
    await other.create(ConfigMap, configMap(name, "web", { app: "web" }));
    await other.create(ConfigMap, configMap(name, "db", { app: "db" }));
  }
  const requests: string[] = [];
  const transport = server.transport();
  const cluster = createCluster({
    transport: {
      ...transport,
      request(request) {
        requests.push(`${request.method} ${request.path}`);
        return transport.request(request);
      },
    },
    clock,
    random,
    cache,
  });
  const stop = new AbortController();
  const running = cluster.cache.start({ signal: stop.signal });
  onTestFinished(async () => {
    stop.abort(new Error("the test is over"));
    await running;
  });
  return { clock, cluster, other, requests };
}

function configMap(namespace: string, name: string, labels: Record<string, string>): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name, labels }, data: { large: "value" } };
}

async function listed({ clock, cluster }: Fixture): Promise<readonly string[]> {
  const all = await clock.runUntilSettled(Array.fromAsync(cluster.client.list(ConfigMap)));
  return all.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).toSorted();
}

test("a label selector of a kind limits its informer, lists and reads of single objects", async () => {
  const fixture = await startFixture({ byObject: [byObject(ConfigMap, { labelSelector: "app=web" })] });

  const all = await listed(fixture);
  const db = await fixture.clock.runUntilSettled(fixture.cluster.client.get(ConfigMap, { namespace: "a", name: "db" }));

  expect(all).toEqual(["a/web", "b/web", "c/web"]);
  expect(db).toBeUndefined();
  expect(fixture.requests.every((request) => request.includes("labelSelector=app%3Dweb"))).toBe(true);
});

test("each namespace has its own configuration, and allNamespaces is the configuration of all others", async () => {
  const fixture = await startFixture({
    defaultNamespaces: { a: { labelSelector: "app=db" }, [allNamespaces]: { labelSelector: "app=web" } },
  });

  const all = await listed(fixture);
  const { client } = fixture.cluster;
  const inB = await Array.fromAsync(client.list(ConfigMap, { namespace: "b" }));
  const [inA, other] = [
    await client.get(ConfigMap, { namespace: "a", name: "db" }),
    await client.get(ConfigMap, { namespace: "c", name: "web" }),
  ];

  expect(all).toEqual(["a/db", "b/web", "c/web"]);
  expect(inB.map(({ metadata }) => metadata.name)).toEqual(["web"]);
  expect([inA?.metadata.namespace, other?.metadata.namespace]).toEqual(["a", "c"]);
  expect(
    fixture.requests.filter((request) => decodeURIComponent(request).includes("metadata.namespace!=a")),
  ).not.toEqual([]);
});

test("a read returns an own write in a namespace that allNamespaces covers", async () => {
  const fixture = await startFixture({ defaultNamespaces: { a: {}, [allNamespaces]: {} } });
  await listed(fixture);
  const { client } = fixture.cluster;

  await client.create(ConfigMap, configMap("c", "own", {}));
  const all = await listed(fixture);

  expect(all).toContain("c/own");
});

test("a list by an index returns the cached objects with this value", async () => {
  const fixture = await startFixture({});
  const { cache, client, directClient } = fixture.cluster;
  cache.informer(ConfigMap).addIndex("app", ({ labels }) => [labels["app"] ?? ""]);

  const found = await fixture.clock.runUntilSettled(
    Array.fromAsync(client.list(ConfigMap, { namespace: "b", index: { name: "app", value: "web" } })),
  );
  const direct = Array.fromAsync(directClient.list(ConfigMap, { index: { name: "app", value: "web" } }));

  expect(found.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)).toEqual(["b/web"]);
  await expect(direct).rejects.toThrow('Cannot list configmaps by index "app" at the server: read from a cache');
});

test("a cache with watchList lists by the initial events of a watch, without a list request", async () => {
  const fixture = await startFixture({ watchList: true, defaultLabelSelector: "app=web" });

  const all = await listed(fixture);

  expect(all).toEqual(["a/web", "b/web", "c/web"]);
  expect(fixture.requests.map((request) => request.replace(/timeoutSeconds=\d+/, "timeoutSeconds=N"))).toEqual([
    "GET /api/v1/configmaps?watch=true&labelSelector=app%3Dweb&resourceVersionMatch=NotOlderThan&sendInitialEvents=true&allowWatchBookmarks=true&timeoutSeconds=N",
  ]);
});

test("a transform changes objects before they are stored", async () => {
  const withoutData = ({ data: _data, ...rest }: Stored<ConfigMap>): Stored<ConfigMap> => rest;
  const fixture = await startFixture({ byObject: [byObject(ConfigMap, { transform: withoutData })] });

  const web = await fixture.clock.runUntilSettled(
    fixture.cluster.client.get(ConfigMap, { namespace: "a", name: "web" }),
  );

  expect([web?.metadata.name, web?.data]).toEqual(["web", undefined]);
});

test("the transform of a kind has precedence over the default transform, which changes all other kinds", async () => {
  const labelled = (label: string) => (object: Stored<KubernetesObject>) => ({
    ...object,
    metadata: { ...object.metadata, labels: { transformed: label } },
  });
  const { clock, cluster } = await startFixture({
    defaultTransform: labelled("default"),
    byObject: [byObject(ConfigMap, { transform: (object) => ({ ...object, data: { transformed: "kind" } }) })],
  });

  const web = await clock.runUntilSettled(cluster.client.get(ConfigMap, { namespace: "a", name: "web" }));
  const namespace = await clock.runUntilSettled(cluster.client.get(Namespace, { name: "a" }));

  expect([web?.data, web?.metadata.labels]).toEqual([{ transformed: "kind" }, { app: "web" }]);
  expect(namespace?.metadata.labels).toEqual({ transformed: "default" });
});

test("every object is delivered again after the sync period, with a jitter of up to 10 percent for each informer", async () => {
  const { clock, cluster } = await startFixture({ syncPeriodMs: 100_000 });
  const syncs = new Map<string, number>();
  const types: readonly ResourceType[] = [ConfigMap, Namespace];
  for (const type of types) {
    cluster.cache.informer(type).addHandler(({ kind }) => {
      if (kind === "resync" && !syncs.has(type.kind)) syncs.set(type.kind, clock.now());
    });
  }
  const from = clock.now();

  await clock.advance(89_000);
  const early = syncs.size;
  await clock.advance(22_000);

  const after = [...syncs.values()].map((at) => at - from);
  expect([early, syncs.size]).toEqual([0, 2]);
  expect(after[0]).not.toBe(after[1]);
});

test("with readerFailOnMissingInformer, a read rejects until the kind is watched", async () => {
  const { clock, cluster } = await startFixture({ readerFailOnMissingInformer: true });
  const key = { namespace: "a", name: "web" };

  await expect(cluster.client.get(ConfigMap, key)).rejects.toThrow(
    "Cannot read ConfigMap from the cache: it has no informer",
  );
  cluster.cache.informer(ConfigMap);

  expect((await clock.runUntilSettled(cluster.client.get(ConfigMap, key)))?.metadata.name).toBe("web");
});

test("a compressed kind needs less memory, and its objects are read, selected and updated like those of other kinds", async () => {
  const data = Object.fromEntries(Array.from({ length: 800 }, (_, index) => [`setting-${index}`, "on"]));
  const used: number[] = [];
  for (const compress of [false, true]) {
    const { clock, cluster, other } = await startFixture({ byObject: [byObject(ConfigMap, { compress })] });
    const sizes = Array.from({ length: 60 }, (_, index) => ({
      metadata: { namespace: "a", name: `size-${index}` },
      data,
    }));
    for (const each of sizes) await other.create(ConfigMap, each);
    const key = { namespace: "a", name: "size-59" };
    const updated = { metadata: { ...key, labels: { app: "web" } }, data: { ...data, colour: "blue" } };

    await clock.runUntilSettled(cluster.client.get(ConfigMap, key));
    await clock.runUntilSettled(cluster.client.createOrUpdate(ConfigMap, key, () => updated));
    const read = await clock.runUntilSettled(cluster.client.get(ConfigMap, key));
    const web = await clock.runUntilSettled(
      Array.fromAsync(cluster.client.list(ConfigMap, { namespace: "a", labelSelector: "app=web" })),
    );

    expect(read?.data).toEqual(updated.data);
    expect(web.map(({ metadata }) => metadata.name).toSorted()).toEqual(["size-59", "web"]);
    used.push(cluster.cache.informer(ConfigMap).memory.usedBytes);
  }
  const [plain = 0, compressed = 0] = used;
  expect(compressed * 1.5).toBeLessThan(plain);
});
