// Informers that list by the initial events of a watch, on each server.
import { ConfigMap } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";
import { spawn } from "@kubewright/async";
import { createInformer } from "@kubewright/informer";
import type { Informer } from "@kubewright/informer";
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

interface Streaming extends AsyncDisposable {
  readonly informer: Informer<ConfigMap>;
  readonly received: readonly string[];
  /** The paged lists that the informer has requested. */
  readonly lists: () => number;
}

function startStreaming(options: { readonly namespace: string; readonly metadataOnly?: boolean }): Streaming {
  const { clock, random, client } = server;
  let lists = 0;
  const verbs: typeof client.raw = {
    ...client.raw,
    listStream(type, request) {
      lists += 1;
      return client.raw.listStream(type, request);
    },
  };
  const informer = createInformer({ type: ConfigMap, verbs, clock, random, watchList: true, ...options });
  const received: string[] = [];
  informer.addHandler(({ kind, object }) => received.push(`${kind} ${object.key.name}`));
  const running = spawn((signal) => informer.start({ signal }), {
    name: "informer",
    onError(error) {
      throw error;
    },
  });
  return { informer, received, lists: () => lists, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
}

async function configMap(namespace: string, name: string): Promise<Stored<ConfigMap>> {
  const metadata = { namespace, name };
  return await server.client.create(ConfigMap, { metadata, data: { v: "1" } });
}

async function namesAndVersions(objects: AsyncIterable<Stored<ConfigMap>>): Promise<string[]> {
  const found = await Array.fromAsync(objects, ({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`);
  return found.toSorted();
}

test("a streamed list has every object, and the informer follows it without a list", async () => {
  const namespace = await server.createNamespace();
  const a = await configMap(namespace, "a");
  await configMap(namespace, "b");
  await using streaming = startStreaming({ namespace });
  const { informer } = streaming;
  await informer.waitForSync();

  expect(streaming.received.toSorted()).toEqual(["added a", "added b"]);
  expect(Number(informer.resourceVersion)).toBeGreaterThanOrEqual(Number(a.metadata.resourceVersion));

  const c = await configMap(namespace, "c");
  await informer.waitForVersion({ namespace, name: "c" }, { resourceVersion: c.metadata.resourceVersion });

  expect(informer.get({ namespace, name: "c" })?.data).toEqual({ v: "1" });
  expect(streaming.lists()).toBe(0);
});

test("a metadata-only streamed list has metadata only", async () => {
  const namespace = await server.createNamespace();
  await configMap(namespace, "a");
  await using streaming = startStreaming({ namespace, metadataOnly: true });
  await streaming.informer.waitForSync();

  expect(streaming.informer.get({ namespace, name: "a" })).not.toHaveProperty("data");
  expect(streaming.lists()).toBe(0);
});

test("an empty collection syncs with a streamed list, too", async () => {
  const namespace = await server.createNamespace();
  await using streaming = startStreaming({ namespace });
  await streaming.informer.waitForSync();

  expect(streaming.informer.size).toBe(0);
  expect(streaming.lists()).toBe(0);
});

test("informers that stream a list while two writers change it agree with the server in the end", async () => {
  const namespace = await server.createNamespace();
  await Promise.all(Array.from({ length: 20 }, async (_, index) => configMap(namespace, `old-${index}`)));

  const removing = Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      server.client.raw.delete(ConfigMap, { namespace, name: `old-${index}` }),
    ),
  );
  const creating = Promise.all(Array.from({ length: 20 }, async (_, index) => configMap(namespace, `new-${index}`)));
  await using first = startStreaming({ namespace });
  await using second = startStreaming({ namespace });
  await Promise.all([removing, creating, first.informer.waitForSync(), second.informer.waitForSync()]);
  const last = await configMap(namespace, "last");
  const wanted = { resourceVersion: last.metadata.resourceVersion };

  const expected = await namesAndVersions(server.client.list(ConfigMap, { namespace }));
  for (const { informer, lists } of [first, second]) {
    expect(await informer.waitForVersion({ namespace, name: "last" }, wanted)).toBe(true);
    expect(await namesAndVersions(informer.list())).toEqual(expected);
    expect(lists()).toBe(0);
  }
  expect(expected.length).toBe(21);
});
