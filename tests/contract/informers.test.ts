// The client and the informer on each server: a local copy that follows all changes.
import { ConfigMap } from "@kubewright/api/core/v1";
import type { ObjectMeta, Stored } from "@kubewright/apimachinery";
import { spawn } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Verbs } from "@kubewright/client";
import { createInformer } from "@kubewright/informer";
import type { Informer, InformerEvent } from "@kubewright/informer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** A started informer of the ConfigMaps of a namespace, with the events that its handler received. */
interface Following extends AsyncDisposable {
  readonly informer: Informer<ConfigMap>;
  readonly received: readonly string[];
  /** Resolves once so many events have arrived. */
  until(count: number): Promise<void>;
}

async function follow(options: {
  readonly namespace: string;
  readonly labelSelector?: string;
  readonly verbs?: Pick<Verbs, "listStream" | "watch">;
}): Promise<Following> {
  const { clock, random, client } = server;
  const informer = createInformer({ type: ConfigMap, verbs: client.raw, clock, random, ...options });
  const received: string[] = [];
  let waiting: { readonly count: number; readonly resolve: () => void } | undefined;
  informer.addHandler((event) => {
    received.push(summary(event));
    if (waiting && received.length >= waiting.count) waiting.resolve();
  });
  const running = spawn((signal) => informer.start({ signal }), {
    name: "informer",
    onError(error) {
      throw error;
    },
  });
  await informer.waitForSync();
  return {
    informer,
    received,
    async until(count) {
      if (received.length >= count) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      waiting = { count, resolve: () => resolve(undefined) };
      await promise;
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

function summary(event: InformerEvent<ConfigMap>): string {
  return `${event.kind} ${event.object.key.name}`;
}

async function configMap(namespace: string, name: string, more: ObjectMeta = {}): Promise<Stored<ConfigMap>> {
  return await server.client.create(ConfigMap, {
    metadata: { namespace, name, ...more },
    data: { v: "1" },
  });
}

test("an informer that has synced has all objects that existed", async () => {
  const namespace = await server.createNamespace();
  const a = await configMap(namespace, "a");
  await configMap(namespace, "b");

  await using following = await follow({ namespace });

  expect(following.received.toSorted()).toEqual(["added a", "added b"]);
  expect(following.informer.size).toBe(2);
  expect(following.informer.get({ namespace, name: "a" })).toMatchObject({
    data: { v: "1" },
    metadata: { uid: a.metadata.uid },
  });
});

test("an informer follows creations, updates and deletions", async () => {
  const namespace = await server.createNamespace();
  await using following = await follow({ namespace });

  const a = await configMap(namespace, "a");
  await server.client.patch(a, { type: "merge", body: { data: { v: "2" } } });
  await following.until(2);
  const updated = following.informer.get({ namespace, name: "a" });
  await server.client.delete(a);
  await following.until(3);

  expect(following.received).toEqual(["added a", "updated a", "deleted a"]);
  expect(updated?.data).toEqual({ v: "2" });
  expect(following.informer.get({ namespace, name: "a" })).toBeUndefined();
});

test("an informer reports an object that was deleted and created again as a deletion and an addition", async () => {
  const namespace = await server.createNamespace();
  const first = await configMap(namespace, "a");
  await using following = await follow({ namespace });

  await server.client.delete(first);
  const second = await configMap(namespace, "a");
  await following.until(3);

  expect(following.received).toEqual(["added a", "deleted a", "added a"]);
  expect(following.informer.entry({ namespace, name: "a" })?.uid).toBe(second.metadata.uid);
});

test("an informer with a selector removes an object that no longer matches", async () => {
  const namespace = await server.createNamespace();
  const a = await configMap(namespace, "a", { labels: { app: "web" } });
  await configMap(namespace, "b");
  await using following = await follow({ namespace, labelSelector: "app=web" });

  await server.client.patch(a, { type: "merge", body: { metadata: { labels: { app: "db" } } } });
  await following.until(2);

  expect(following.received).toEqual(["added a", "deleted a"]);
  expect(following.informer.size).toBe(0);
});

test("an informer resumes at its last version when the server ends the watch, and misses nothing", async () => {
  const namespace = await server.createNamespace();
  const resumed = Promise.withResolvers<string | undefined>();
  const { raw } = server.client;
  let watches = 0;
  const verbs: Pick<Verbs, "listStream" | "watch"> = {
    listStream: (type, options) => raw.listStream(type, options),
    watch(type, options = {}) {
      watches += 1;
      if (watches === 2) resumed.resolve(options.resourceVersion);
      return raw.watch(type, { ...options, timeoutSeconds: watches === 1 ? 1 : 60 });
    },
  };
  await using following = await follow({ namespace, verbs });
  const a = await configMap(namespace, "a");
  await following.until(1);

  const from = await resumed.promise;
  await configMap(namespace, "b");
  await following.until(2);

  expect(Number(from)).toBeGreaterThanOrEqual(Number(a.metadata.resourceVersion));
  expect(following.received).toEqual(["added a", "added b"]);
});

test("waitForVersion() resolves once the cache has the version of a write", async () => {
  const namespace = await server.createNamespace();
  await using following = await follow({ namespace });
  const a = await configMap(namespace, "a");

  const { resourceVersion, uid } = a.metadata;
  const reached = await following.informer.waitForVersion({ namespace, name: "a" }, { resourceVersion, uid });

  expect(reached).toBe(true);
  expect(following.informer.get({ namespace, name: "a" })?.metadata.uid).toBe(uid);
});

test("a client without descriptors finds the resource of an object by discovery", async () => {
  const namespace = await server.createNamespace();
  const { transport, clock, random } = server;
  const client = createClient({ transport, clock, random });

  const created = await client.create(ConfigMap, {
    metadata: { namespace, name: "found" },
  });

  expect(created.metadata.namespace).toBe(namespace);
});

test("patchStatus() sends nothing when nothing differs", async () => {
  const namespace = await server.createNamespace();
  const created = await configMap(namespace, "a");

  expect(await server.client.patchStatus(created, {})).toBe(created);
});
