// With an outdated cache of Pods, the controller counts its own creates and deletes.
import { ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import { startTestCluster } from "../testdata/cluster.ts";

const key = { namespace: "default", name: "web" };

test("no Pod is created or deleted twice if the watch of Pods sends no events", async () => {
  const writes: string[] = [];
  await using cluster = await startTestCluster(["replicaset-controller"], {
    wrapTransport: (transport) => withSilentPods(transport, writes),
  });

  await cluster.client.create(ReplicaSet, replicaSet(3));
  await cluster.clock.advance(30_000);
  // Each change triggers a reconcile, and the cache has no Pods in any of them.
  for (const note of ["a", "b", "c"]) {
    await cluster.client.patch(ReplicaSet, key, {
      type: "merge",
      body: { metadata: { annotations: { note } }, spec: { minReadySeconds: note.charCodeAt(0) } },
    });
    await cluster.clock.advance(10_000);
  }
  const made = writes.length;
  await cluster.client.patch(ReplicaSet, key, { type: "merge", body: { spec: { replicas: 1 } } });
  await cluster.clock.advance(30_000);
  await cluster.client.patch(ReplicaSet, key, { type: "merge", body: { spec: { minReadySeconds: 0 } } });
  await cluster.clock.advance(30_000);

  expect(made).toBe(3);
  expect(writes.slice(made).map((write) => write.split(" ")[0])).toEqual(["DELETE", "DELETE"]);
  expect(await Array.fromAsync(cluster.client.list(Pod, { namespace: "default" }))).toHaveLength(1);
});

function replicaSet(replicas: number): ReplicaSet {
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: key,
    spec: {
      replicas,
      selector: { matchLabels: { app: "web" } },
      template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx" }] } },
    },
  };
}

/** Records writes of Pods, and withholds all their events. */
function withSilentPods(transport: Transport, writes: string[]): Transport {
  return {
    ...transport,
    async request(request) {
      const isOfPods = /\/pods(?:[/?]|$)/u.test(request.path);
      if (isOfPods && request.method !== "GET") writes.push(`${request.method} ${request.path}`);
      const response = await transport.request(request);
      return isOfPods && request.path.includes("watch=") ? { ...response, body: silent(response.body) } : response;
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function* silent(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const _chunk of body) yield* [];
}
