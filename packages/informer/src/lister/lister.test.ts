import { ConfigMap } from "@kubewright/api/core/v1";
import { createFakeClient } from "@kubewright/client/testing";
import { expect, test } from "vitest";
import { createInformer } from "../informer/create-informer.ts";
import { createLister } from "./lister.ts";

test("a lister reads what its informer has seen: of all namespaces, of one, by selector and by name", async () => {
  const { client, server } = createFakeClient({ types: [ConfigMap] });
  server.put(ConfigMap, { metadata: { namespace: "x", name: "a", labels: { app: "one" } } });
  server.put(ConfigMap, { metadata: { namespace: "x", name: "b" } });
  server.put(ConfigMap, { metadata: { namespace: "y", name: "c" } });
  const informer = createInformer({ verbs: client.raw, type: ConfigMap });
  const stop = new AbortController();
  const running = informer.start({ signal: stop.signal });
  await informer.waitForSync();
  const lister = createLister(informer);

  const names = async (objects: AsyncIterable<ConfigMap>): Promise<readonly string[]> =>
    (await Array.fromAsync(objects)).map(({ metadata }) => metadata?.name ?? "").toSorted();

  expect(await names(lister.list())).toEqual(["a", "b", "c"]);
  expect(await names(lister.list({ matchLabels: { app: "one" } }))).toEqual(["a"]);
  expect(await names(lister.namespace("x").list())).toEqual(["a", "b"]);
  expect(await names(lister.namespace("y").list("app=one"))).toEqual([]);
  expect(lister.namespace("y").get("c")?.metadata.name).toBe("c");
  expect(lister.namespace("x").get("c")).toBeUndefined();
  stop.abort(new Error("the test is over"));
  await running;
});
