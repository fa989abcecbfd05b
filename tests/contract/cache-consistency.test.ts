// The comparison of a cache with the server, on both servers: a paged list of metadata has one version, and reveals events that a watch has lost.
import { ConfigMap } from "@kubewright/api/core/v1";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";
import { spawn } from "@kubewright/async";
import { createClient, listPages } from "@kubewright/client";
import { createInformer } from "@kubewright/informer";
import type { ConsistencyReport } from "@kubewright/informer";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import { useServer } from "./server-suite.ts";

const suite = useServer();

test("a paged list of metadata has the uids and versions of one resourceVersion, also with writes between the pages", async () => {
  const { server, namespace } = suite;
  const { client } = server;
  const key = (index: number): ObjectKey => ({ namespace, name: `c${index}` });
  const created = await Promise.all(
    Array.from({ length: 7 }, (_, index) => client.create(ConfigMap, { metadata: key(index), data: { a: "b" } })),
  );
  const items: string[] = [];
  const kinds = new Set<unknown>();
  let at = "";

  for await (const chunk of listPages(client.raw, ConfigMap, { namespace, metadataOnly: true, limit: 3 })) {
    if (chunk.kind === "end") at = chunk.resourceVersion;
    else {
      for (const { bytes } of chunk.items) {
        const { metadata, ...rest } = JSON.parse(new TextDecoder().decode(bytes)) as Stored<ConfigMap>;
        items.push(`${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`);
        for (const field of Object.keys(rest)) kinds.add(field);
      }
      await client.patch(ConfigMap, key(6), { type: "merge", body: { data: { a: String(items.length) } } });
      await client.create(ConfigMap, { metadata: { namespace, name: `d${items.length}` } });
      await client.deleteAllOf(ConfigMap, { namespace, fieldSelector: "metadata.name=c5" });
    }
  }

  const own = items.filter((item) => item.startsWith("c"));
  expect(own).toEqual(
    created.map(({ metadata: { name, uid, resourceVersion } }) => `${name} ${uid} ${resourceVersion}`),
  );
  expect(items.filter((item) => item.startsWith("d"))).toEqual([]);
  expect([...kinds].filter((field) => field !== "kind" && field !== "apiVersion")).toEqual([]);
  expect(Number(at)).toBeGreaterThanOrEqual(
    Math.max(...created.map(({ metadata }) => Number(metadata.resourceVersion))),
  );
});

test("a comparison reports an event that the watch has lost, and nothing else, while other writers write", async () => {
  const { server, namespace } = suite;
  const { client, transport, clock, random } = server;
  const reports: ConsistencyReport[] = [];
  const { promise: repaired, resolve } = Promise.withResolvers<boolean>();
  const informer = createInformer({
    verbs: createClient({ transport: losing(transport, "lost"), clock, random }).raw,
    type: ConfigMap,
    namespace,
    clock,
    random,
    consistencyCheckPeriodMs: 100,
    observer: { consistencyChecked: ({ type: _type, ...report }) => reports.push(report) },
  });
  informer.addHandler(({ kind, object }) => {
    if (kind === "added" && object.key.name === "lost") resolve(true);
  });
  const running = spawn((signal) => informer.start({ signal }), { name: "informer", onError: () => {} });
  await informer.waitForSync();

  await client.create(ConfigMap, { metadata: { namespace, name: "lost" } });
  const writing = new AbortController();
  void repaired.then(() => writing.abort());
  const write = async (writer: number): Promise<void> => {
    for (let round = 0; !writing.signal.aborted; round += 1) {
      const key = { namespace, name: `w${writer}-${round % 5}` };
      await client.createOrUpdate(ConfigMap, key, () => ({ data: { round: String(round) } }));
      if (round % 3 === 0) await client.delete(ConfigMap, key);
      await clock.sleep(5);
    }
  };
  await Promise.all([1, 2, 3].map(write));
  await running[Symbol.asyncDispose]();

  expect(reports.filter(({ result }) => result !== "success")).toEqual([
    { result: "failure", missing: 1, outdated: 0, extra: 0, objects: [`${namespace}/lost`] },
  ]);
});

/** Loses the events of the object with this name. Both servers send whole lines, one or several per chunk. */
function losing(transport: Transport, name: string): Transport {
  return {
    ...transport,
    async request(request) {
      const response = await transport.request(request);
      return request.path.includes("watch=true") ? { ...response, body: linesWithout(response.body, name) } : response;
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function* linesWithout(body: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    const kept = lines.filter((line) => !line.includes(`"name":"${name}"`));
    if (kept.length > 0) yield new TextEncoder().encode(`${kept.join("\n")}\n`);
  }
}
