// The client of a running cluster on a fake server, in virtual time.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createCluster } from "../cluster/cluster.ts";
import type { ClusterOptions } from "../cluster/cluster.ts";
import { createFakeApi, Widget } from "./fake-api.ts";

/** The key of the widget that the server has at the beginning. */
export const a = { namespace: "default", name: "a" };

export function widget(namespace: string, name: string): Widget {
  return { apiVersion: "example.dev/v1", kind: "Widget", metadata: { namespace, name } };
}

export async function startCachedClient(options: Partial<ClusterOptions> = {}, { read = true } = {}) {
  const clock = createVirtualClock();
  const api = createFakeApi();
  api.put("default", "a", { spec: { size: 1 } });
  const random = createSeededRandom("cached client");
  const { client, cache } = createCluster({
    transport: api.transport,
    clock,
    random,
    client: { types: [Widget] },
    ...options,
  });
  const stop = new AbortController();
  const running = cache.start({ signal: stop.signal });
  if (read) await client.get(Widget, a);
  return {
    clock,
    api,
    client,
    async [Symbol.asyncDispose](): Promise<void> {
      stop.abort(new Error("the test is over"));
      await running;
    },
  };
}
