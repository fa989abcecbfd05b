// Reads of a cache after deletes of collections. A read waits for the deleted objects, and not for the version of the list in the response: it counts
// the writes of all kinds, and the watch reaches it only with its next bookmark.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { spawn } from "@kubewright/async";
import { createCluster } from "@kubewright/runtime";
import type { Cluster } from "@kubewright/runtime";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import { useServer } from "./server-suite.ts";

const suite = useServer();

test("a read after deleteAllOf waits for the deleted objects only, although another kind is written", async () => {
  const { namespace, server } = suite;
  await using operator = startOperator();
  const { client } = operator.cluster;
  const key = (name: string) => ({ namespace, name });
  for (const name of ["a", "b", "kept"]) {
    await server.client.create(ConfigMap, { metadata: { ...key(name), labels: name === "kept" ? {} : { go: "yes" } } });
  }
  await operator.cluster.cache.informer(ConfigMap).waitForSync();
  const writeSecret = async (name: string): Promise<void> =>
    void (await server.client.create(Secret, { metadata: key(name) }));

  operator.lists.length = 0; // The list of the informer.

  await client.deleteAllOf(ConfigMap, { namespace, labelSelector: "go=yes" });
  await writeSecret("one");
  const deleted = await client.get(ConfigMap, key("a"));
  await writeSecret("two");
  await client.deleteAllOf(ConfigMap, { namespace, labelSelector: "go=yes" });
  const kept = await client.get(ConfigMap, key("kept"));

  expect([deleted, kept?.metadata.name]).toEqual([undefined, "kept"]);
  expect(operator.late).toEqual([]);
  expect(operator.lists).toEqual([]); // The response names the deleted objects.
});

test("a delete of a collection returns the metadata of the deleted objects, or an empty list", async () => {
  const { namespace, server } = suite;
  await server.client.create(ConfigMap, { metadata: { namespace, name: "a" }, data: { secret: "value" } });
  const options = { namespace, labelSelector: "!none", fieldSelector: "metadata.name=a", metadataOnly: true };

  const first = await server.client.raw.deleteCollection(ConfigMap, options);
  const second = await server.client.raw.deleteCollection(ConfigMap, options);

  const [one, none] = [first, second].map((body) => JSON.parse(new TextDecoder().decode(body)) as List);
  expect(one?.items?.map(({ metadata, data }) => [metadata.name, data])).toEqual([["a", undefined]]);
  expect([one?.kind, none?.kind, none?.items ?? []]).toEqual([
    "PartialObjectMetadataList",
    "PartialObjectMetadataList",
    [],
  ]);
});

interface List {
  readonly kind: string;
  readonly items?: readonly { readonly metadata: { readonly name: string }; readonly data?: object }[] | null;
}

interface Operator extends AsyncDisposable {
  readonly cluster: Cluster;
  /** The writes that the cache has not reached in time. */
  readonly late: string[];
  /** The lists of ConfigMaps that were requested. */
  readonly lists: string[];
}

function startOperator(): Operator {
  const { transport, clock, random } = suite.server;
  const late: string[] = [];
  const lists: string[] = [];
  const counting: Transport = {
    request(request) {
      const isList = request.method === "GET" && /\/configmaps(?:\?|$)/u.test(request.path);
      if (isList && !/[?&]watch=/u.test(request.path)) lists.push(request.path);
      return transport.request(request);
    },
    upgrade: (request) => transport.upgrade(request),
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
  const observer = { cache: { late: ({ object }: { readonly object: string }) => void late.push(object) } };
  const cluster = createCluster({ transport: counting, clock, random, observer });
  const running = spawn((signal) => cluster.cache.start({ signal }), {
    name: "cache",
    onError(error) {
      throw error;
    },
  });
  return {
    cluster,
    late,
    lists,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await cluster[Symbol.asyncDispose]();
    },
  };
}
